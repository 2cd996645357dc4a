/** Trying a side of a configuration out while it is built: one real request, shown as it was. Nothing is kept, and nothing is written. */
import Type, { type Static } from 'typebox'

import { DestinationConfig, EnrichmentConfig, SourceConfig } from '../connectors/config/config.ts'
import { ResponseFormat } from '../connectors/config/responses/response-format.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Duration, Id, oneOf, orNull, ProblemShape } from '../kit/schemas.ts'

/** Bytes of an answer's body that are shown. */
export const shownBytes = 65_536
/** Bytes of a document that is fetched for somebody. */
export const documentBytes = 5_000_000
/** Pages that `tryPaging` reads one after the other; then the last one, where the source declares how many there are. */
export const triedPages = 3
/** Requests of `tryPaging`, at most: the last page, and where pages are numbered, 0 and 1 are both asked for. */
export const pagingRequests = triedPages + 3

/** One request and its answer; secrets are masked, bodies are cut at `shownBytes`. Systems that do not speak HTTP have no status and no headers. */
export const Exchange = Type.Object({
  request: Type.Object({
    method: Type.String(),
    url: Type.String(),
    headers: Type.Record(Type.String(), Type.String()),
    body: orNull(Type.String()),
  }),
  /** Null when there was no answer; then `fault` says why. */
  response: orNull(
    Type.Object({
      status: orNull(Type.Integer()),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String(),
      /** Bytes that the other side sent; null when not recorded. */
      bytes: orNull(Count),
      isCut: Type.Boolean(),
    }),
  ),
  duration: Duration,
  fault: orNull(oneOf('forbidden', 'gateway', 'unreachable', 'timeout', 'too-large', 'unreadable')),
})
export type Exchange = Static<typeof Exchange>

/** A secret may be typed in, or be the mark of the one that is saved: then `connectorId` says where, and it goes to its own origin only. */
const connectorId = Type.Optional(Id)
const ofSource = closed({ side: Type.Literal('source'), config: SourceConfig, connectorId })
const ofDestination = closed({ side: Type.Literal('destination'), config: DestinationConfig, connectorId })
/** An enrichment asks with values of a record: here is one. */
const ofEnrichment = closed({
  side: Type.Literal('enrichment'),
  config: EnrichmentConfig,
  record: Type.Optional(Type.Unknown()),
  connectorId,
})

export const ConnectionTest = Type.Object({
  /** `doubtful`: it answered, and what it answered proves neither. */
  verdict: oneOf('works', 'doubtful', 'fails'),
  /** What was sent and what that proves. */
  message: Type.String(),
  exchanges: Type.Array(Exchange),
  problem: orNull(ProblemShape),
})
export type ConnectionTest = Static<typeof ConnectionTest>

export const Sample = Type.Object({
  /** What was asked, in short; null when it was not asked. */
  startpoint: orNull(Type.String()),
  /** What a run would say at its end, e.g. that the answer names a next page, which nobody reads. */
  note: Type.Optional(Type.String()),
  exchanges: Type.Array(Exchange),
  /**
   * Lists in the answer; the path of a root list is empty. At most two items of each, and none of more than 64 kB. `more`: by what the answer says
   * that there are more than these, as a sentence; only HTTP answers are looked at for it.
   */
  lists: Type.Array(
    Type.Object({ path: Type.String(), count: Count, items: Type.Array(Type.Unknown()), more: Type.Optional(Type.String()) }),
  ),
  /** What the configuration makes of the answer; null when it finds no records there. */
  records: orNull(Type.Object({ count: Count, items: Type.Array(Type.Unknown()) })),
  /** Of rows whose key columns are not set: the columns that identify them, as their database says. Empty: it says of none. */
  key: Type.Optional(Type.Array(Type.String())),
  /** Fields of the records (of the first 100), with every type that was met; `isAlways` says whether each record has it. */
  fields: Type.Array(Type.Object({ path: Type.String(), types: Type.Array(Type.String()), isAlways: Type.Boolean() })),
  /** The format that the response seems to have, where none is set and it is not JSON. */
  format: Type.Optional(ResponseFormat),
  problem: orNull(ProblemShape),
})
export type Sample = Static<typeof Sample>

export const TriedPaging = Type.Object({
  pages: Type.Array(
    Type.Object({
      startpoint: Type.String(),
      exchanges: Type.Array(Exchange),
      count: Count,
      /** Its number in the list; absent where it follows the page before it. */
      number: Type.Optional(Count),
      /** The key of the first and the last record, or the value of the field that is proposed as key; null where there is neither. */
      firstKey: orNull(Type.String()),
      lastKey: orNull(Type.String()),
    }),
  ),
  /** What brought no page. */
  exchanges: Type.Array(Exchange),
  /** Requests that were made, those that are not shown among them. */
  requests: Type.Optional(Count),
  ended: oneOf('last-page', 'repeats', 'tried-enough', 'failed'),
  /** Why it stopped, how the end was known, and what a run would do. */
  message: Type.String(),
  /** By the total that the source declares; absent where the last page was not read. */
  declared: Type.Optional(Type.Object({ records: Count, pages: Count })),
  /** Of numbered pages: the number that the first one has, by the answers to 0 and 1. Absent when it could not be told. */
  firstPage: Type.Optional(Type.Integer()),
  problem: orNull(ProblemShape),
})
export type TriedPaging = Static<typeof TriedPaging>

/** What the other side did instead of giving it is the problem. */
export const FetchedDocument = Type.Object({ text: orNull(Type.String()), problem: orNull(ProblemShape) })
export type FetchedDocument = Static<typeof FetchedDocument>

export const probeEndpoints = {
  testConnection: endpoint({
    method: 'POST',
    path: '/api-connectors/test-connection',
    summary: 'Check that a configured system responds. Nothing is written',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: Type.Union([ofSource, ofDestination, ofEnrichment]),
    status: 200,
    reply: ConnectionTest,
    idempotent: false,
    isHeavy: true,
  }),
  sample: endpoint({
    method: 'POST',
    path: '/api-connectors/sample',
    summary: 'Send one request to a source and detect lists, records and fields',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: Type.Union([ofSource, ofEnrichment]),
    status: 200,
    reply: Sample,
    idempotent: false,
    isHeavy: true,
  }),
  document: endpoint({
    method: 'POST',
    path: '/api-connectors/document',
    summary: 'Fetch an API description of up to 5 MB. Redirects are not followed',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: closed({ url: Type.String({ minLength: 1, maxLength: 2_048 }) }),
    status: 200,
    reply: FetchedDocument,
    idempotent: false,
    isHeavy: true,
  }),
  tryPaging: endpoint({
    method: 'POST',
    path: '/api-connectors/try-paging',
    summary: 'Read up to three live pages, and the last page if the source reports a total',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'none',
    body: ofSource,
    status: 200,
    reply: TriedPaging,
    idempotent: false,
    isHeavy: true,
  }),
} as const
