/** What is added to records before they are mapped: look-ups in a third system. */
import type { ForeignAnswer, Problem } from '../../contract/problem.ts'

/** What became of one record: it goes on, with what was found; or it ends here, and the ledger says why. */
export type Verdict = { readonly record: unknown } | { readonly skipped: Problem } | { readonly failed: Problem }

/** One look-up as the ledger keeps it. Times are milliseconds. */
export type LookupLine = {
  readonly enrichmentId: string
  /** What was asked, without secrets. */
  readonly asked: string
  readonly outcome: 'found' | 'not-found' | 'failed'
  /** Values that were asked for, and how many records they serve. */
  readonly values: number
  readonly records: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly answer: ForeignAnswer | null
  readonly error: Problem | null
}

/** Of the records of a page, in their order. Lines are those of requests that were made; what came from the cache has none. */
export type Enriched = { readonly verdicts: readonly Verdict[]; readonly lines: readonly LookupLine[] }

export type Enrich = (records: readonly unknown[], signal: AbortSignal) => Promise<Enriched>
