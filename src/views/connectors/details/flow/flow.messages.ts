import { judgedMinutes, recentDays } from '#contract/connectors/details/health.ts'
import { countedIn } from '#src/views/kit/format/counted.ts'

const counted = countedIn('en')

/** The diagram of a connector's steps, with what was measured at each. */
export const flowMessages = {
  title: 'Flow',
  list: 'Steps of the connector, in order',
  measured: `Averages over the minutes with calls, of the last ${judgedMinutes} up to the newest call`,
  still: (status: string) => `The connector is not active (${status})`,
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
  judged: (all: string, errors: string) => `${all}, ${errors} failed · {first}–{last}`,
  shared: 'all enrichments together',
  before: 'Runs before mapping',
}
