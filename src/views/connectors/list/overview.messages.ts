import { healthNames } from '#contract/connectors/details/health.ts'
import type { Condition } from '#contract/connectors/list/connector-condition.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The dashboard's list of connectors; numbers come written unless they are counted here. */
export const overviewMessages = {
  name: 'connectors',
  table: 'Connectors',
  search: 'Search by name or URL',
  filter: 'Filter by health',
  all: 'All',
  conditions: {
    ...healthNames,
    ...{ waiting: 'Waiting', deploying: 'Deploying', running: 'Run in progress', paused: 'Paused', draft: 'Draft' },
  } satisfies Record<Condition, string>,
  columns: {
    name: 'Name',
    condition: 'Health',
    status: 'Status',
    type: 'Type',
    route: 'Source → destination',
    lastRun: 'Last run',
    throughput: 'Last 24 hours',
    records: 'Records, 24 h',
    next: 'Next run',
    more: 'Actions',
  },
  never: 'Never',
  undeployed: 'Not deployed',
  deploymentFailed: 'Deployment failed',
  failedOf: (failed: string, read: string) => `${failed} of ${read} failed`,
  unknownOf: (unknown: string, read: string) => `${unknown} of ${read} may not have arrived`,
  onEvent: 'on event',
  byHand: 'by hand',
  afterRun: 'after this run',
  nothingNext: '–',
  actionsOf: (name: string) => `Actions for ${name}`,
  open: 'Open',
  runs: 'Runs',
  problems: 'Problems',
  edit: 'Edit',
  studio: 'Studio',
  noneMoved: 'No records in the last 24 hours',
  records: counted({ one: '# record', other: '# records' }),
  recordsCounted: "Doesn't include records in progress.",
  spark: (records: string, most: string, since: string) => `${records} since ${since}, at most ${most} in one hour`,
  found: counted({ one: '# connector', other: '# connectors' }),
  nothingFound: 'No matching connectors',
  noneSuch: (text: string, condition: string) =>
    [
      text === '' ? null : `Searched names and URLs for “${text}”`,
      condition === '' ? null : `only ${condition.toLowerCase()} connectors`,
    ]
      .filter((part) => part !== null)
      .join(', '),
  clear: 'Clear search and filter',
  loadingRow: 'Loading…',
  choose: (name: string) => `Choose ${name}`,
  chooseAll: 'Select all connectors (up to the limit)',
  heading: {
    first: 'Move your first records',
    fine: 'No connector needs attention',
    attention: counted({ one: '# connector needs attention', other: '# connectors need attention' }),
  },
  newConnector: 'New connector',
  attention: {
    title: 'Needs attention',
    review: 'Review',
    reviewOf: (name: string) => `Review ${name}`,
    rest: (count: number) => `and ${count} more in the list`,
    cause: (said: string) => `1 record rejected: ${said}`,
    causeOfSeveral: (records: string, said: string) => `Most common reason (${records} records): ${said}`,
  },
  stats: {
    active: 'Active connectors',
    ofAll: (all: string) => `of ${all}`,
    records: 'Records, past 24 h',
    delivered: (count: string) => `${count} delivered`,
    failed: 'Failed, past 24 h',
    share: (percent: string) => `${percent} of records`,
    unknown: (count: string) => `${count} may not have arrived`,
    deliveredLater: (count: string) => `${count} delivered later`,
    none: 'None',
    alerts: 'Active alerts',
    seeAlerts: 'See all alerts',
  },
}
