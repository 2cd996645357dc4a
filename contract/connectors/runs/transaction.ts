/** Transactions: one record's way through a connector, read from the ledger. `core-platform.md` sections 3 and 7. */
import {
  Integer,
  Array as List,
  Literal,
  Optional,
  Object as Shape,
  type Static,
  String as Text,
  Unknown,
  Boolean as YesNo,
} from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { AskedInstant, Count, closed, Duration, Id, Instant, oneOf, orNull, PageNumber, ProblemShape } from '../../kit/schemas.ts'
import { problemGroupId } from '../problems/problem-group.ts'

export const pageSizeDefault = 1_000
export const pageSizeMax = 1_000

/** Skipped: read and left out on purpose, by a look-up's rule or because it came twice. */
export const TransactionStatus = oneOf('success', 'failure', 'pending', 'skipped')

export const Transaction = Shape({
  transactionId: Id,
  connectorId: Id,
  runId: Id,
  version: Integer({ minimum: 1 }),
  status: TransactionStatus,
  /** The record's own key, or its position in the run when it has none. */
  recordKey: Text(),
  /** Page of the source, counted from 1, and place in the page, counted from 0. */
  sourcePage: Integer({ minimum: 1 }),
  sourceIndex: Integer({ minimum: 0 }),
  startDate: Instant,
  endDate: orNull(Instant),
  details: Text(),
  mappingDuration: orNull(Duration),
  sendingDuration: orNull(Duration),
  sourceStartpoint: Text(),
  destinationEndpoint: Text(),
  attempts: Count,
  /** As delivered, secrets masked; null when it was never made. */
  payload: Unknown(),
  /** There is a payload, and it is too large for this page: ask for fewer rows. */
  payloadLeftOut: Optional(Literal(true)),
  error: orNull(ProblemShape),
})
export type Transaction = Static<typeof Transaction>

export const TransactionPage = Shape({
  transactions: List(Transaction),
  pagination: Shape({ total: Count, page: Integer({ minimum: 1 }), pageSize: Integer({ minimum: 1 }), totalPages: Count }),
})
export type TransactionPage = Static<typeof TransactionPage>

export const transactionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/transactions/:id',
    summary:
      'Transactions of a connector, newest first. `loadAll` is taken and pages stay pages: the server never sends thousands of rows at once.',
    access: everyRole,
    params: closed({ id: Id }),
    query: closed({
      page: Optional(PageNumber),
      pageSize: Optional(Integer({ minimum: 1, maximum: pageSizeMax })),
      loadAll: Optional(YesNo()),
      startDate: Optional(AskedInstant),
      endDate: Optional(AskedInstant),
      runId: Optional(Id),
      status: Optional(TransactionStatus),
      /** Only records of this `ProblemGroup`; the end of the time is not included then. */
      problem: Optional(Text({ pattern: problemGroupId.source })),
    }),
    status: 200,
    reply: TransactionPage,
  }),
} as const
