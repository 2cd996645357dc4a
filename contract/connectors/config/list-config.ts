/** How the list in the answer of a source is read: its pages, and which of its records. A part of `config.ts`. */
import Type, { type Static } from 'typebox'

import { closed, oneOf } from '../../kit/schemas.ts'

export const batchSizeDefault = 100
export const batchSizeMax = 1_000

export const paginationTypes = ['offset', 'page', 'cursor', 'nextUrl', 'linkHeader', 'lastId'] as const
export const PaginationConfig = closed({
  /** `nextUrl`: the answer holds the address of the next page; `linkHeader`: it stands in `Link: rel="next"`; `lastId`: the last record leads on. */
  type: oneOf(...paginationTypes),
  limitParam: Type.String({ maxLength: 128 }),
  offsetParam: Type.String({ maxLength: 128 }),
  pageParam: Type.String({ maxLength: 128 }),
  cursorParam: Type.String({ maxLength: 128 }),
  responsePathToNextCursor: Type.String({ maxLength: 256 }),
  responsePathToItems: Type.String({ maxLength: 256 }),
  /** The number of the first page, or the first offset. Without it offsets begin at 0, and of pages number 0 is tried before 1. */
  firstPage: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** Where limit and cursor are sent: parameters of the query (default), a header, or places in the JSON body such as `variables.after`. */
  sendIn: Type.Optional(oneOf('query', 'header', 'body')),
  /**
   * Where the answer says whether more records follow (false, 0 or empty: none), or that the list is over (true); and how many there are. Without them
   * usual places are looked at.
   */
  responsePathToHasMore: Type.Optional(Type.String({ maxLength: 256 })),
  responsePathToEnd: Type.Optional(Type.String({ maxLength: 256 })),
  responsePathToTotal: Type.Optional(Type.String({ maxLength: 256 })),
  /** `lastId`: where a record holds what the next page begins after; `id` without it. */
  recordIdPath: Type.Optional(Type.String({ maxLength: 256 })),
  /** Origins besides the source's own that next addresses may lead to. No credentials and no headers of the source go there. */
  allowedOrigins: Type.Optional(Type.Array(Type.String({ maxLength: 256 }), { maxItems: 8 })),
})
export type PaginationConfig = Static<typeof PaginationConfig>

/**
 * Only what changed since the run before is asked for: the request holds `{{cursor}}`, the highest value of a field that was read, or
 * `{{lastRunStartedAt}}`, when the last run that read its source to the end began.
 */
export const IncrementalConfig = closed({
  by: oneOf('field', 'runStart'),
  /** `field`: where a record holds the value. */
  cursorPath: Type.Optional(Type.String({ maxLength: 256 })),
  /**
   * Seconds of a time, or units of a number, that each run looks back: records with a value that is so much lower are asked for once more, and what was
   * read before is left out. Default: 60 seconds; of a number that is no time 1, and none where the field is the record's key. 0: none.
   */
  overlap: Type.Optional(Type.Integer({ minimum: 0, maximum: 31_536_000 })),
  /** What the placeholder stands for in the first run. Without it the parameter or header that holds it is not sent then. */
  initialValue: Type.Optional(Type.String({ maxLength: 256 })),
})
export type IncrementalConfig = Static<typeof IncrementalConfig>

export const ListConfig = closed({
  type: oneOf('simple', 'batch', 'pagination'),
  iterationPath: Type.String({ maxLength: 256 }),
  /** Records per page of the source and per delivery in bulk and aggregate output. */
  batchSize: Type.Integer({ minimum: 1, maximum: batchSizeMax }),
  paginationConfig: Type.Optional(PaginationConfig),
  /**
   * Of HTTP lists that are not paged: the answer may declare more records than it holds, and those are left out on purpose. Without it such a run
   * delivers what it read and is not a success.
   */
  firstPageOnly: Type.Optional(Type.Boolean()),
  /** Of HTTP sources. */
  incrementalConfig: Type.Optional(IncrementalConfig),
  outputConfig: closed({
    strategy: oneOf('individual', 'bulk', 'aggregate'),
    aggregateField: Type.Optional(Type.String({ maxLength: 128 })),
  }),
})
export type ListConfig = Static<typeof ListConfig>
