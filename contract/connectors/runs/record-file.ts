/** Transactions of a connector as a file: what a search finds, the records of one cause, or those that were chosen. */
import Type from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, oneOf, QueryInstant } from '../../kit/schemas.ts'
import { problemGroupId } from '../problems/problem-group.ts'
import { chosenRecordsMax, RouteNumber, TransactionStatus } from './transaction.ts'

/** Characters of a search. */
export const searchMax = 200

export const recordOrders = ['newest', 'oldest'] as const
export type RecordOrder = (typeof recordOrders)[number]

/** What is searched for. */
export const RecordFilter = {
  search: Type.Optional(Type.String({ maxLength: searchMax })),
  status: Type.Optional(TransactionStatus),
  /** Only records of this destination. */
  destination: Type.Optional(RouteNumber),
  startDate: Type.Optional(QueryInstant),
  endDate: Type.Optional(QueryInstant),
  order: Type.Optional(oneOf(...recordOrders)),
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

export const recordFileEndpoints = {
  export: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/investigation/export',
    summary:
      'Download up to 100,000 records as NDJSON or CSV. Choose a search, a `problem`, or up to 100 `transactionIds` separated by commas. Secrets are masked. For NDJSON with `transactionIds`, `with=read` adds each original record as `asRead`. It is null if no original is stored. If the file is incomplete, its last line starts with `fileCut` and gives the reason.',
    access: everyRole,
    scope: 'analytics:export',
    audit: 'export.made',
    params: closed({ id: Id }),
    query: closed({
      ...RecordFilter,
      /** Only records of this `ProblemGroup`, newest first; the end of the time is not included then. */
      problem: Type.Optional(Type.String({ pattern: problemGroupId.source })),
      transactionIds: Type.Optional(Type.String({ pattern: `^${uuid}(,${uuid})*$`, maxLength: 37 * chosenRecordsMax - 1 })),
      format: Type.Optional(oneOf(...exportFormats)),
      with: Type.Optional(oneOf('read')),
    }),
    status: 200,
    reply: Type.String(),
  }),
} as const
