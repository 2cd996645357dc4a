/** What went to each of several destinations. */
export const destinationMessages = {
  title: 'Destinations',
  ofRun: 'Together they are the sums of the run.',
  ofDay: 'Last 24 hours. A record that is sent again counts each time.',
  removed: (id: number) => `Removed destination ${id}`,
  none: 'No destination',
  filter: 'Destination',
  all: 'All',
  columns: {
    destination: 'Destination',
    read: 'Records',
    delivered: 'Delivered',
    failed: 'Failed',
    unknown: 'Unknown',
    skipped: 'Skipped',
    unchanged: 'Unchanged',
    leftOut: 'Left out',
    open: 'Waiting',
    records: 'Transactions',
  },
  show: 'Show records',
  showOf: (name: string) => `Show the records of ${name}`,
}
