/** What the rules read of a connector: counted in the ledger, for the time that is looked at and the time before it. */
import type { Difference } from '#contract/connectors/problems/cause-evidence.ts'
import type { Drift } from './drift.ts'
import type { CountedOfRuns, StepHour } from './insights.repository.ts'

/** Transactions that ended, by how. */
export type Ended = { readonly delivered: number; readonly failed: number; readonly skipped: number; readonly unknown: number }

export type LostCause = {
  /** Of the `ProblemGroup`. */
  readonly id: string
  readonly message: string
  /** The same of its newest record, in the destination's own words where it said something. */
  readonly example: string
  readonly lost: number
  /** Of those, how many arrived later. */
  readonly arrived: number
  readonly firstAt: string
  /** Whether a record was lost for it in the time before. */
  readonly wasBefore: boolean
  readonly differences: readonly Omit<Difference, 'from' | 'fixed'>[]
  /** Records that the differences are of. */
  readonly compared: { readonly lost: number; readonly delivered: number }
}

export type History = CountedOfRuns & {
  readonly now: Ended
  readonly before: Ended
  /** Transactions of times as long as the one that is looked at, that came before it; the newest first. Times before the first record are left out. */
  readonly earlier: readonly number[]
  readonly causes: readonly LostCause[]
  readonly steps: readonly StepHour[]
  /** Mapped paths that no record of a run contained. */
  readonly absent: readonly { readonly message: string; readonly runs: number; readonly firstAt: string }[]
  readonly drift: Drift
  /** Credentials that say when they end, and how many days that is from now; less than none where they have ended. Only where the time is the present. */
  readonly expiring: readonly { readonly part: string; readonly at: string; readonly days: number }[]
}
