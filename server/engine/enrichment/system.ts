/** A third system, as the enrichments of one enrichment see it. */
import type { Lookup } from '#contract/connectors/config/config.ts'
import type { Answered } from './answer.ts'

export type Parameter = Lookup['parameters'][number]

/** One request, ready to be made. */
export type Asking = {
  /** As the ledger shows it. */
  readonly asked: string
  /** Throws when `signal` is aborted. `started` is called when the request is sent, if it waited for a rate limit before. */
  readonly send: (signal: AbortSignal, started?: () => void) => Promise<Answered>
}

export type System = {
  /** Each member is one enrichment with a value for each parameter; several only of an enrichment per batch. */
  readonly build: (asked: readonly (readonly unknown[])[]) => Asking
  /** Why a set of values cannot be sent: a sentence that goes on after "the value …"; null when it can. */
  readonly fault: (values: readonly unknown[]) => { readonly parameter: Parameter; readonly why: string } | null
  /** Gives back what asking for the records of a page holds open. */
  readonly end: () => Promise<void>
}
