import { recentDays } from '../../../contract/health.ts'
import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** The diagram of a connector's steps, with what was measured at each. */
export const flow = {
  title: 'Flow',
  list: 'Steps of the connector, in order',
  measured: 'Measured from {from} to {to}, the last hour. Rates are averages over it.',
  moving: 'The connector is active: what its runs read goes along the blue lines.',
  still: (status: string) => `The connector is not active (${status}): nothing new is started along the red dashed lines.`,
  steps: { source: 'Source', mapping: 'Data Mapping', enrichment: 'Data Enrichment', destination: 'Destination' },
  noAddress: 'no address',
  fields: counted({ one: '# field mapped', other: '# fields mapped' }),
  figures: { calls: 'Calls/min', latency: 'Average latency', errors: 'Errors/min' },
  none: 'No data yet',
  underATenth: 'under 0.1',
  never: `No call in the last ${recentDays} days.`,
  failed: (errors: string, calls: string) => `${errors} of ${calls} calls failed, the last at {at}.`,
  fine: counted({ one: '# call without an error, at {at}.', other: '# calls without an error, the last at {at}.' }),
  quiet: 'No call in the last hour',
  shared: 'Measured for all data enrichments together.',
  before: 'Looked up before a record is mapped.',
}
