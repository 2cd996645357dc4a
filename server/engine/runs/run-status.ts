/** The status of a running run: what it waits for, or that it continues. */
import type { EngineDeps } from '../engine-deps.ts'
import type { writtenBy } from '../outbox/private-payloads.ts'
import { type ClaimedRun, type StatusReason, writeRunStatus } from './run-leases.repository.ts'

const moving: StatusReason = { reason: 'The engine moves the records.', next: 'Reads the next page of the source.' }

export type RunStatus = {
  /** The source or an enrichment waits before its next request; null: it answers again. */
  readonly tell: (standing: StatusReason | null) => void
  /** A rate limit holds the run up; null: no more. */
  readonly tellLimit: (standing: StatusReason | null) => void
  /** What is written with the next group of outcomes: a retry that waits, or that the run moves again; null: nothing new. */
  readonly now: () => StatusReason | null
}

type Deps = Pick<EngineDeps, 'db' | 'log'> & {
  readonly run: ClaimedRun
  readonly written: ReturnType<typeof writtenBy>
  /** What the sender and the limits say now. */
  readonly sender: () => StatusReason | null
  readonly limit: () => StatusReason | null
}

export function createRunStatus({ db, log, run, written, sender, limit }: Deps): RunStatus {
  let isRetryReported = false
  let sourceRetry: StatusReason | null = null

  function write(standing: StatusReason, waitsFor: 'limit' | null) {
    writeRunStatus(db, run, standing, waitsFor).catch((thrown: unknown) =>
      log.warn({ err: thrown, runId: run.id }, 'The status of a run could not be written.'),
    )
  }

  function now(): StatusReason | null {
    const retry = written.status(limit()) ?? sourceRetry ?? written.status(sender())
    if (retry === null && !isRetryReported) return null
    isRetryReported = retry !== null
    return retry ?? moving
  }

  return {
    tell: (it) => {
      sourceRetry = written.status(it)
      // Also when it is over: outcomes that are being written now may say it once more, and the next ones take it back.
      isRetryReported = true
      write(sourceRetry ?? written.status(sender()) ?? moving, limit() ? 'limit' : null)
    },
    tellLimit: (it) => write(written.status(it) ?? now() ?? moving, it === null ? null : 'limit'),
    now,
  }
}
