import { listed } from '../../../kit/format/listed.ts'

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
  paused: 'Paused',
  sending: 'Sending',
  state: 'Status',
  /** In the head of the connector. */
  pausedNow: (names: readonly string[]) => `${listed(names)} ${names.length === 1 ? 'is' : 'are'} paused.`,
  othersGoOn: 'Its records wait and are sent when you resume it. Other destinations receive theirs.',
  pauseOf: 'Pause or resume',
  pause: (name: string) => `Pause ${name}`,
  resume: (name: string) => `Resume ${name}`,
  moves: { pause: 'Pause', resume: 'Resume' },
  moving: { pause: 'Pausing…', resume: 'Resuming…' },
  show: 'Show records',
  showOf: (name: string) => `Show the records of ${name}`,
}
