import { judgedMinutes } from '#contract/connectors/details/health.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The first tab of the studio: what a connector is, how it stands and what was measured of it in the time that is chosen. */
export const universeMessages = {
  noData: 'No data yet',
  overview: {
    title: 'Overview',
    connector: 'Name',
    source: 'Source',
    destination: 'Destination',
    nameOf: (name: string) => `${name}: `,
    kinds: { http: 'HTTP API', database: 'Database', azure: 'Azure Blob Storage', nats: 'NATS JetStream' } as Record<
      string,
      string
    >,
    address: (kind: string, address: string) => `${kind} · ${address}`,
    noAddress: 'no address',
    mappings: 'Field mappings',
    mapped: counted({ zero: 'None. Records pass through unchanged', one: '# field', other: '# fields' }),
    filter: 'Filter',
    conditions: counted({ one: '# condition', other: '# conditions' }),
    lines: 'Lines',
    itemsOf: (list: string) => `One per item of ${list}`,
    groups: 'Groups',
    groupedBy: (by: readonly string[]) => `One record per ${by.join(', ')}`,
    enrichment: 'Enrichment',
    enabled: counted({ one: 'Enabled: # enrichment', other: 'Enabled: # enrichments' }),
    disabled: 'Disabled',
    transactions: 'Transactions',
    range: 'Date range',
    between: '{from} to {to}',
    configured: {
      live: (version: number) => `Shows live version ${version}.`,
      draft: 'Shows the draft. Not deployed yet.',
    },
  },
  tiles: {
    title: 'Measured in this period',
    status: 'Pipeline status',
    throughput: 'Throughput',
    perMinute: 'records/min',
    ofAll: (delivered: string, total: string) => `Average for the period: ${delivered} of ${total} records delivered`,
    processing: 'Average processing time',
    p95: (span: string) => `95 % within ${span}, from read to response`,
    success: 'Success rate',
    steps: 'Pipeline steps',
    withEnrichment: 'Source, mapping, enrichment, destination',
    withoutEnrichment: 'Source, mapping, destination',
  },
  diagram: {
    title: 'Pipeline',
    label: 'Record path',
    steps: { source: 'Source', enrichment: 'Data Enrichment', mapping: 'Data Mapping', destination: 'Destination' },
    several: counted({ one: '# destination', other: '# destinations' }),
    way: (from: string, to: string) => `From ${from} to ${to}`,
    parts: counted({ one: '# enrichment', other: '# enrichments' }),
    /** What is counted at each step. */
    units: {
      source: counted({ one: '# call', other: '# calls' }),
      enrichment: counted({ one: '# call', other: '# calls' }),
      mapping: counted({ one: '# record', other: '# records' }),
      destination: counted({ one: '# call', other: '# calls' }),
    },
    latency: (span: string) => `${span} on average`,
    errors: counted({ one: '# error', other: '# errors' }),
    noCall: 'No calls in this period',
    judged: 'Health: {first} to {last}',
    active: 'The connector is active. Runs move records along the solid lines.',
    still: (status: string) => `The connector is not active (${status}). No new runs start.`,
    legend: `Step health covers the ${judgedMinutes} minutes up to the last call, including earlier runs. Connector health comes from the last run.`,
    means: {
      healthy: 'nothing failed',
      degraded: (share: string) => `fewer than ${share} failed, or all failed records arrived after a retry`,
      failing: (share: string) => `at least ${share} failed`,
      noRecentData: (days: number) => `no calls in the last ${days} days`,
    },
  },
  health: {
    title: 'Health',
    bar: 'What happened to the records',
    parts: { delivered: 'Delivered', skipped: 'Skipped', failed: 'Failed', unknown: 'Outcome unknown', open: 'On their way' },
    part: (name: string, count: string, share: string) => `${name}: ${count} (${share})`,
    last: 'Latest record read {at}.',
  },
}
