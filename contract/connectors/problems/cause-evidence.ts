/** What the records that were lost for one cause have in common, and delivered records of the same runs do not: compared as they were made for the destination. */
import Type, { type Static } from 'typebox'

import { Count, closed, Instant, oneOf, orNull } from '../../kit/schemas.ts'

/** Records of each kind that are compared at most, the newest. */
export const comparedRecordsMax = 200
/** Differences that are told at most, the clearest first. */
export const differencesMax = 3

/** Values of one field that are listed of the affected records at most. */
export const affectedValuesMax = 3

/** What may be special about a value; `other-type`: delivered records have another type there; `without`: they all contain a sign that it does not. */
export const valueTraits = ['missing', 'null', 'empty', 'other-type', 'without', 'space', 'longer', 'same'] as const
export type ValueTrait = (typeof valueTraits)[number]

export const Difference = closed({
  /** Names from the top of the record, joined by dots. */
  path: Type.String(),
  trait: oneOf(...valueTraits),
  /** The value that all lost ones have, or the sign that they do not contain, where that is it; otherwise empty. Secrets masked, shortened. */
  value: Type.String(),
  /** The path of the record as read that the mapping fills it from; null where nothing fills it. */
  from: orNull(Type.String()),
  /** How many of the compared records have the trait. */
  lost: Count,
  delivered: Count,
  /**
   * How many of the lost ones look like delivered ones in this field after the change of the mapping that helps against the trait; null where no change
   * can be tried on the stored records.
   */
  fixed: orNull(Count),
})
export type Difference = Static<typeof Difference>

/** What the lost records have in common beside the difference, and most delivered ones do not. */
export const Affected = Type.Object({
  /** The values that they have in one field, the most frequent first; secrets masked. */
  values: orNull(
    Type.Object({
      path: Type.String(),
      counts: Type.Array(Type.Object({ value: Type.String(), count: Count }), { maxItems: affectedValuesMax }),
    }),
  ),
  /** None of them has an earlier time in this field. */
  since: orNull(Type.Object({ path: Type.String(), at: Instant })),
})
export type Affected = Static<typeof Affected>

export const CauseEvidence = Type.Object({
  /** The first version of the configuration that lost a record for it in this time; null where none is known. */
  firstVersion: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  /** Records that were compared. Those that could not be made for the destination are not. */
  lost: Count,
  delivered: Count,
  differences: Type.Array(Difference, { maxItems: differencesMax }),
  /** Null where nothing sets them apart. */
  affected: orNull(Affected),
})
export type CauseEvidence = Static<typeof CauseEvidence>
