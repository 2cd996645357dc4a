import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The dashboard's list of connectors; numbers come written unless they are counted here. */
export const overviewMessages = {
  name: 'connectors',
  table: 'Connectors',
  search: 'Search by name or address',
  status: 'Status',
  everyStatus: 'Every status',
  columns: {
    name: 'Name',
    status: 'Status',
    route: 'Source and destination',
    lastRun: 'Last run',
    throughput: 'Last 24 hours',
  },
  since: 'since {at}. {reason}',
  nextRun: 'Next run {at}',
  noRun: 'no run yet',
  noData: 'no data yet',
  noneMoved: 'no records',
  records: counted({ one: '# record', other: '# records' }),
  spark: (records: string, most: string, since: string) => `${records} since ${since}, at most ${most} in one hour`,
  read: 'Read at {at}',
  found: counted({ one: '# connector', other: '# connectors' }),
  none: 'No connectors yet',
  firstStep: 'Each connector will stand here with its status and what its last run moved.',
  setUp: 'Set up an integration',
  nothingFound: 'Nothing found',
  noneSuch: (text: string, status: string) =>
    `No connector${text === '' ? '' : ` has “${text}” in its name or addresses`}${text !== '' && status !== '' ? ' and' : ''}${
      status === '' ? '' : ` stands as “${status}” now`
    }.`,
  loadingRow: 'Loading…',
  choose: (name: string) => `Choose ${name}`,
  chooseAll: 'Choose all connectors of the list, up to the most that can be moved at once',
}
