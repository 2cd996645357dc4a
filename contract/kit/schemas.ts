/** Schemas that every area uses. */

import type { Static, TSchema } from 'typebox'
import Type from 'typebox'

import type { Problem } from './problem.ts'

/** A UUID in lower case. */
export const Id = Type.String({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' })
/** Of what the specification also addresses by its name. */
export const IdOrName = Type.String({ minLength: 1, maxLength: 300 })
/** ISO 8601 in UTC, milliseconds included. */
export const Instant = Type.String({ format: 'date-time' })
/** An instant that is asked for: of the years that a database and a calendar agree on. */
export const QueryInstant = Type.String({ format: 'date-time', pattern: '^(19[7-9]|[2-9][0-9]{2})[0-9]-' })
/** Counted from 1. */
export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000_000 })
/** Milliseconds. */
export const Duration = Type.Integer({ minimum: 0 })
export const Count = Type.Integer({ minimum: 0 })

export const Email = Type.String({ maxLength: 254, format: 'email' })
/**
 * At least one character that can be seen: neither a blank, nor a control, nor one that is drawn as nothing (zero-width characters, direction marks,
 * Hangul fillers, variation selectors, tags). A name of nothing else could not be told from no name.
 */
export const visible =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single code points are meant, not characters that they could be combined to.
  /[^\s\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}]/u
export const visiblePattern = visible.source
/** A text that somebody must write. */
export const visibleText = (maxLength: number) => Type.String({ maxLength, pattern: visiblePattern })
/** Of a person or a company. */
export const Name = visibleText(100)
/** What it must hold is `password.ts`. */
export const NewPassword = Type.String({ minLength: 1, maxLength: 256 })
/** Of a link that was sent: 256 random bits in base64url. */
export const OneTimeToken = Type.String({ minLength: 16, maxLength: 128 })

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** One of a closed set of words. */
export const oneOf = <const T extends readonly string[]>(...words: T) => Type.Enum<[...T]>([...words])

/** The envelope of every paged list but transactions. `decisions.md` section 4. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ data: Type.Array(item), total: Count, page: Type.Integer(), limit: Type.Integer(), totalPages: Count })

/** An object that refuses what it does not know (threat T-MASS). */
export const closed = <T extends globalThis.Record<string, TSchema>>(properties: T, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) })

/**
 * Members that a GET answers and that the save of the same thing takes back: `readOnly` of JSON Schema. The server drops them before anything reads
 * the body, so that no type names them.
 */
export const readOnlyMembers = (...names: readonly string[]): Record<never, TSchema> =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(Type.Unknown({ readOnly: true }))]))

/** What is shown of a stored secret; sent back, it means that the secret stays. */
export const SecretMask = closed({ set: Type.Boolean(), last4: Type.String({ maxLength: 4 }) })

export const FieldProblemShape = Type.Object({ path: Type.String(), message: Type.String() })
export const ForeignAnswerShape = Type.Object({
  status: Type.Integer(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.String(),
  bytes: orNull(Count),
  /** Set if the response could not be read completely. */
  unread: Type.Optional(Type.Literal(true)),
  /** Why the system rejected the record, without values that differ between records. */
  reason: Type.Optional(Type.String()),
})

/** The wire shape of `Problem` (RFC 9457, with members of our own). */
export const ProblemShape = Type.Unsafe<Problem>(
  Type.Object({
    code: Type.String(),
    status: Type.Integer(),
    title: Type.String(),
    detail: Type.String(),
    message: Type.String(),
    retryable: Type.Boolean(),
    errors: Type.Optional(Type.Array(FieldProblemShape)),
    allowed: Type.Optional(Type.Array(Type.String())),
    answer: Type.Optional(ForeignAnswerShape),
    retryAfter: Type.Optional(Duration),
    requestId: Type.Optional(Type.String()),
  }),
)

/** What names the records of a source: by this a record is known again. */
export const RecordIdentity = Type.Object({
  by: oneOf('keyColumns', 'tableKey', 'keyFields', 'field', 'content'),
  /** The columns or fields; of several fields the first that a record has. None: they are not known yet, or it is the content. */
  fields: Type.Array(Type.String()),
  /** Sample records that were looked at, and how many of them have none of the fields: their content names them. */
  samples: Count,
  without: Count,
})
export type RecordIdentity = Static<typeof RecordIdentity>

/** What the three validation calls answer. */
export const ValidationResult = Type.Object({
  isValid: Type.Boolean(),
  errors: Type.Array(FieldProblemShape),
  warnings: Type.Array(FieldProblemShape),
  /** Of a whole configuration whose form is right. */
  identity: Type.Optional(RecordIdentity),
})
export type ValidationResult = Static<typeof ValidationResult>
