/** Looking into the transactions of a connector: searching them, and the whole way of one. `studio-account-settings.md`, Investigator. */
import Type, { type Static } from 'typebox'
import { LookupEntry } from '../connectors/runs/lookup.ts'
import { RecordFilter } from '../connectors/runs/record-file.ts'
import { ShownPayload } from '../connectors/runs/shown-payload.ts'
import { Transaction } from '../connectors/runs/transaction.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import {
  Count,
  closed,
  Duration,
  ForeignAnswerShape,
  Id,
  Instant,
  oneOf,
  orNull,
  PageNumber,
  ProblemShape,
} from '../kit/schemas.ts'

export const investigationPageSizes = [10, 25, 50, 100] as const
/** Records that a search counts; of more it is said that there are more. */
export const foundMax = 1_000
/** Pages of a source that one search opens; what it did not get to is said. */
export const openedPagesMax = 2_000
/** Words of a search; one of more is refused. */
export const searchTermsMax = 16

export const InvestigatedRow = Type.Omit(Transaction, ['payload', 'payloadLeftOut', 'payloadNotKept'])
export type InvestigatedRow = Static<typeof InvestigatedRow>

export const Investigation = Type.Object({
  transactions: Type.Array(InvestigatedRow),
  total: Count,
  /** There are more than `total`, which are not counted. */
  isMore: Type.Boolean(),
  /** Null when everything was searched; otherwise the reading time of the last page that was. */
  searchedUntil: orNull(Instant),
  /** How the last word begins, lower case and without accents, of what was found when nothing holds it whole. */
  beginning: orNull(Type.String()),
  page: Type.Integer({ minimum: 1 }),
  pageSize: Type.Integer({ minimum: 1 }),
  totalPages: Count,
})
export type Investigation = Static<typeof Investigation>

export const InvestigatedAttempt = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  outcome: oneOf('delivered', 'partial', 'refused', 'retry', 'too-large', 'unknown', 'not-sent'),
  startedAt: Instant,
  endedAt: Instant,
  nextAttemptAt: orNull(Instant),
  answer: orNull(ForeignAnswerShape),
  error: orNull(ProblemShape),
  /** Rate limits that it met before: responses that took nothing, and the time that it waited for them. Null: it met none. */
  limited: orNull(Type.Object({ times: Count, waited: Duration })),
})
export type InvestigatedAttempt = Static<typeof InvestigatedAttempt>

/** What a record was made of where it is not one of the source: a line, or a group. Which records a group was made of is not kept. */
const MadeOf = Type.Union([
  Type.Object({
    kind: Type.Literal('line'),
    /** Place of its item in the list, counted from 1. */
    number: Type.Integer({ minimum: 1 }),
    /** What the connector calls its records: "order". */
    noun: Type.String(),
    /** What people call the record that it is a line of; null where nothing in the line says it. */
    name: orNull(Type.String()),
  }),
  Type.Object({
    kind: Type.Literal('group'),
    by: Type.Array(Type.Object({ path: Type.String(), value: orNull(Type.String()) })),
    /** Null where the group does not count its records. */
    records: orNull(Count),
  }),
])

/** The whole way of a record. What was not recorded is null or not there. */
export const InvestigatedRecord = Type.Object({
  transaction: InvestigatedRow,
  trigger: oneOf('manual', 'schedule', 'webhook', 'replay'),
  /** Before enrichments; null: it was not kept. */
  asRead: orNull(ShownPayload),
  /** Missing of a record of the source, and where it was not kept. */
  madeOf: Type.Optional(MadeOf),
  /** Null: it was never made. */
  asDelivered: orNull(ShownPayload),
  /** For its page of the source: what was asked for this record is among them. `lookupCount` says how many there are. */
  lookups: Type.Array(LookupEntry),
  lookupCount: Count,
  /** Fields that the version maps; null when its mapping is not known. */
  mappedFields: orNull(Count),
  /** Of the delivery that carried it, in order; records that went along with it. */
  attempts: Type.Array(InvestigatedAttempt),
  carried: Count,
})
export type InvestigatedRecord = Static<typeof InvestigatedRecord>

export const investigationEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/investigation',
    summary:
      "Search a connector's transactions by key, ID, ID in the destination, endpoint, error or payload. Use quotes for phrases and `*` for word beginnings. If no record has the whole last word, it counts as a beginning.",
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    query: closed({
      ...RecordFilter,
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: Investigation,
  }),
  record: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/investigation/:transactionId',
    summary: 'Get a transaction with its original and mapped payload and its history',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, transactionId: Id }),
    status: 200,
    reply: InvestigatedRecord,
  }),
} as const
