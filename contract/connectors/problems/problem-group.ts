/** What went wrong with a connector: runs and deployments that failed, and records that did not arrive or may not have, by cause. */
import type { FailedDeployment } from '../deployments/live-state.ts'
import type { CauseState } from './cause.lifecycle.ts'

/** Hours that are told when no range is asked for. */
export const problemRangeUsual = 24
/** The newest records of a range that are grouped; of more than these, that is said. */
export const groupedMax = 20_000
/** Groups of a range that are told: the largest, and where there are more, the last of them is all the others. */
export const problemGroupsMax = 50

/** Of a `ProblemGroup`, as links have it. */
export const problemGroupId = /^[0-9a-f]{32}$/

/** The group of the records whose reasons are too many for a group each. */
export const otherReasonsId = 'f'.repeat(32)

/**
 * Records of one code, one sentence but for what differs from record to record, one status of the destination's responses, and one reason that they
 * give (`kit/reason/remote-reason.ts`). Lines that were written before reasons were recorded are grouped without them, under the id that they always had.
 */
export type ProblemGroup = {
  /** The same for the same cause, whatever the range; 32 digits in hex. */
  readonly id: string
  /** What people did about it. */
  readonly state: CauseState
  /** Of the catalogue; empty where no cause was recorded. */
  readonly code: string
  /** The sentence with `…` for what differs from record to record. */
  readonly message: string
  /** Status of the destination's answers; null where it did not answer. */
  readonly answerStatus: number | null
  readonly failed: number
  /** May have arrived. */
  readonly unknown: number
  /** They failed for different reasons, or the destination said something else of each. */
  readonly isMixed: boolean
  /** The mapped field that the problem is about; null where it names none that is mapped. */
  readonly field: string | null
  /** Records, not failures: one that failed in three runs is one. */
  readonly records: number
  /** How many of the records have not arrived later. */
  readonly openRecords: number
  /** How many failures and unknown outcomes arrived later: by a replay, or because a later run read them again. */
  readonly arrived: number
  /** When the last run that delivered some of them ended, ISO 8601 in UTC; null while it still runs, and where none arrived. */
  readonly arrivedAt: string | null
  /** The newest replay that delivered some of them; null where none did. */
  readonly replayId: string | null
  /** The newest run that delivered some of them, and how many runs did. */
  readonly arrivedRun: { readonly runId: string; readonly startedAt: string } | null
  readonly arrivedRuns: number
  /** When the first and the last of them failed, or their outcome became unknown, ISO 8601 in UTC. */
  readonly firstAt: string
  readonly lastAt: string
  /** The newest of them. */
  readonly example: {
    readonly transactionId: string
    readonly recordKey: string
    /** What people call it; absent where nobody looked, null where it has no name. */
    readonly recordName?: string | null
    readonly message: string
    /** The beginning of what the destination answered, secrets masked; null where it did not answer or said nothing. */
    readonly answer: string | null
  }
}

/** Runs that failed for one cause. */
export type FailedRuns = {
  /** Of the catalogue; empty where no cause was recorded. */
  readonly code: string
  readonly message: string
  readonly count: number
  /** When the first and the last of them ended, ISO 8601 in UTC. */
  readonly firstAt: string
  readonly lastAt: string
  /** The newest of them. */
  readonly runId: string
}

/** A mapped path that no record of some runs contained: what it is mapped to was delivered without it. `count`: the runs. */
export type AbsentPath = FailedRuns & { readonly targetPath: string }

export type ProblemGroups = {
  /** Newest first, as many as `problemGroupsMax`. */
  readonly failedRuns: readonly FailedRuns[]
  /** Likewise. */
  readonly failedDeployments: readonly FailedDeployment[]
  /** Of runs that read their source to its end; newest first. */
  readonly absentPaths: readonly AbsentPath[]
  readonly from: string
  /** Not included. */
  readonly to: string
  /** Largest first. */
  readonly groups: readonly ProblemGroup[]
  /** Records that were grouped. */
  readonly records: number
  /** How many of these arrived later. */
  readonly arrived: number
  /** There are more than `groupedMax`: only the newest were grouped. */
  readonly isCut: boolean
  /** Follow-up requests that failed, or whose outcome is unknown. Their records were delivered, so they are in no group. */
  readonly failedFollowUps: number
}

/** Whether it still waits for somebody: records have not arrived, and nobody resolved or muted it. */
export const isOpenProblem = ({
  state,
  failed,
  unknown,
  arrived,
}: Pick<ProblemGroup, 'state' | 'failed' | 'unknown' | 'arrived'>) =>
  arrived < failed + unknown && state !== 'resolved' && state !== 'muted'
