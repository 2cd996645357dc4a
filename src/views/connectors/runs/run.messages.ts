import type { Run } from '#contract/connectors/runs/run.ts'
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import type { RunResult } from '#contract/connectors/runs/run-result.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { listed } from '../../kit/format/listed.ts'

const counted = countedIn('en')

/** What a person does so that a connector without runs has one. */
export type FirstStep = 'deploy' | 'run' | 'send'

/** Runs and their sums; numbers come written. */
export const runMessages = {
  status: {
    queued: 'Queued',
    running: 'Running',
    limited: 'Limited',
    away: 'Waiting',
    paused: 'Paused',
    succeeded: 'Succeeded',
    completedWithErrors: 'Completed with errors',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<'queued' | 'running' | 'paused' | Waiting['kind'] | RunResult, string>,
  started: {
    manual: 'by hand',
    schedule: 'by schedule',
    webhook: 'by webhook',
    replay: 'by replay',
  } satisfies Record<Run['trigger'], string>,
  startedBy: {
    manual: 'By hand',
    schedule: 'Schedule',
    webhook: 'Webhook',
    replay: 'Replay',
  } satisfies Record<Run['trigger'], string>,
  delivered: (count: string) => `${count} delivered`,
  skipped: (count: string) => `${count} skipped`,
  failed: (count: string) => `${count} failed`,
  unknown: (count: string) => `${count} of unknown outcome`,
  unknownShort: (count: string) => `${count} unknown`,
  unchanged: (count: string) => `${count} unchanged`,
  read: (count: string) => `${count} read`,
  ofRead: (parts: readonly string[], read: string) => `${listed(parts)} of ${read} read`,
  /** Before there is one, by what a person does first. */
  nothing: {
    deploy: 'Every run appears here with its sums. Deploy the connector; then run it.',
    run: 'Every run appears here with its sums. Run it now to see the first one.',
    send: 'Every run appears here with its sums. Send an event to the address of the connector to see the first one.',
  } satisfies Record<FirstStep, string>,
  filters: {
    all: 'All',
    open: 'Running',
    succeeded: 'Succeeded',
    completedWithErrors: 'Completed with errors',
    failed: 'Failed',
    cancelled: 'Cancelled',
  } satisfies Record<RunFilter | 'all', string>,
  all: {
    connector: 'Search connectors',
    first: 'Every run of every connector appears here. Run a connector to see its first run.',
  },
  range: { label: 'Period', any: 'Any time' },
  bars: {
    title: (count: number) => (count === 1 ? 'Last run' : `Last ${count} runs`),
    list: 'Last runs, oldest first',
    bar: (result: string, at: string, parts: readonly string[]) => `${result}, ${at}: ${parts.join(', ')}`,
  },
  stop: {
    stop: 'Stop run',
    stopping: 'Stopping…',
    title: 'Stop this run?',
    delivered: (delivered: string, read: string) =>
      `${delivered} of ${read} records that were read are delivered so far. They stay delivered.`,
    rest: 'What was not sent yet counts as failed and can be retried. The connector stays active.',
    keep: 'Keep it running',
    confirm: 'Stop run now',
  },
  page: {
    title: 'Run',
    name: 'report of the run',
    dashboard: 'Dashboard',
    connector: 'Connector',
    notFound: 'Run not found',
    gone: 'This run does not exist, or its connector was deleted.',
    started: 'Started {at}',
    version: (version: number) => `Version ${version}`,
    transactions: 'Transactions',
    retry: counted({ one: 'Retry # record', other: 'Retry # records' }),
    problems: 'Problems',
    problemsNote: 'Why records failed',
    records: counted({ one: '# record', other: '# records' }),
    status: (status: number) => `HTTP ${status}`,
    arrived: (arrived: string, lost: string) =>
      arrived === lost ? `All ${lost} delivered later` : `${arrived} of ${lost} delivered later`,
    example: 'for example',
    forExample: 'For example:',
    showRecords: 'Show records',
    retryThem: 'Retry',
    times: 'Timing',
    queued: 'Queued',
    begun: 'Started',
    notBegun: 'not yet',
    ended: 'Ended',
    lasted: 'Duration',
    waited: 'Waited in queue',
    pages: 'Pages read',
    startedBy: 'Started by',
    why: 'Why',
    next: 'Next',
    twice: 'Delivered twice',
    twiceOf: (count: string) => `up to ${count} may have been`,
  },
  recent: { title: 'Recent runs', all: 'View all', result: 'Result', started: 'Started' },
  table: {
    name: 'runs',
    title: 'Runs',
    none: 'No runs yet',
    columns: {
      result: 'Result',
      connector: 'Connector',
      started: 'Started',
      startedBy: 'Started by',
      lasted: 'Duration',
      read: 'Read',
      delivered: 'Delivered',
      failed: 'Failed',
      version: 'Version',
    },
    noneFits: 'No run fits',
    change: 'Choose another result or another time.',
    version: (version: number) => `v${version}`,
    notStarted: 'not started',
    soFar: (age: string) => `${age} so far`,
  },
  sums: {
    read: 'Read',
    delivered: 'Delivered',
    skipped: 'Skipped',
    failed: 'Failed',
    unknown: 'Unknown',
    unchanged: 'Unchanged',
    holds: (sum: string) => `${sum}. The sum holds.`,
    nothingRead: 'No record was read.',
    failedAfter: (sum: string) => `${sum}. Every record that was read is accounted for. The run failed.`,
    onTheirWay: (sum: string, open: string) => `${sum} + ${open} on their way.`,
    holdsNot: (sum: string, open: string) => `${sum}. The sum does not hold: ${open} not accounted for.`,
  },
}
