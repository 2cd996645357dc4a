import { judgedMinutes, recentDays } from '#contract/connectors/details/health.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The diagram of a connector's steps, with what was measured at each. */
export const flowMessages = {
  title: 'Flow',
  list: 'Steps of the connector, in order',
  measured: `Each step shows the ${judgedMinutes} minutes up to its last call, those of earlier runs included: rates are averages over them, and latency is that of all calls, failed ones too. The connector is judged by its last run, so its health may differ from that of a step.`,
  moving: 'The connector is active: what its runs read goes along the blue lines.',
  still: (status: string) => `The connector is not active (${status}): nothing new is started along the red dashed lines.`,
  steps: { source: 'Source', mapping: 'Data Mapping', enrichment: 'Data Enrichment', destination: 'Destination' },
  noAddress: 'no address',
  fields: counted({ one: '# field mapped', other: '# fields mapped' }),
  figures: { latency: 'Average latency', errors: 'Errors/min' },
  /** What is counted at each step. */
  rates: { source: 'Calls/min', enrichment: 'Look-ups/min', mapping: 'Records/min', destination: 'Calls/min' },
  none: 'No data yet',
  running: 'Running',
  counted: {
    source: counted({ one: '# record read so far', other: '# records read so far' }),
    enrichment: counted({ one: '# record enriched so far', other: '# records enriched so far' }),
    mapping: counted({ one: '# record mapped so far', other: '# records mapped so far' }),
    destination: counted({ one: '# record delivered so far', other: '# records delivered so far' }),
  },
  follows: 'Rates follow within seconds.',
  never: `No call in the last ${recentDays} days.`,
  units: {
    source: counted({ one: '# call', other: '# calls' }),
    enrichment: counted({ one: '# look-up', other: '# look-ups' }),
    mapping: counted({ one: '# record', other: '# records' }),
    destination: counted({ one: '# call', other: '# calls' }),
  },
  failed: (errors: string, all: string) =>
    `${errors} of ${all} failed in the minutes {first} to {last}; the last failure was in the minute {failedAt}.`,
  fine: (all: string) => `${all} without an error in the minutes {first} to {last}.`,
  shared: 'Figures of all data enrichments together',
  before: 'Runs before mapping',
}
