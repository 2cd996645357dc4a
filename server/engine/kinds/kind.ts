/** The small face of a kind of system. A new kind is one new folder that exports one `Kind`. */
import type { DestinationConfig, SourceConfig } from '../../../contract/config.ts'
import type { FieldProblem, ForeignAnswer, Problem } from '../../../contract/problem.ts'
import type { Outbound } from '../../outbound/outbound.ts'

/** Where reading goes on, in the kind's own words; kept as the checkpoint of the run. */
export type Place = Readonly<Record<string, string | number>>

export type SourcePage = {
  readonly records: readonly unknown[]
  /** What was asked, without secrets. */
  readonly startpoint: string
  /** Null when this was the last page. */
  readonly next: Place | null
  /** Whether the same records again mean that the source does not page, and not that it loops. */
  readonly repeatEnds: boolean
}

/** Why a page could not be read; `retry` says whether the engine asks again. */
export class SourceFault extends Error {
  readonly problem: Problem
  readonly retry: boolean

  constructor(problem: Problem, retry: boolean, options?: ErrorOptions) {
    super(problem.message, options)
    this.name = 'SourceFault'
    this.problem = problem
    this.retry = retry
  }
}

export type Source = {
  readonly start: Place
  /** Reads the page at a place. Throws `SourceFault`. */
  readonly read: (place: Place, signal: AbortSignal) => Promise<SourcePage>
}

/** What is sent at once: the exact bytes and the key that stays the same on every retry. */
export type Parcel = { readonly key: string; readonly body: string }

export type Outcome =
  | { readonly outcome: 'delivered'; readonly answer: ForeignAnswer }
  /** Not sent again. `stopsRun`: what follows would meet the same refusal. */
  | { readonly outcome: 'refused'; readonly problem: Problem; readonly stopsRun: boolean }
  /** Sent again under the same key. `unknown`: the other side may have taken it. */
  | { readonly outcome: 'retry' | 'unknown'; readonly problem: Problem }
  /** It never started: no attempt. */
  | { readonly outcome: 'withheld' }

/** `signal` cuts the request off; `withdrawn` takes it back while it waits for its turn; `mayStart` is asked when the turn has come. */
export type Permission = { readonly signal: AbortSignal; readonly withdrawn: AbortSignal; readonly mayStart: () => boolean }

export type Destination = {
  /** Method and address, without secrets. */
  readonly endpoint: string
  /** One attempt. Never throws for what the other side did. */
  readonly deliver: (parcel: Parcel, permission: Permission) => Promise<Outcome>
}

/** What a kind needs to open a side: the way out, and the secret that a configuration refers to, bound to an origin. */
export type Tools = {
  readonly outbound: Outbound
  readonly readSecret: (reference: unknown, origin: string) => Promise<string>
}

export type Kind = {
  readonly checkSource: (config: SourceConfig) => FieldProblem[]
  readonly checkDestination: (config: DestinationConfig) => FieldProblem[]
  readonly openSource: (config: SourceConfig, tools: Tools) => Promise<Source>
  readonly openDestination: (config: DestinationConfig, tools: Tools) => Promise<Destination>
}
