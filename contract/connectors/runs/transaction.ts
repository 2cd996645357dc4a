/** Transactions: one record's way through a connector, read from the ledger. `core-platform.md` sections 3 and 7. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Duration, Id, Instant, oneOf, orNull, PageNumber, ProblemShape, QueryInstant } from '../../kit/schemas.ts'
import { problemGroupId } from '../problems/problem-group.ts'

export const pageSizeDefault = 1_000
export const pageSizeMax = 1_000
/** Transactions that are chosen one by one, for a file or a retry. */
export const chosenRecordsMax = 100

/** The number of a destination in the configuration (`routes`): 0 is the first one, -1 stands for records that went to none. */
export const RouteNumber = Type.Integer({ minimum: -1, maximum: 32_767 })

/** Skipped: not delivered on purpose, by an enrichment's rule or because it came twice. Left out: the filter of the connector left it out. */
export const TransactionStatus = oneOf('success', 'failure', 'pending', 'skipped', 'left-out')

/** Own attempts and an own outcome: the record stays delivered. */
const Afterwards = Type.Object({
  status: oneOf('pending', 'done', 'failed', 'unknown'),
  attempts: Count,
  /** Null while it is pending. */
  endDate: orNull(Instant),
  error: orNull(ProblemShape),
})

export const Transaction = Type.Object({
  transactionId: Id,
  connectorId: Id,
  runId: Id,
  version: Type.Integer({ minimum: 1 }),
  status: TransactionStatus,
  /** The record's own key, or its position in the run when it has none. */
  recordKey: Type.String(),
  /** The id that the destination gave it; missing where none is known. */
  remoteId: Type.Optional(Type.String()),
  /** What people call it (`runs/record-name.ts`), of the payload; missing where it was not asked for. */
  recordName: Type.Optional(orNull(Type.String())),
  /** Page of the source, counted from 1, and place in the page, counted from 0. */
  sourcePage: Type.Integer({ minimum: 1 }),
  sourceIndex: Type.Integer({ minimum: 0 }),
  /** When its page was read. */
  startDate: Instant,
  /** When it was delivered, failed, was skipped or its outcome became unknown; null while it is pending. */
  endDate: orNull(Instant),
  details: Type.String(),
  mappingDuration: orNull(Duration),
  sendingDuration: orNull(Duration),
  sourceStartpoint: Type.String(),
  destinationEndpoint: Type.String(),
  /** Which of the destinations of its version it went to; missing where that has one destination, and where it went to none. */
  destination: Type.Optional(Type.Object({ id: RouteNumber, name: orNull(Type.String()) })),
  attempts: Count,
  /** As delivered, secrets masked; null when it was never made. */
  payload: Type.Unknown(),
  /** There is a payload, and it is too large for this page: ask for fewer rows. */
  payloadLeftOut: Type.Optional(Type.Literal(true)),
  /** Its connector keeps no payloads. */
  payloadNotKept: Type.Optional(Type.Literal(true)),
  error: orNull(ProblemShape),
  /** The request after its delivery; missing where none was needed. */
  afterwards: Type.Optional(Afterwards),
})
export type Transaction = Static<typeof Transaction>

export const TransactionPage = Type.Object({
  transactions: Type.Array(Transaction),
  pagination: Type.Object({
    total: Count,
    page: Type.Integer({ minimum: 1 }),
    pageSize: Type.Integer({ minimum: 1 }),
    totalPages: Count,
  }),
})
export type TransactionPage = Static<typeof TransactionPage>

export const transactionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/transactions/:id',
    summary: "List a connector's transactions, newest first. `loadAll` is accepted, but results stay paged.",
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    query: closed({
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: pageSizeMax })),
      loadAll: Type.Optional(Type.Boolean()),
      startDate: Type.Optional(QueryInstant),
      endDate: Type.Optional(QueryInstant),
      runId: Type.Optional(Id),
      status: Type.Optional(TransactionStatus),
      /** Only delivered records whose follow-up request failed, or whose outcome is unknown. Not together with `status` or `problem`. */
      followUp: Type.Optional(oneOf('failed')),
      /** Only records of this `ProblemGroup`; the end of the time is not included then. */
      problem: Type.Optional(Type.String({ pattern: problemGroupId.source })),
      /** Only records of this destination. */
      destination: Type.Optional(RouteNumber),
    }),
    status: 200,
    reply: TransactionPage,
  }),
} as const
