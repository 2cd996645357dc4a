import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** The page of one connector. */
export const detailsMessages = {
  name: 'connector',
  untitled: 'Connector',
  dashboard: 'Dashboard',
  all: 'All connectors',
  notFound: 'Connector not found',
  gone: "This connector doesn't exist or was deleted.",
  none: 'Connector not found',
  mayBeDeleted: 'It may have been deleted.',
  theDestination: 'the destination',
  deleted: (name: string) => `${name} is deleted.`,
  moved: 'Connector sections',
  tabs: {
    overview: 'Overview',
    runs: 'Runs',
    transactions: 'Transactions',
    problems: 'Problems',
    timeline: 'Timeline',
    analytics: 'Analytics',
    alerts: 'Alerts',
    settings: 'Settings',
  },
  sub: {
    byHand: 'Started manually',
    onEvents: 'Runs on each event',
    cron: (expression: string, zone: string) => `Cron ${expression} (${zone})`,
    everySeconds: (count: string) => `Every ${count} s`,
    everyMinutes: counted({ one: 'Every minute', other: 'Every # min' }),
    everyHours: counted({ one: 'Every hour', other: 'Every # h' }),
    everyDays: counted({ one: 'Every day', other: 'Every # days' }),
    next: ', next {at}',
    afterRun: ', next when this run ends',
    andMore: (count: number) => `and ${count} more`,
    live: (version: number) => `Version ${version} live`,
    neverDeployed: 'Never deployed',
  },
  banner: {
    failedDeployment: 'Deployment failed at {at}.',
    openConnection: 'Open connection',
    reconnect: 'Reconnect',
    /** `name`: null of a connection that the reader may not use. */
    connection: {
      failing: {
        fact: (name: string | null) =>
          name === null
            ? 'The last request with a connection of this connector failed.'
            : `The last request with the connection “${name}” failed.`,
        text: 'Open the connection to see why. If you replace its secret, the next run uses the new secret.',
      },
      off: {
        fact: (name: string | null) =>
          name === null ? 'A connection of this connector is off.' : `The connection “${name}” is off.`,
        text: 'Runs wait until someone switches it on.',
      },
      ended: {
        fact: (name: string | null) =>
          name === null
            ? 'Access with a connection of this connector has ended.'
            : `Access with the connection “${name}” has ended.`,
        text: 'Runs wait until the owner of the connection or an administrator signs in again.',
      },
    },
    correct: 'Edit the configuration',
    changed: 'The draft has undeployed changes.',
    seeChanges: 'See the changes',
    failedRun: 'Run failed at {at}.',
    lost: (failed: string, read: string) => `At {at}, ${failed} of ${read} records failed.`,
    unknown: (unknown: string, read: string) => `${unknown} of ${read} records from the run at {at} may not have arrived.`,
    lostOrUnknown: (failed: string, unknown: string, read: string) =>
      `At {at}, ${failed} of ${read} records failed and ${unknown} may not have arrived.`,
    returned: (system: string, status: number, said: string) => `${system} returned HTTP ${status}: “${said}”`,
    returnedSeveral: (system: string, status: number, said: string) => `${system} returned HTTP ${status}, for example “${said}”`,
    several: (said: string) => `For example: ${said}`,
    seeProblem: 'See the problem',
    retry: counted({ one: 'Retry # record', other: 'Retry # records' }),
  },
  stats: {
    records: 'Records, past 24 h',
    accountedFor: 'All accounted for',
    noRecords: 'Nothing to read',
    inProgress: (count: string) => `${count} more in progress`,
    delivered: 'Delivered',
    failed: (count: string) => `${count} failed`,
    unknown: (count: string) => `${count} unknown`,
    skipped: (count: string) => `${count} skipped`,
    deliveredLater: (later: string) => `${later} delivered later`,
    latency: 'Average latency',
    p95: (time: string) => `95 % below ${time}`,
    next: 'Next run',
    afterThis: 'After this',
    planned: 'planned {at}',
    now: 'Now',
    none: '–',
    notActive: 'Not active',
    held: 'Held',
    byHand: 'By hand',
    noSchedule: 'No schedule',
    onEvent: 'On event',
  },
  settings: { export: 'Export' },
}
