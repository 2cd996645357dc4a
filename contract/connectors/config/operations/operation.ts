/** What a request to an HTTP destination does, and which values of a record its URL and headers contain. */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'
import { AfterwardsRequest } from './afterwards.ts'
import { AnswerReading } from './answer-reading.ts'
import { ChangeRequest, FindRequest } from './find.ts'

/**
 * `each`: sends the records. `update`: changes what the URL names. `find`: looks for each record, then changes what was found or creates it. `delete`:
 * removes what the URL names, without a body. `own`: any method, with the record as its body.
 */
export const operationKinds = ['each', 'update', 'find', 'delete', 'own'] as const
export type OperationKind = (typeof operationKinds)[number]

export const operationLimits = { parametersMax: 16, nameMax: 128, templateMax: 65_536, filesMax: 8 } as const

/**
 * A value of each record. A `path` parameter is written as `{name}` in the URL. `field` is a path of names in the record as the mapping makes it; without a
 * mapping, as it was read. It leaves the body unless `alsoInBody` is set.
 */
export const OperationParameter = closed({
  in: oneOf('path', 'query', 'header'),
  name: Type.String({ minLength: 1, maxLength: operationLimits.nameMax }),
  field: Type.String({ minLength: 1, maxLength: 256 }),
  alsoInBody: Type.Optional(Type.Boolean()),
})
export type OperationParameter = Static<typeof OperationParameter>

/** `ndjson`: each record is a line of JSON; records that are sent together are the lines of one body. */
export const bodyFormats = ['json', 'form', 'multipart', 'xml', 'text', 'ndjson'] as const
export type BodyFormat = (typeof bodyFormats)[number]
/** How a list is written in a form: `a[0]=1`, `a[]=1` or `a=1` for each element. */
export const formArrayStyles = ['indices', 'brackets', 'repeat'] as const
export type FormArrays = (typeof formArrayStyles)[number]

/** A field of a multipart body that is sent as a file: base64, or a data URL. `nameField`: the field with its name. `type`: its content type. */
export const BodyFile = closed({
  field: Type.String({ minLength: 1, maxLength: 256 }),
  nameField: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  type: Type.Optional(Type.String({ pattern: '^[\\w!#$&^.+-]{1,100}/[\\w!#$&^.+-]{1,100}$' })),
})
export type BodyFile = Static<typeof BodyFile>

/** A member beside the list of records, such as `allOrNone`: a path of names and its value. */
export const AroundMember = closed({
  path: Type.String({ minLength: 1, maxLength: 256 }),
  value: Type.Union([Type.String({ maxLength: 2_048 }), Type.Number(), Type.Boolean(), Type.Null()]),
})
export type AroundMember = Static<typeof AroundMember>

export const Operation = closed({
  do: oneOf(...operationKinds),
  /** Default `json`. */
  bodyFormat: Type.Optional(oneOf(...bodyFormats)),
  /** Of a form or multipart body. Default `indices`. */
  formArrays: Type.Optional(oneOf(...formArrayStyles)),
  /**
   * Of an XML or text body: the body, with fields of the record in braces. Text that is JSON stays JSON. Of `ndjson`: the line before each record, such as
   * the action of Elasticsearch.
   */
  template: Type.Optional(Type.String({ maxLength: operationLimits.templateMax })),
  /** Of a multipart body. */
  files: Type.Optional(Type.Array(BodyFile, { maxItems: operationLimits.filesMax })),
  /** Of records that are sent together in a member: what is beside it. */
  around: Type.Optional(Type.Array(AroundMember, { maxItems: 16 })),
  /** How a response of a success status is read. Default: its usual names are recognized. */
  answer: Type.Optional(AnswerReading),
  /** Where the response has the id of a record; of several records, within the result of each. It is kept with the record. */
  idPath: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  /** Of `find`. The URL and method of the destination create what was not found. */
  find: Type.Optional(FindRequest),
  update: Type.Optional(ChangeRequest),
  /** A second request for each delivered record. */
  afterwards: Type.Optional(AfterwardsRequest),
  parameters: Type.Array(OperationParameter, { maxItems: operationLimits.parametersMax }),
})
export type Operation = Static<typeof Operation>

/** The methods that can do it, the usual one first. */
export const methodsOfOperation = {
  each: ['POST', 'PUT', 'PATCH', 'DELETE'],
  update: ['PUT', 'PATCH', 'POST'],
  find: ['POST', 'PUT', 'PATCH'],
  delete: ['DELETE', 'POST'],
  own: ['POST', 'PUT', 'PATCH', 'DELETE'],
} as const
