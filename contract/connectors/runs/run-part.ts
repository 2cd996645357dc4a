/** A part of a run whose source is read in several parts at the same time. */
import Type, { type Static } from 'typebox'

import { Count, Instant, oneOf, orNull } from '../../kit/schemas.ts'

export const RunPart = Type.Object({
  /** Counted from 1. */
  number: Type.Integer({ minimum: 1 }),
  /** Its records come after this key, and up to and including that one; null: it is open on that side. */
  after: orNull(Type.String()),
  until: orNull(Type.String()),
  /** The bounds are values of a cursor instead: its records come from the first one on, and before the second one. */
  isHalfOpen: Type.Boolean(),
  /** Which of the processes that moved parts of the run had it last, counted from 1; null: none has yet. */
  worker: orNull(Type.Integer({ minimum: 1 })),
  /** `stopped`: it could not be read or sent to its end. */
  state: oneOf('waiting', 'moving', 'ended', 'stopped'),
  recordsRead: Count,
  /** Read, and neither delivered nor failed, skipped or left out. */
  recordsOpen: Count,
  /** Records that came to an end a second, since it was started; null before that. */
  perSecond: orNull(Type.Number({ minimum: 0 })),
  startedAt: orNull(Instant),
  endedAt: orNull(Instant),
  /** Why it stopped; null where it did not. */
  error: orNull(Type.String()),
})
export type RunPart = Static<typeof RunPart>
