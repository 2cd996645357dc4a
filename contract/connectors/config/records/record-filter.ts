/**
 * Which records go on: conditions in a group, and groups of conditions inside it (`records.only`). A record that is left out is counted in its run and is
 * no failure.
 *
 * A value that is missing or null fulfils no comparison, `isNot` neither, as in SQL; only `isEmpty` is true of it. Numbers are compared exactly, also
 * where one of them is written as text; dates in ISO 8601 as instants; everything else as text.
 */
import Type, { type Static } from 'typebox'
import { closed, oneOf } from '../../../kit/schemas.ts'
import { RecordGroup } from './record-group.ts'
import { RecordSplit } from './record-split.ts'

export const conditionsMax = 32
/** Members of a list to compare with. */
export const choicesMax = 200
/** Characters of a pattern. */
export const patternMax = 500
/** Seconds back from the time of the comparison: ten years. */
export const agoMax = 315_360_000

/** `greater` and `less` exclude the value itself, `atLeast` and `atMost` include it. `matches` is a pattern in the syntax of RE2. */
export const comparisons = [
  'is',
  'isNot',
  'oneOf',
  'greater',
  'atLeast',
  'less',
  'atMost',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'isEmpty',
  'isNotEmpty',
] as const
export type Comparison = (typeof comparisons)[number]

const Path = Type.String({ minLength: 1, maxLength: 256 })
const Text = Type.String({ maxLength: 1_024 })
const Scalar = Type.Union([Text, Type.Number(), Type.Boolean()])

export const FilterCondition = closed({
  /** Of the record as it was read, or as enrichments changed it. */
  path: Path,
  is: oneOf(...comparisons),
  /** Missing for `isEmpty` and `isNotEmpty`; a list for `oneOf`; another field; or so many seconds before now. */
  to: Type.Optional(
    Type.Union([
      Scalar,
      Type.Array(Scalar, { minItems: 1, maxItems: choicesMax }),
      closed({ path: Path }),
      closed({ ago: Type.Integer({ minimum: 0, maximum: agoMax }) }),
    ]),
  ),
})
export type FilterCondition = Static<typeof FilterCondition>

const groupOf = <Item extends Type.TSchema>(item: Item) =>
  Type.Union([
    closed({ all: Type.Array(item, { minItems: 1, maxItems: conditionsMax }) }),
    closed({ any: Type.Array(item, { minItems: 1, maxItems: conditionsMax }) }),
  ])

export const FilterGroup = groupOf(FilterCondition)
export type FilterGroup = Static<typeof FilterGroup>

export const RecordFilter = groupOf(Type.Union([FilterCondition, FilterGroup]))
export type RecordFilter = Static<typeof RecordFilter>

/** What happens to records between reading and mapping. */
export const RecordRules = closed({
  /** Only records that fulfil it go on. Default: all. */
  only: Type.Optional(RecordFilter),
  /** Each item of a list becomes a line of its own. Default: one line for each record. */
  each: Type.Optional(RecordSplit),
  /** One record for each group of those that go on. Default: each record by itself. */
  group: Type.Optional(RecordGroup),
})
export type RecordRules = Static<typeof RecordRules>
