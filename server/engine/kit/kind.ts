/** The interface of a kind of system, which its sources and destinations provide. A new kind is one new folder that exports one `Kind`. */

import type { Exchange } from '#contract/builder/probe.ts'
import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { type FieldProblem, type ForeignAnswer, type Problem, problem } from '#contract/kit/problem.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import type { WaitingEvent } from '../../records/connectors/hook-events.repository.ts'
import type { OpenConnection } from './open-connection.ts'
import { ownKey } from './record-key.ts'
import type { TokenSource } from './token-source.ts'

/** A system of a connector, as far as its pace goes. */
export type PacedSystem = {
  readonly side: 'source' | 'destination' | 'enrichment'
  readonly gateway: string | undefined
  readonly perSecond: number | null
  /** Of a connection, whose connectors share one pace. */
  readonly connection?: string
  readonly atOnce?: number
}

/** How we cut a text: what is shown ends after so many of its characters; `isCut` when even the given text is only the beginning of what came. */
export type Cut = { readonly shown: number; readonly isCut: boolean }

/** @param cut needed where we cut the text, so that the cut leaves no part of a secret. */
export type Masked = (text: string, cut?: Cut) => string

/** What a token is asked for with. */
export type Grant = {
  readonly tokenUrl: URL
  readonly clientId: string
  readonly clientSecret: string
  readonly scope: string | undefined
  /** Further parameters of the token request, such as `audience`. */
  readonly parameters?: readonly (readonly [string, string])[]
  /** How the token request is written. Default `form`. */
  readonly format?: 'form' | 'json'
}

export type AccessTokens = {
  /**
   * A token that is still good, and whether it was fetched for this request. Requests that need one while it is fetched wait for the same; `waits` is
   * called then. Throws `AccessTokenFault`.
   */
  readonly tokenFor: (grant: Grant, waits?: () => void) => Promise<{ readonly token: string; readonly isNew: boolean }>
  /** Takes a token out of use that was refused; another one that came meanwhile stays. */
  readonly forget: (grant: Grant, token: string) => void
  /** Whether to fetch a new token after an answer that may be about the token. False for a while after a new token did not help. */
  readonly mayRenew: (grant: Grant) => boolean
  /** A new token got the same answer, so the answer is not about tokens. */
  readonly didNotHelp: (grant: Grant) => void
  /** The same, fetched through a gateway. */
  readonly through: (gateway: string) => AccessTokens
}

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** Where reading goes on, in the kind's own words; kept as the checkpoint of the run. */
export type Place = Readonly<Record<string, Json>>

/** What is read, mapped and kept at once: at most about 1,000 records or 4 MB. A longer answer is handed out in parts, each a page. */
export type SourcePage = {
  readonly records: readonly unknown[]
  /** With the records that are left out because a run before read them: pages are known again by all of theirs. Absent: none is left out. */
  readonly all?: readonly unknown[]
  /** What was asked, without secrets. */
  readonly startpoint: string
  /** Null when this was the last page. */
  readonly next: Place | null
  /** Where reading goes on when only so many records of the page are kept. Absent: at the page itself, of which so many are left out. */
  readonly after?: (count: number) => Place
  /** Of a read without an order: 8 bytes for each record, by which `recall` knows it again. */
  readonly marks?: Buffer
  /** The columns, or the key fields that were set, whose values name the records; empty or absent: their source names none. */
  readonly keyColumns?: readonly string[]
  /** Beside what the run keeps of its records: 8 bytes for each key that no page before held, by which `recall` knows them again. */
  readonly keys?: Buffer
  /** Whether the same records again mean that the source does not page, and not that it loops. */
  readonly repeatEnds: boolean
  /** Set where records that came before are no sign of a loop: in a part of an answer that was fetched again, in files that may be alike. */
  readonly mayRepeat?: true
  /** Where an earlier page held the same records, under another request: whether this is a page of its own all the same. Absent: it is none. */
  readonly isAnother?: (signal: AbortSignal) => Promise<boolean>
  /** Set where the run has counted this page before: it is read again, or this is a further part of it. */
  readonly isAgain?: true
  /** Of a source that is read incrementally: where the next run begins when this one ends here. Absent: at the start. */
  readonly resume?: Place
  /** Held events that the page is made of, in the order of their records: they are taken in the commit that keeps the page. */
  readonly events?: readonly { readonly id: string; readonly records: number }[]
  /** Of a replay: for each record the number of the destination that it goes to once more; null: as the rules of the connector say. */
  readonly routes?: readonly (number | null)[]
  /**
   * Nothing more is there for now, and more may come: the run is given back and goes on at a place, after so many milliseconds or when it is woken.
   * `next` is null then.
   */
  readonly rest?: { readonly place: Place; readonly milliseconds: number }
  /** Where a run of several destinations reads on while one of them holds it up, and whether anything is there by then. `next` is null then. */
  readonly later?: { readonly place: Place; readonly isThere: () => Promise<boolean> }
  /** Said at the end of the run when nothing worse is, e.g. that the list became shorter while it was read. A sentence. */
  readonly note?: string
  /** Of the last page, where the other side decides on it: how the end was known. A sentence. */
  readonly end?: string
}

