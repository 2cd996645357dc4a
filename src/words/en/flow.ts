import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** The diagram of a connector's steps, with what was measured at each. */
export const flow = {
  title: 'Flow',
  name: 'measured steps',
  list: 'Steps of the connector, in order',
  measured: 'Measured from {from} to {to}, the last hour. Rates are averages over it.',
  moving: 'The connector is active: what its runs read goes along the blue lines.',
  still: (status: string) => `The connector is not active (${status}): nothing new is started along the red dashed lines.`,
  steps: { source: 'Source', mapping: 'Data Mapping', enrichment: 'Data Enrichment', destination: 'Destination' },
  noAddress: 'no address',
  fields: counted({ one: '# field mapped', other: '# fields mapped' }),
  health: { normal: 'Normal', warning: 'Warning', error: 'Error' },
  figures: { calls: 'Calls/min', latency: 'Average latency', errors: 'Errors/min' },
  none: 'No data yet',
  underATenth: 'under 0.1',
  notActive: (status: string) => `Nothing new is started: the connector is not active (${status}).`,
  failing: (errors: string, calls: string) => `${errors} of ${calls} calls failed in the last 5 minutes.`,
  fine: counted({ one: '# call in the last 5 minutes, no error.', other: '# calls in the last 5 minutes, no error.' }),
  quiet: 'No call was measured in the last 5 minutes.',
  shared: 'Measured for all data enrichments together.',
  before: 'Looked up before a record is mapped.',
}
