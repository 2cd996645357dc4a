import type { Run } from '#contract/connectors/runs/run.ts'
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import type { RunResult } from '#contract/connectors/runs/run-result.ts'
import type { Waiting } from '#contract/connectors/runs/run-waiting.ts'
import { countedIn } from '../../kit/format/counted.ts'
import { listed } from '../../kit/format/listed.ts'
import { number } from '../../kit/format/numbers.ts'

const counted = countedIn('en')
const countedLines = counted({ one: '# line', other: '# lines' })
const countedGroups = counted({ one: '# group', other: '# groups' })
const countedRecords = counted({ one: '# record', other: '# records' })

/** What a person does so that a connector without runs has one. */
export type FirstStep = 'deploy' | 'run' | 'send'

/** Runs and their sums; numbers come written. */
export const runMessages = {
  status: {
    queued: 'Queued',
    running: 'Running',
    limited: 'Limited',
    away: 'Waiting',
    delayed: 'Retrying',
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
  unknown: (count: string) => `${count} with unknown outcome`,
  unknownShort: (count: string) => `${count} unknown`,
  unchanged: (count: string) => `${count} unchanged`,
  leftOut: (count: string) => `${count} left out`,
  read: (count: string) => `${count} read`,
  /**
   * Where records of the source become lines or groups: each record is at least one line, so fewer than there are records are groups.
   * @param records of the source; null: each record is one line.
   */
  readFrom: (lines: number, records: number | null) =>
    records === null
      ? `${number(lines)} read`
      : `${lines < records ? countedGroups(lines) : countedLines(lines)} from ${countedRecords(records)}`,
  fromRecords: (records: number) => `from ${countedRecords(records)}`,
  ofRead: (parts: readonly string[], read: string) => `${listed(parts)} of ${read}`,
  /** Before there is one, by what a person does first. */
  nothing: {
    deploy: 'Runs appear here once you deploy the connector.',
    run: 'No runs yet. Run the connector to see results.',
    send: "No runs yet. Send an event to the connector's URL to start a run.",
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
    first: 'Runs of all connectors appear here. Run a connector to start.',
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
      `${delivered} of ${read} read records are already delivered. This can't be undone.`,
    rest: 'Unsent records count as failed. You can retry them later. The connector stays active.',
    keep: 'Keep it running',
    confirm: 'Stop run now',
  },
  inParts: {
    title: 'Parts',
    note: (count: number) => `${count}, read at the same time`,
    part: 'Part',
    range: 'Range',
    rangeOf: (after: string | null, until: string | null) =>
      after === null && until === null
        ? '–'
        : after === null
          ? `Up to ${until}`
          : until === null
            ? `After ${after}`
            : `After ${after}, up to ${until}`,
    windowOf: (from: string | null, before: string | null) =>
      from === null && before === null
        ? '–'
        : from === null
          ? `Before ${before}`
          : before === null
            ? `From ${from}`
            : `From ${from}, before ${before}`,
    worker: 'Worker',
    noWorker: '–',
    state: 'Status',
    states: { waiting: 'Queued', moving: 'Running', ended: 'Completed', stopped: 'Stopped' },
    begun: 'Started',
    read: 'Read',
    open: 'Waiting',
    speed: 'Per second',
  },
  page: {
    title: 'Run',
    name: 'run report',
    dashboard: 'Dashboard',
    connector: 'Connector',
    notFound: 'Run not found',
    gone: "This run doesn't exist, or its connector was deleted.",
    started: 'Started {at}',
    version: (version: number) => `Version ${version}`,
    transactions: 'Transactions',
    retry: counted({ one: 'Retry # record', other: 'Retry # records' }),
    problems: 'Problems',
    problemsNote: 'Why records failed',
    status: (status: number) => `HTTP ${status}`,
    arrived: (arrived: string, lost: string) =>
      arrived === lost ? `All ${lost} delivered later` : `${arrived} of ${lost} delivered later`,
    example: 'for example',
    forExample: 'For example:',
    showRecords: 'Show records',
    retryThem: (count: string) => `Retry ${count}…`,
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
    noneFits: 'No matching runs',
    change: 'Select another result or period.',
    version: (version: number) => `v${version}`,
    notStarted: 'not started',
    soFar: (age: string) => `${age} so far`,
  },
  sums: {
    read: 'Read',
    lines: 'Lines',
    groups: 'Groups',
    grouping: (records: number) =>
      `${countedRecords(records)} read into groups so far. Groups are sent after all records are read.`,
    delivered: 'Delivered',
    skipped: 'Skipped',
    failed: 'Failed',
    unknown: 'Unknown',
    unchanged: 'Unchanged',
    leftOut: 'Left out',
    holds: (sum: string) => `${sum}. All records accounted for.`,
    nothingRead: 'No records read.',
    nothingYet: 'Nothing read yet.',
    failedAfter: (sum: string) => `${sum}. All records accounted for. The run failed.`,
    onTheirWay: (sum: string, open: string) => `${sum} + ${open} in progress.`,
    holdsNot: (sum: string, open: string) => `${sum}. ${open} not accounted for.`,
  },
}
