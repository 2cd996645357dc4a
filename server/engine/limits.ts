import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { type StallPauses, stallPauses } from '../records/runs/stalls.repository.ts'

/** Limits of the engine. Times are milliseconds. `decisions.md` section 6, `faults.md`. */
export type EngineLimits = {
  /** Runs that one process moves at the same time. */
  readonly runsAtOnce: number
  /** Of one company, in one process: places are left for the others. And of one that costs nothing, in all processes together: the operator bounds it. */
  readonly companyRuns: number
  readonly freeRuns: number
  /** Requests of one run to its destination that are open at the same time. */
  readonly sendsAtOnce: number
  /** Deliveries of one run that are open or not settled: so many are sent again when the process dies. */
  readonly unsettledMax: number
  /** How long an outcome waits for others to be written with it, and how many are written at once. */
  readonly settlePause: number
  readonly settleGroup: number
  /** No page is added to the outbox of a run while it holds this much that is not settled. */
  readonly windowRecords: number
  readonly windowBytes: number
  /** Nor while so many deliveries could be sent at once: what is read long before it is sent is late. */
  readonly queueMax: number
  /** Pages that are read before they are needed, besides the next one. */
  readonly readAhead: number
  /** Of one run (`faults.md` F16); what is over comes in the next. */
  readonly pagesMax: number
  readonly recordsMax: number
  readonly readingMax: number
  /** Of runs of events (`Grouping`). */
  readonly grouping: { readonly pause: number; readonly window: number; readonly events: number }
  /** Processes that may die while they make a record before it is left out (F15), and records that a run may leave out so. */
  readonly stallsMax: number
  /** Records that are made at once after a process has died, and within which the one that ended it is looked for. */
  readonly carefulRecords: number
  readonly stallPauses: StallPauses
  /** Tries after the first one. */
  readonly retries: number
  /** Pause before the first retry; it doubles with each one up to the cap. */
  readonly retryBase: number
  readonly retryCap: number
  /** How long a record that may have been created is searched for; the pauses are those of retries. */
  readonly searchMax: number
  /** Refusals of every request after which a run ends: before anything was taken, and later (F11, `refusals.ts`). */
  readonly refusedFirst: number
  readonly refusedLater: number
  /** Pause between two requests to a host that only fails, and how long a run waits for one (F21). */
  readonly probePause: number
  readonly outageMax: number
  /** How long single deliveries that are left wait for a host that took others of their run and responds to these with errors only. */
  readonly leftOverMax: number
  /** How long a run that only waits for a rate limit stays with its owner, and how often it says how it goes. */
  readonly limitRest: number
  readonly limitTold: number
  /** How long a run belongs to an owner that is not heard of. */
  readonly lease: number
  readonly renewEvery: number
  /** How old the last look at a run may be when something is sent for it. */
  readonly lookFresh: number
  /** How long a process leaves a free part of a run to others, for each part of that run that it moves already. */
  readonly partSpread: number
  /** How often work is looked for when nothing is known to be due and nobody wakes the engine; up to a fifth later. */
  readonly poll: number
  /** How long a stop waits for what is in flight. */
  readonly drain: number
}

/** Bytes of one record. */
export const recordBytesMax = 8 * 1024 * 1024

export const engineLimits: EngineLimits = {
  runsAtOnce: 8,
  companyRuns: 6,
  freeRuns: 1_000,
  sendsAtOnce: 32,
  unsettledMax: 128,
  settlePause: 20,
  settleGroup: 64,
  windowRecords: 1_000,
  windowBytes: 16 * 1024 * 1024,
  queueMax: 96,
  readAhead: 0,
  pagesMax: productLimits.pagesMax,
  recordsMax: productLimits.recordsMax,
  readingMax: 1_800_000,
  grouping: { pause: 10_000, window: 300_000, events: 10_000 },
  stallsMax: 3,
  carefulRecords: 32,
  stallPauses,
  retries: productLimits.retries,
  retryBase: 1_000,
  retryCap: productLimits.retryCapSeconds * 1_000,
  searchMax: 60_000,
  refusedFirst: 20,
  refusedLater: 50,
  probePause: 30_000,
  outageMax: 3_600_000,
  leftOverMax: 900_000,
  limitRest: 900_000,
  limitTold: 1_000,
  lease: 10_000,
  renewEvery: 3_000,
  lookFresh: 500,
  partSpread: 300,
  poll: 10_000,
  drain: 10_000,
}
