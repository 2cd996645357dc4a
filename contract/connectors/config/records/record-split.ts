/**
 * One line for each item of a list in the record (`records.each`), after the filter and the enrichments. A line has the fields of its record without the
 * list, and beside them `item` and `itemNumber`, counted from 1; a field of the record with one of these names cannot be read in its lines.
 */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'

const Path = Type.String({ minLength: 1, maxLength: 256 })

export const RecordSplit = closed({
  /** The list. */
  path: Path,
  /** Of the item: names the line together with the key of its record. Default: its number. */
  key: Type.Optional(Path),
  /** Which fields of the record the mapping finds in each line. Default `parent`: all of them besides the list. */
  keep: Type.Optional(oneOf('parent', 'none')),
  /** A record whose list is empty, null or missing is left out, or is one line without an item. */
  empty: oneOf('leaveOut', 'keepParent'),
})
export type RecordSplit = Static<typeof RecordSplit>
