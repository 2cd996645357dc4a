/** In which order rows are read, and what is asked to go on after one of them: a place is compared by the database itself, in the column's own order. */
import type { Rank, Raw, Term } from './driver.ts'

export type Ranking = {
  /** Names as they stand in the statement, each with its rank. */
  readonly columns: readonly { readonly name: string; readonly rank: Rank }[]
  /** Whether no two rows have the same values, and none of them is null. */
  readonly isUnique: boolean
  readonly nulls: 'first' | 'last'
}

/** The values of a row by which it is sorted. */
export type Spot = readonly (string | null)[]

type Compared = { readonly by: string; readonly value: readonly [sql: string, parameter: Raw] | null }
type Bound = { readonly sql: string; readonly values: readonly Raw[] }

/** A unique key needs no more than the columns' own orders. */
function termsOf({ columns, isUnique }: Ranking): { readonly by: string; readonly term: Term; readonly at: number }[] {
  return columns.flatMap(({ name, rank: { own, exact } }, at) =>
    [own, ...(isUnique || exact === null ? [] : [exact])].map((term) => ({ by: term.by(name), term, at })),
  )
}

export const orderOf = (ranking: Ranking): string => [...new Set(termsOf(ranking).map(({ by }) => by))].join(', ')

const nothing: Bound = { sql: 'false', values: [] }
const or = (...bounds: readonly Bound[]): Bound => {
  const some = bounds.filter((it) => it !== nothing)
  const [first = nothing] = some
  if (some.length <= 1) return first
  return { sql: `(${some.map(({ sql }) => sql).join(' or ')})`, values: some.flatMap(({ values }) => values) }
}
const and = (one: Bound, other: Bound): Bound =>
  other === nothing ? nothing : { sql: `(${one.sql} and ${other.sql})`, values: [...one.values, ...other.values] }

/** Rows up to a spot, it included: those that are not after it. Of a unique ranking, whose values are never null. */
export function boundUntil(ranking: Ranking, spot: Spot): Bound {
  const { sql, values } = boundAfter(ranking, spot)
  const [first] = termsOf(ranking)
  const kept = first && spot[first.at]
  const end = `not ${sql.startsWith('(') ? sql : `(${sql})`}`
  if (!first || kept == null) return { sql: end, values }
  // The first half alone is what an index can be asked for.
  const [value, parameter] = first.term.value(kept)
  return { sql: `${first.by} <= ${value} and ${end}`, values: [parameter, ...values] }
}

/** Rows after a spot; of a ranking that is not unique those at the spot, too. */
export function boundAfter(ranking: Ranking, spot: Spot): Bound {
  const { isUnique, nulls } = ranking
  const terms = termsOf(ranking).map(({ by, term, at }): Compared => {
    const kept = spot[at] ?? null
    return { by, value: kept === null ? null : term.value(kept) }
  })
  const isNull = ({ by }: Compared): Bound => ({ sql: `${by} is null`, values: [] })
  const isGiven = ({ by }: Compared): Bound => ({ sql: `${by} is not null`, values: [] })
  const compared = ({ by, value }: Compared, operator: string): Bound =>
    value === null ? nothing : { sql: `${by} ${operator} ${value[0]}`, values: [value[1]] }
  const after = (it: Compared): Bound => {
    if (it.value === null) return nulls === 'first' ? isGiven(it) : nothing
    return isUnique || nulls === 'first' ? compared(it, '>') : or(compared(it, '>'), isNull(it))
  }
  const [last, ...rest] = terms.toReversed()
  if (!last) return nothing
  const at = last.value === null ? isNull(last) : compared(last, '=')
  const end = isUnique ? after(last) : or(after(last), at)
  return rest.reduce((below: Bound, it) => {
    if (it.value === null) return or(after(it), and(isNull(it), below))
    const within = or(after(it), and(compared(it, '='), below))
    // The first half alone is what an index can be asked for.
    return isUnique || nulls === 'first' ? and(compared(it, '>='), within) : within
  }, end)
}
