/** What is known of the records of a side while a connector is built: fields and a few examples. It belongs to the draft and never to a version. */
import Type, { type Static } from 'typebox'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { closed, Id, Instant, oneOf } from '../../kit/schemas.ts'
import { dataTypes } from './config.ts'

/** Records that are kept as examples, and bytes of JSON that one side may keep. */
export const storedExamplesMax = 20
export const storedBytesMax = 262_144
/** Lists of an answer of which it is kept that it declares more. */
export const moreMax = 20
export const messageMax = 512
/** Columns of a key. */
export const keyColumnsMax = 32

export const ShapeField = closed({
  /** Relative to one record. Dot and bracket, `[*]` for each element. */
  path: Type.String({ minLength: 1, maxLength: 256 }),
  /** Every type that was met or declared; never empty. */
  types: Type.Array(oneOf(...dataTypes), { minItems: 1, maxItems: 8 }),
  isRequired: Type.Boolean(),
  description: Type.Optional(Type.String({ maxLength: 1_024 })),
})
export type ShapeField = Static<typeof ShapeField>

export const RecordShape = closed({
  fields: Type.Array(ShapeField, { maxItems: 2_000 }),
  /** Records as they were read or pasted. */
  examples: Type.Array(Type.Unknown(), { maxItems: storedExamplesMax }),
  /** Lists of the answer that it declares more records of than it holds, and what it says, as a sentence. */
  more: Type.Optional(
    Type.Array(closed({ path: Type.String({ maxLength: 256 }), said: Type.String({ maxLength: messageMax }) }), {
      maxItems: moreMax,
    }),
  ),
  /** Of rows: the columns that identify them, as their database says. Empty: it says of none. Missing where key columns were set, and of other records. */
  key: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: keyColumnsMax })),
  origin: oneOf('request', 'pasted', 'openapi', 'library', 'typed'),
  takenAt: Instant,
})
export type RecordShape = Static<typeof RecordShape>

/** By side; an enrichment's by its id. */
export const DraftShapes = closed({
  source: Type.Optional(RecordShape),
  destination: Type.Optional(RecordShape),
  enrichment: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 128 }), RecordShape)),
  /** Of the destinations besides the first one, by their numbers. */
  destinations: Type.Optional(Type.Record(Type.String({ pattern: '^[0-9]{1,3}$' }), RecordShape)),
})
export type DraftShapes = Static<typeof DraftShapes>

export const shapeEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/shapes',
    summary: 'Get the sample fields and records of a draft',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    status: 200,
    reply: DraftShapes,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api-connectors/:id/shapes',
    summary: 'Save the sample fields and records of a draft. Omitted systems stay unchanged',
    access: everyRole,
    scope: 'integrations:write',
    audit: 'connector.changed',
    params: closed({ id: Id }),
    body: DraftShapes,
    status: 200,
    reply: DraftShapes,
  }),
} as const