/** Why a page could not be read; `retry` says whether the engine asks again. `isOurs`: the system was not asked, so that was no try. */
export class SourceFault extends Error {
  readonly problem: Problem
  readonly retry: boolean
  readonly isOurs: boolean

  constructor(problem: Problem, retry: boolean, options: ErrorOptions & { readonly isOurs?: boolean } = {}) {
    super(problem.message, options)
    this.name = 'SourceFault'
    this.problem = problem
    this.retry = retry
    this.isOurs = options.isOurs === true
  }
}

/** A record with a value that no record can hold: it fails by itself, and the others of its page go on. */
export class Unreadable {
  readonly problem: Problem
  /** What the record is called by in the ledger. */
  readonly key: string | null

  /** @param readable what could be read of it. */
  constructor(message: string, readable: unknown) {
    this.problem = problem('record/unreadable', { message })
    this.key = ownKey(readable)
  }

  /** The same without the secrets that its texts may hold. */
  shown(masked: Masked): Unreadable {
    return new Unreadable(masked(this.problem.message), { key: this.key === null ? null : masked(this.key) })
  }

  /** What was read of it is not kept: nothing that is made of it would be the record. */
  toJSON(): null {
    return null
  }
}

/**
 * Where a part of a source begins, and its bounds for people; null: it has none on that side. Its records come after the first bound, and not after the
 * second; of a half-open part they come from the first bound on, and before the second.
 */
export type SourcePart = {
  readonly place: Place
  readonly begins: string | null
  readonly ends: string | null
  readonly isHalfOpen?: true
}

export type Source = {
  /** Origin of the other side, e.g. `https://api.example.com`. */
  readonly host?: string
  /** Where a run begins; `resume` is what the newest run of the same source left. */
  readonly start: (resume: Place | null) => Place
  /** Where a test or a dry run looks, where a run would begin elsewhere. */
  readonly look?: () => Place
  /** Reads the page at a place. Throws `SourceFault`. */
  readonly read: (place: Place, signal: AbortSignal) => Promise<SourcePage>
  /** The last page, how many there are and how many records they declare, by the place after the pages that were read; null where it is not known. */
  readonly last?: (place: Place) => { readonly place: Place; readonly pages: number; readonly records: number } | null
  /**
   * Where as many as `count` parts of it begin, that together hold every record once; or why it has only one. A place of a part ends with the part.
   * Absent: it has no parts. `resume` as in `start`. Throws `SourceFault`.
   */
  readonly split?: (
    count: number,
    signal: AbortSignal,
    resume?: Place | null,
  ) => Promise<readonly SourcePart[] | { readonly why: string | null }>
  /** Set where the source itself reads no record twice: then equal records are as many records. */
  readonly tellsApart?: true
  /** Before reading goes on in another process: takes the marks of a page that was kept. */
  readonly recall?: (marks: Buffer) => void
  /** Gives back what reading holds open. */
  readonly close?: () => Promise<void>
}

/** What is sent at once: the exact bytes and the key that stays the same on every retry. */
export type Parcel = {
  readonly key: string
  /** The same as bytes and as text. */
  readonly bytes: Buffer
  readonly body: string
  /** When its records were read: it was not sent before that. */
  readonly readAt?: Date
  /** How many records it carries, and the JSON text of each, in order. */
  readonly count: number
  readonly texts: () => readonly string[]
}

/** How one record of a parcel fared. */
export type ItemOutcome =
  | { readonly outcome: 'delivered'; readonly remoteId?: string }
  /** `unknown`: the answer does not say it of this record. */
  | { readonly outcome: 'refused' | 'retry' | 'unknown'; readonly problem: Problem }

/** A request after a delivery, without what authenticates it. */
export type AfterRequest = { readonly url: string; readonly body: string | null }

/** What follows a delivery: a request, or why it cannot be made. */
export type After =
  | { readonly request: AfterRequest; readonly problem: null }
  | { readonly request: null; readonly problem: Problem }

/**
 * Makes what follows the delivery of a record; null where it needs nothing.
 * @param text the record as it was sent. @param body the response. @param found what was found of the record before.
 */
export type MakeAfter = (text: string, body: Buffer | null, found: unknown) => After | null

