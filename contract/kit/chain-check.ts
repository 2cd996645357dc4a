/** What a walk along a chain of records found: whether every row is there and is what was written. */
import Type, { type Static } from 'typebox'
import { Count, Instant, orNull } from './schemas.ts'

export const ChainCheck = Type.Object({
  isUnbroken: Type.Boolean(),
  /** Rows that there are. */
  length: Count,
  /** When the first one was written; null where there is none. */
  since: orNull(Instant),
  /** The row that was changed or that follows a gap. */
  brokenAt: orNull(Count),
})
export type ChainCheck = Static<typeof ChainCheck>
