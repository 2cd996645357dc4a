/** What happens to records before they are mapped: the filter, and enrichments in a third system. */
import type { Problem } from '#contract/kit/problem.ts'
import type { NewLookup } from '../../records/runs/lookups.repository.ts'
import type { StatusReason } from '../../records/runs/run-leases.repository.ts'
import type { EngineLimits } from '../limits.ts'
import type { Tools } from './kind.ts'

export type OpenEnrichment = (tools: Tools, pace?: Pace) => Promise<Enrich>

/** What became of one record: it goes on, with what was found; or it ends here, and the ledger says why. */
export type Verdict =
  | { readonly record: unknown }
  | { readonly skipped: Problem }
  | { readonly leftOut: Problem }
  | { readonly failed: Problem }

/** One request as the ledger keeps it. */
export type LookupLine = NewLookup

/** Of the records of a page, in their order. Lines are those of requests that were made; what came from the cache has none. */
export type Enriched = { readonly verdicts: readonly Verdict[]; readonly lines: readonly LookupLine[] }

/** Throws `SourceFault` when no record of the run could be looked up: the caller or the address is refused. */
export type Enrich = (records: readonly unknown[], signal: AbortSignal) => Promise<Enriched>

/** How enrichments are tried again. `tell` hears of a wait, and null when the third system answers again. */
export type Pace = {
  readonly limits: EngineLimits
  readonly tell: (standing: StatusReason | null) => void
  /** Hears of each enrichment: of a request when it has ended, and of a record that failed without one of its own. Milliseconds. */
  readonly measure?: (duration: number, failed: boolean, records: number) => void
  /** Of a preview: what the third system returned, as a person may see it. A run takes it as it is. */
  readonly shown?: (value: unknown) => unknown
}