export type AfterSender = {
  /** Whether a second request under the same key has no second effect. */
  readonly isIdempotent: boolean
  /** One attempt. @param withdrawn takes it back while it waits for its turn. */
  readonly send: (request: AfterRequest, key: string, withdrawn: AbortSignal) => Promise<Outcome>
  /** What would be sent after the delivery of a record, for people; null where nothing follows. Asks nobody. @param text the record as it is sent. */
  readonly preview: (text: string, key: string) => BesideRequest | null
}

export type Outcome =
  /** `remoteIds`: what the destination calls each record, where that is known. */
  | {
      readonly outcome: 'delivered'
      readonly answer: ForeignAnswer
      readonly remoteIds?: readonly (string | null)[]
      readonly after?: After
    }
  /** The answer speaks of each record, in their order (`faults.md` F24). */
  | { readonly outcome: 'partial'; readonly answer: ForeignAnswer; readonly items: readonly ItemOutcome[] }
  /**
   * Not sent again. `about`: the caller (what follows would meet the same: the run stops), the records (a part of a bulk may be fine: it is
   * halved until the bad ones stand alone, F26), the request (as the records, and when every request meets it the run stops: `refusals.ts`), the
   * answer (likewise, but it may have been taken, so it is not halved), or this delivery alone.
   */
  | {
      readonly outcome: 'refused'
      readonly problem: Problem
      readonly about: 'caller' | 'request' | 'answer' | 'records' | 'delivery'
    }
  /** Sent again in halves; a single record as `retry` (F25). */
  | { readonly outcome: 'too-large'; readonly problem: Problem }
  /** Nothing was taken: sent again under the same key. */
  | { readonly outcome: 'retry'; readonly problem: Problem; readonly isSought?: true }
  /**
   * The destination may have taken it: sent again only where that has no second effect, and never where it answered (`isAnswered`) and the answer does
   * not say what became of it, for it would answer so again. `isSought`, here and of `retry`: nothing but a search was sent, because the record may have
   * been created, and it was not found yet. It is searched for again, for a time.
   */
  | { readonly outcome: 'unknown'; readonly problem: Problem; readonly isAnswered?: true; readonly isSought?: true }
  /** Nothing was taken, because there were too many requests: sent again, and that is no try. */
  | { readonly outcome: 'limited'; readonly problem: Problem }
  /** It never started: no attempt. */
  | { readonly outcome: 'withheld' }

/** `signal` cuts the request off; `withdrawn` takes it back while it waits for its turn; `mayStart` is asked when the turn has come. */
export type Permission = { readonly signal: AbortSignal; readonly withdrawn: AbortSignal; readonly mayStart: () => boolean }

