/** Looking into the transactions of a connector: searching them, and the whole way of one. `studio-account-settings.md`, Investigator. */
import Type, { type Static } from 'typebox'
import { LookupEntry } from '../connectors/runs/lookup.ts'
import { ShownPayload } from '../connectors/runs/shown-payload.ts'
import { chosenRecordsMax, Transaction, TransactionStatus } from '../connectors/runs/transaction.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import {
  AskedInstant,
  Count,
  closed,
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
/** Characters of a search, and words of it; one of more is refused. */
export const searchMax = 200
export const searchTermsMax = 16

export const investigationOrders = ['newest', 'oldest'] as const
export type InvestigationOrder = (typeof investigationOrders)[number]

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
})
export type InvestigatedAttempt = Static<typeof InvestigatedAttempt>

/** The whole way of a record. What was not recorded is null or not there. */
export const InvestigatedRecord = Type.Object({
  transaction: InvestigatedRow,
  trigger: oneOf('manual', 'schedule', 'webhook', 'replay'),
  /** Before enrichments; null: it was not kept. */
  asRead: orNull(ShownPayload),
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

const Filter = {
  search: Type.Optional(Type.String({ maxLength: searchMax })),
  status: Type.Optional(TransactionStatus),
  startDate: Type.Optional(AskedInstant),
  endDate: Type.Optional(AskedInstant),
  order: Type.Optional(oneOf(...investigationOrders)),
}

export const exportFormats = ['ndjson', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]
const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
/** Records of one file. */
export const exportedMax = 100_000
/** Why a file ends before what was found does: it holds as many records as it may, or as many pages were searched for it. */
export const fileCuts = ['records', 'pages'] as const
export type FileCut = (typeof fileCuts)[number]
/** The first name, or the first cell, of the last line of a file that was cut. No record begins so. */
export const fileCutName = 'fileCut'

export const investigationEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/investigation',
    summary:
      'Transactions of a connector whose key, id, endpoints, error or payload (as read or as delivered) hold the words that are searched for. What stands without a blank between, or in quotes, is found word next to word. Words are found whole, and by how they begin with `*` behind; where nothing holds the last word whole, it is taken for a beginning, unless it stands in quotes.',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    query: closed({
      ...Filter,
      page: Type.Optional(PageNumber),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: Investigation,
  }),
  record: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/investigation/:transactionId',
    summary: 'One transaction with its payload as read and as mapped, and its whole way',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, transactionId: Id }),
    status: 200,
    reply: InvestigatedRecord,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/investigation/export',
    summary:
      'What a search finds, or the transactions of `transactionIds` alone (up to 100, with commas between), as a file of at most 100,000 records, streamed: one JSON object a line (`ndjson`, usual), or CSV in which no text can become a formula; secrets masked. `with=read`, for NDJSON of `transactionIds` alone, adds each record as it was read (`asRead`; null where it was not kept). A last line that begins with `fileCut` tells that there is more, and why.',
    access: everyRole,
    scope: 'analytics:export',
    audit: 'export.made',
    params: closed({ id: Id }),
    query: closed({
      ...Filter,
      transactionIds: Type.Optional(Type.String({ pattern: `^${uuid}(,${uuid})*$`, maxLength: 37 * chosenRecordsMax - 1 })),
      format: Type.Optional(oneOf(...exportFormats)),
      with: Type.Optional(oneOf('read')),
    }),
    status: 200,
    reply: Type.String(),
  }),
} as const
