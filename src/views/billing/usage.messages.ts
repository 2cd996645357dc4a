/** The charged records of this month, by day. */
export const usageMessages = {
  name: 'usage',
  title: 'Usage',
  view: 'Show usage',
  views: { day: 'By day', connector: 'By connector' },
  records: 'Records this month',
  others: 'Other connectors',
  deleted: 'Deleted connector',
  today: 'today',
  none: 'No records this month yet.',
}
