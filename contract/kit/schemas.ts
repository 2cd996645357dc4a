/** Schemas that every area uses. */

import type { Static, TSchema } from 'typebox'
import {
  Enum,
  Integer,
  Array as List,
  Null,
  Optional,
  Record,
  Object as Shape,
  String as Text,
  Union,
  Unsafe,
  Boolean as YesNo,
} from 'typebox'

import type { Problem } from './problem.ts'

/** A UUID in lower case. */
export const Id = Text({ pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' })
/** ISO 8601 in UTC, milliseconds included. */
export const Instant = Text({ format: 'date-time' })
/** An instant that is asked for: of the years that a database and a calendar agree on. */
export const AskedInstant = Text({ format: 'date-time', pattern: '^(19[7-9]|[2-9][0-9]{2})[0-9]-' })
/** Counted from 1. */
export const PageNumber = Integer({ minimum: 1, maximum: 1_000_000 })
/** Milliseconds. */
export const Duration = Integer({ minimum: 0 })
export const Count = Integer({ minimum: 0 })

export const Email = Text({ maxLength: 254, format: 'email' })
/** Of a person or a company: not only blanks. */
export const Name = Text({ maxLength: 100, pattern: '\\S' })
/** What it must hold is `password.ts`. */
export const NewPassword = Text({ minLength: 1, maxLength: 256 })
/** Of a link that was sent: 256 random bits in base64url. */
export const OneTimeToken = Text({ minLength: 16, maxLength: 128 })

export const orNull = <T extends TSchema>(schema: T) => Union([schema, Null()])
/** One of a closed set of words. */
export const oneOf = <const T extends readonly string[]>(...words: T) => Enum<[...T]>([...words])

/** The envelope of every paged list but transactions. `decisions.md` section 4. */
export const pageOf = <T extends TSchema>(item: T) =>
  Shape({ data: List(item), total: Count, page: Integer(), limit: Integer(), totalPages: Count })

/** An object that refuses what it does not know (threat T-MASS). */
export const closed = <T extends globalThis.Record<string, TSchema>>(properties: T, description?: string) =>
  Shape(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) })

export const FieldProblemShape = Shape({ path: Text(), message: Text() })
export const ForeignAnswerShape = Shape({
  status: Integer(),
  headers: Record(Text(), Text()),
  body: Text(),
  bytes: orNull(Count),
})

/** The wire shape of `Problem` (RFC 9457, with members of our own). */
export const ProblemShape = Unsafe<Problem>(
  Shape({
    code: Text(),
    status: Integer(),
    title: Text(),
    detail: Text(),
    message: Text(),
    retryable: YesNo(),
    errors: Optional(List(FieldProblemShape)),
    allowed: Optional(List(Text())),
    answer: Optional(ForeignAnswerShape),
    retryAfter: Optional(Duration),
    requestId: Optional(Text()),
  }),
)

/** What the three validation calls answer. */
export const ValidationResult = Shape({
  isValid: YesNo(),
  errors: List(FieldProblemShape),
  warnings: List(FieldProblemShape),
})
export type ValidationResult = Static<typeof ValidationResult>
