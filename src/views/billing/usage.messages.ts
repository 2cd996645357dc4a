/** What was delivered this month, by day. */
export const usageMessages = {
  name: 'usage',
  title: 'Usage',
  view: 'Show usage',
  views: { day: 'By day', connector: 'By connector' },
  delivered: 'Delivered records',
  others: 'Other connectors',
  deleted: 'Deleted connector',
  today: 'today',
  none: 'No records delivered this month yet.',
}
