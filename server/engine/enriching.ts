/** What is added to records before they are mapped: look-ups in a third system. */
import type { Problem } from '../../contract/problem.ts'
import type { NewLookup } from '../store/lookups.ts'

/** What became of one record: it goes on, with what was found; or it ends here, and the ledger says why. */
export type Verdict = { readonly record: unknown } | { readonly skipped: Problem } | { readonly failed: Problem }

/** One request as the ledger keeps it. */
export type LookupLine = NewLookup

/** Of the records of a page, in their order. Lines are those of requests that were made; what came from the cache has none. */
export type Enriched = { readonly verdicts: readonly Verdict[]; readonly lines: readonly LookupLine[] }

export type Enrich = (records: readonly unknown[], signal: AbortSignal) => Promise<Enriched>
