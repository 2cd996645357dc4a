import { judgedMinutes, recentDays } from '#contract/connectors/details/health.ts'
import { countedIn } from '#src/views/kit/format/counted.ts'

const counted = countedIn('en')

/** The diagram of a connector's steps, with what was measured at each. */
export const flowMessages = {
  title: 'Flow',
  list: 'Steps of the connector, in order',
  measured: `Averages per active minute over the last ${judgedMinutes} active minutes`,
  still: (status: string) => `Connector not active (${status})`,
  steps: { source: 'Source', mapping: 'Data Mapping', enrichment: 'Data Enrichment', destination: 'Destination' },
  noAddress: 'no address',
  several: counted({ one: '# destination', other: '# destinations' }),
  of: (system: string, word: string) => `${system}: ${word}`,
  fields: counted({ zero: 'Records pass through unchanged', one: '# field mapped', other: '# fields mapped' }),
  filtered: counted({ one: 'filtered by # condition', other: 'filtered by # conditions' }),
  lines: (list: string) => `one line per item of ${list}`,
  grouped: (by: readonly string[]) => `grouped by ${by.join(', ')}`,
  figures: { latency: 'Average latency', errors: 'Errors/min' },
  /** What is counted at each step. */
  rates: { source: 'Calls/min', enrichment: 'Calls/min', mapping: 'Records/min', destination: 'Calls/min' },
  none: 'No data yet',
  running: 'Running',
  paused: 'Paused',
  waiting: { limited: 'Limited', away: 'Not reachable', delayed: 'Some records delayed' },
  /** It responds, and the run cannot go on with that. */
  responding: { source: 'Not returning data', enrichment: 'Not returning data', destination: 'Not accepting records' },
  counted: {
    source: counted({ one: '# record read so far', other: '# records read so far' }),
    enrichment: counted({ one: '# record enriched so far', other: '# records enriched so far' }),
    mapping: counted({ one: '# record mapped so far', other: '# records mapped so far' }),
    destination: counted({ one: '# record delivered so far', other: '# records delivered so far' }),
  },
  follows: 'Rates appear within seconds.',
  never: `No calls in the last ${recentDays} days.`,
  units: {
    source: counted({ one: '# call', other: '# calls' }),
    enrichment: counted({ one: '# call', other: '# calls' }),
    mapping: counted({ one: '# record', other: '# records' }),
    destination: counted({ one: '# call', other: '# calls' }),
  },
  judged: (all: string, errors: string) => `${all}, ${errors} failed`,
  span: (first: string, last: string) => `${first}–${last}`,
  shared: 'all enrichments together',
  allDestinations: 'all destinations together',
  before: 'Runs before mapping',
}
