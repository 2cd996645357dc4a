/**
 * One record for each group of records (`records.group`): the records of a run that have the same values at some fields become one, with sums, counts and
 * the like of the others. Groups are sent once the source has been read to its end.
 *
 * Missing values count as in SQL: a missing key is a group of its own; `sum`, `min`, `max`, `count` of a field and `unique` leave missing values out, and
 * a sum of nothing is null. A number and a text that is written like it are the same key.
 */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'

export const groupKeysMax = 5
export const groupLinesMax = 30
/** Members of a list that a group collects. */
export const groupListMax = 1_000
/** Characters of all that a group holds, as JSON. */
export const groupCharactersMax = 262_144

/**
 * `count` without a path counts records. `first` and `last` are of the first and the last record that was read, also where the value is missing. `list`
 * holds a value for each record, `unique` every value once.
 */
export const groupFunctions = ['sum', 'count', 'min', 'max', 'first', 'last', 'list', 'unique'] as const
export type GroupFunction = (typeof groupFunctions)[number]

const Path = Type.String({ minLength: 1, maxLength: 256 })

export const GroupLine = closed({
  /** The field of the group that it fills: names, without brackets. */
  target: Path,
  do: oneOf(...groupFunctions),
  /** Missing only where records are counted. */
  path: Type.Optional(Path),
})
export type GroupLine = Static<typeof GroupLine>

export const RecordGroup = closed({
  /** Fields whose values are the same within a group; the group has them at the same place. */
  by: Type.Array(Path, { minItems: 1, maxItems: groupKeysMax }),
  lines: Type.Array(GroupLine, { maxItems: groupLinesMax }),
})
export type RecordGroup = Static<typeof RecordGroup>