/** One request, for people: without secrets. Of systems that do not speak HTTP there are no headers, and the method says what is done. */
export type Sending = {
  readonly method: string
  readonly to: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request beside the one that sends a record: the search before it, the one that is sent in its place, or the one that follows. */
export type BesideRequest = Sending & { readonly step: 'search' | 'update' | 'followUp' }

/** What an attempt sends, for people. Values that only a response contains stay in braces. */
export type Preview = Sending & { readonly beside?: readonly BesideRequest[] }

/** What a destination is told of earlier tries of a delivery. */
export type Earlier = {
  /** An earlier try may have created its record. */
  readonly isInDoubt: boolean
  /** It may have been on its way when the run was broken off. */
  readonly isCutOff: boolean
  /** Writes down that the request that creates is about to be sent. Throws `OwnershipLost`. */
  readonly begin: () => Promise<void>
}

export type Destination = {
  /** Method and address, without secrets. */
  readonly endpoint: string
  /** The host whose failures and pauses it shares with other destinations, e.g. `https://api.example.com`. */
  readonly host: string
  /** The gateway that it is reached through: its failures are not those of others that reach the same host. */
  readonly way?: string
  /** Requests a second that it was set to. */
  readonly perSecond?: number
  /** The connection whose pace it keeps, and how many requests may be under way at the same time with it. */
  readonly connection?: string
  readonly atOnce?: number
  /** Whether an answer may take one record of a delivery and leave another of the same delivery for later. */
  readonly answersEach?: true
  /** Names what a record changes there, of the record as it is sent: those with the same name are sent in order. Null, or absent: its own key does. */
  readonly changes?: (record: Buffer) => string | null
  /** One attempt. Never throws for what the other side did. */
  readonly deliver: (parcel: Parcel, permission: Permission, earlier?: Earlier) => Promise<Outcome>
  /** What `deliver` would send. Asks nobody. */
  readonly preview: (parcel: Parcel) => Preview
  /** Whether a delivery that is sent again under its key has no second effect; absent: that is not known. */
  readonly honoursKeys?: () => boolean
  /** Whether sending a delivery again has no second effect, by its method, its place or its key; absent: as `honoursKeys` says. */
  readonly isIdempotent?: () => boolean
  /** Set where a record is searched for before it is created: `Earlier` decides what happens to one that is not found. */
  readonly searchesFirst?: true
  /** Success criteria, as a sentence; absent where that was not set. */
  readonly success?: string
  /** Gives back what delivering holds open. */
  readonly close?: () => Promise<void>
}

/** An event that came in by the hook and waits, oldest first. */
export type HeldEvent = WaitingEvent

/** A run of events stays open while others come within a pause, until it is as old or has as many events as may be. In milliseconds. */
export type Grouping = {
  readonly pause: number
  readonly window: number
  readonly events: number
  /** Whether the version of the run is the one that takes events now. */
  readonly isLive: () => Promise<boolean>
}

/** What a kind needs to open a side: the way out, and the secret that a configuration refers to, bound to an origin. */
export type Tools = {
  readonly outbound: Outbound
  readonly readSecret: (reference: unknown, origin: string) => Promise<string>
  /** The oldest events of the connector that no page has taken and that are not among `except`. */
  readonly heldEvents: (limit: number, except: readonly string[]) => Promise<readonly HeldEvent[]>
  /** A connection of the company, with its credentials. Absent: there are none. */
  readonly connection?: (id: string) => Promise<OpenConnection>
  /** How long events are put together into one run. Absent: a run is one page of them. */
  readonly grouping?: Grouping
  /** Whether events were XML when they came in. Absent: they were not. */
  readonly eventsAreXml?: boolean
  /** The members of a record that anything reads. Null or absent: all of them. */
  readonly usedFields?: ReadonlySet<string> | null
  /** The tokens of a connection that somebody signed in to, for requests to this origin. Absent: there are none. */
  readonly signedIn?: (connectionId: string, origin: string) => TokenSource
  /** OAuth2 tokens that are kept for this connector. Absent: they are fetched anew for what is opened. */
  readonly accessTokens?: AccessTokens
  /** The same outbound client with the pace of a system (`paced-outbound.ts`). Absent: requests are sent without a pace. */
  readonly paced?: (outbound: Outbound, system: PacedSystem) => Outbound
}

/** What trying a destination out showed. */
export type DestinationProbe = {
  readonly verdict: 'works' | 'doubtful' | 'fails'
  /** What was sent and what that proves. Sentences. */
  readonly message: string
  readonly problem: Problem | null
  /** What was asked and answered otherwise than by `outbound.request`, which is recorded by itself; secrets masked. */
  readonly exchanges?: readonly Exchange[]
}

/**
 * What a source reads. Without passwords, references to secrets, headers and sizes of pages: changing one of those changes nothing of what is read.
 */
export type WhatIsRead = {
  /** E.g. `postgresql://db.example.com:5432/shop`. */
  readonly system: string
  /** The table, the query, or the request. */
  readonly what: string
  /** The column or setting that the cursor is of; null where each run reads everything. */
  readonly cursor: string | null
}

/** Where reading begins (null: at the beginning), and how many records lie there now; null where only reading them tells. */
export type Start = { readonly place: Place | null; readonly count: number | null }

export type Kind = {
  /** What a source reads: its cursor belongs to that and to nothing else. */
  readonly reads: (config: SourceConfig) => WhatIsRead
  /** Where a source that is read incrementally stands, in plain form; null where that cannot be said. */
  readonly cursorText?: (resume: Place, config: SourceConfig) => string | null
  /** Where a source with a cursor begins at a value, or at the beginning. Throws `ProblemError` and `SourceFault`. Absent: it can begin at no value. */
  readonly startAt?: (config: SourceConfig, value: string | null, tools: Tools, signal: AbortSignal) => Promise<Start>
  /** Where the next run begins after one whose parts left these places, in their order. Absent: it begins where any run does. */
  readonly joined?: (config: SourceConfig, places: readonly Place[]) => Place
  readonly checkSource: (config: SourceConfig) => FieldProblem[]
  readonly checkDestination: (config: DestinationConfig) => FieldProblem[]
  readonly openSource: (config: SourceConfig, tools: Tools) => Promise<Source>
  /** @param makeAfter makes what follows a delivery out of the record and the response. */
  readonly openDestination: (config: DestinationConfig, tools: Tools, makeAfter?: MakeAfter | null) => Promise<Destination>
  /**
   * Tries a destination out and writes nothing there. Throws `ProblemError` for what `openDestination` would. A source needs nothing of the
   * kind: it is opened and a page is read.
   */
  readonly probeDestination?: (config: DestinationConfig, tools: Tools, signal: AbortSignal) => Promise<DestinationProbe>
}
