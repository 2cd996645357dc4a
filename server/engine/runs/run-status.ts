/** The status of a running run: what it waits for, or that it continues. */

import { type ClaimedRun, type StatusReason, writeRunStatus } from '../../records/runs/run-leases.repository.ts'
import type { EngineDeps } from '../kit/engine-deps.ts'

const moving: StatusReason = { reason: 'Moving records.', next: 'Reading the next page of the source.' }

export type RunStatus = {
  /** The source or an enrichment waits before its next request; null: it answers again. */
  readonly tell: (standing: StatusReason | null) => void
  /** A rate limit holds the run up; null: no more. */
  readonly tellLimit: (standing: StatusReason | null) => void
  /** The sender waits for its destination, or no longer. */
  readonly refresh: () => void
  /** What is written with the next group of outcomes: a retry that waits, or that the run moves again; null: nothing new. */
  readonly now: () => StatusReason | null
}

type Deps = Pick<EngineDeps, 'db' | 'log'> & {
  readonly run: ClaimedRun
  /** A status as it is written. */
  readonly shown: (standing: StatusReason | null) => StatusReason | null
  /** What the sender and the limits say now. */
  readonly sender: () => StatusReason | null
  readonly limit: () => StatusReason | null
}

export function createRunStatus({ db, log, run, shown, sender, limit }: Deps): RunStatus {
  let isRetryReported = false
  let sourceRetry: StatusReason | null = null

  function write(standing: StatusReason) {
    writeRunStatus(db, run, standing).catch((thrown: unknown) =>
      log.warn({ err: thrown, runId: run.id }, 'could not save the status of a run'),
    )
  }

  const waits = () => shown(limit() ?? sourceRetry ?? sender())

  function now(): StatusReason | null {
    const standing = waits()
    if (standing === null && !isRetryReported) return null
    isRetryReported = standing !== null
    return standing ?? moving
  }

  return {
    tell: (it) => {
      sourceRetry = it
      // Also when it is over: outcomes that are being written now may say it once more, and the next ones take it back.
      isRetryReported = true
      write(waits() ?? moving)
    },
    tellLimit: () => write(now() ?? moving),
    refresh: () => {
      const standing = now()
      if (standing !== null) write(standing)
    },
    now,
  }
}
