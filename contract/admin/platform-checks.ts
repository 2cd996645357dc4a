/** What of an installation is compared with a threshold, once for the server that measures and the console that shows it. */

export const checkLevels = ['ok', 'warn', 'bad', 'unknown'] as const
export type CheckLevel = (typeof checkLevels)[number]

type Threshold = {
  readonly unit: 'milliseconds' | 'percent' | 'count'
  /** From which value on it is a warning, and an error; null: from none. */
  readonly warn: number | null
  readonly bad: number | null
  /** Whether small values are the bad ones. */
  readonly isFloor?: true
}

const minute = 60_000
const day = 86_400_000

/** In the order in which they are shown. */
export const checkThresholds = {
  /** Time that the database took for a response. */
  database: { unit: 'milliseconds', warn: 100, bad: 1_000 },
  /** Of the disk that holds DATA_DIR. */
  disk: { unit: 'percent', warn: 85, bad: 95 },
  /** Processes that stopped reporting. */
  processes: { unit: 'count', warn: 1, bad: null },
  versions: { unit: 'count', warn: 2, bad: null },
  /** Wait of the run that has waited longest for an engine. */
  queue: { unit: 'milliseconds', warn: minute, bad: 10 * minute },
  /** Runs whose lease has run out. */
  abandonedRuns: { unit: 'count', warn: 1, bad: 10 },
  /** Events of incoming webhooks that wait for a run. */
  heldEvents: { unit: 'count', warn: 1_000, bad: null },
  /** Hosts that are not delivered to. */
  circuits: { unit: 'count', warn: 1, bad: null },
  /** Age of the oldest message that is due. */
  outbox: { unit: 'milliseconds', warn: 5 * minute, bad: 60 * minute },
  /** Messages that nothing can send, and those refused in the past 24 hours. */
  keptMessages: { unit: 'count', warn: 1, bad: null },
  failedMessages: { unit: 'count', warn: 1, bad: null },
  /** How long the oldest event of an outgoing webhook has been due. */
  webhooks: { unit: 'milliseconds', warn: 5 * minute, bad: 60 * minute },
  eventLoop: { unit: 'milliseconds', warn: 100, bad: 500 },
  /** Requests for a connection to the database that wait, the fewest of a minute. */
  pool: { unit: 'count', warn: 5, bad: 20 },
  /** Weeks of the ledger that stand ready. */
  partitions: { unit: 'count', warn: 1, bad: 0, isFloor: true },
  /** Age of the newest backup of the embedded database. */
  backup: { unit: 'milliseconds', warn: 2 * day, bad: 7 * day },
} as const satisfies Readonly<Record<string, Threshold>>

export type PlatformCheckId = keyof typeof checkThresholds
export const platformChecks = Object.keys(checkThresholds) as [PlatformCheckId, ...PlatformCheckId[]]

/** @param value null is not known. */
export function levelOf(id: PlatformCheckId, value: number | null): CheckLevel {
  if (value === null) return 'unknown'
  const { warn, bad, isFloor }: Threshold = checkThresholds[id]
  const isOver = (limit: number | null) => limit !== null && (isFloor ? value <= limit : value >= limit)
  return isOver(bad) ? 'bad' : isOver(warn) ? 'warn' : 'ok'
}
