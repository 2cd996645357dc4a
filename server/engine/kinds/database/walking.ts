/** The statement that reads a source from a place on, and what is remembered of the rows that come. */
import { createHash } from 'node:crypto'

import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { type Place, SourceFault } from '../../kit/kind.ts'
import { identitiesMax, idsIn, skipIds } from '../../kit/look-back.ts'
import { type Column, type Dialect, partsOf, type Raw, type Session } from './driver.ts'
import { identityOf, type Memory } from './marks.ts'
import { oneQuery } from './query-text.ts'
import { boundAfter, boundUntil, orderOf, type Ranking, type Spot } from './ranking.ts'
import { cursorRangeIn, openWindow, withinRange } from './window.ts'

export type Walk = {
  readonly sql: string
  readonly values: readonly Raw[]
  /** Of a record. A row may be longer. */
  readonly columns: readonly Column[]
  /** The columns that tell its rows apart; empty when none are known. */
  readonly keys: readonly string[]
  /** Whether a row is to be read. */
  readonly take: (row: readonly Raw[]) => boolean
  /** Where reading goes on; `read` rows of this run were read. */
  readonly place: (read: number) => Place
  readonly note: () => string | null
}

export type From = {
  /** What stands behind `from`, called `q`. */
  readonly from: string
  readonly columns: readonly Column[]
  readonly keys: readonly string[]
  /** Whether no two rows have the same keys. */
  readonly isUnique: boolean
}

function refuse(message: string): never {
  throw new SourceFault(problem('source/refused', { message }), false)
}

function giveUp(why: string): never {
  throw new SourceFault(problem('source/cannot-continue', { message: `${why} Start the run again to read all rows.` }), false)
}

/** The line break ends a comment in which a query may end. */
const asTable = (query: string) => `(${query}\n) as q`

/** What a source reads, and its columns. */
export async function whole(
  { query, table, keyColumns = [] }: DatabaseConfig,
  dialect: Dialect,
  session: Session,
): Promise<From> {
  const parts = partsOf(table ?? '')
  const parsed = oneQuery(query ?? '')
  const from =
    table === undefined ? asTable('query' in parsed ? parsed.query : '') : `${parts.map(dialect.quoted).join('.')} as q`
  const columns = await session.columns(`select q.* from ${from} limit 0`)
  const given = { from, columns, keys: keyColumns, isUnique: false }
  if (keyColumns.length > 0 || table === undefined) return given
  return { ...given, keys: await dialect.uniqueKey(session, parts), isUnique: true }
}

/** A cursor value as a text that JSON can hold. */
export const valueIn = (raw: Raw | undefined, { rank }: Column): string => (Buffer.isBuffer(raw) ? rank.kept(raw) : String(raw))

/** Where a column stands. Throws `SourceFault` where there is none. */
export const columnAt = (columns: readonly Column[], name: string, what: string): number => {
  const at = columns.findIndex((column) => column.name === name)
  return at < 0 ? refuse(`The table or query has no column ${name} to use as ${what}.`) : at
}

/** Of what is read and of its columns. */
export const shapeOf = ({ from, columns }: Pick<From, 'from' | 'columns'>): string =>
  createHash('sha1')
    .update(JSON.stringify([from, columns.map((it) => it.name)]))
    .digest('base64url')
    .slice(0, 12)

async function incremental(it: From, database: DatabaseConfig, place: Place, dialect: Dialect, session: Session): Promise<Walk> {
  const { cursorColumn = '', lookBack } = database
  const { from, columns, keys } = it
  const at = columnAt(columns, cursorColumn, 'the cursor')
  const column = columns[at] as Column
  if (lookBack && column.order === 'text')
    refuse(`The look-back needs a cursor of numbers or times, but ${cursorColumn} contains text.`)
  const window = openWindow(place, column, { lookBack, shape: shapeOf(it) })
  const range = cursorRangeIn(place)
  const name = `q.${dialect.quoted(cursorColumn)}`
  const compared = column.compared(name)
  const ties = keys.length > 0 ? keys.map((key) => `q.${dialect.quoted(key)}`) : dialect.tieOrder(columns.length)
  const order = [compared, ...ties.filter((tie) => tie !== name)].join(', ')
  const bound = window.from === null ? '' : ` and ${compared} >= ${column.parameter}`
  const within = withinRange(range, compared, column.parameter)
  const { rows: blanks } = await session.ask(`select 1 from ${from} where ${name} is null limit 1`)
  const blank = blanks.length > 0 ? `Rows without a value in ${cursorColumn} are not read.` : null
  return {
    sql: `select q.* from ${from} where ${name} is not null${bound}${within.sql} order by ${order}`,
    values: [...(window.from === null ? [] : [window.from]), ...within.values],
    ...{ columns, keys },
    take: (row) => window.take(valueIn(row[at], column), identityOf(row)),
    place: (read) => ({ ...window.place(read), ...(range === null ? {} : { cursorRange: range }) }),
    note: () => [window.note(), blank].filter((text) => text !== null).join(' ') || null,
  }
}

/** Where reading stopped; null at the beginning. Of PostgreSQL the version before kept it as `after`. */
function spotIn(place: Place, keys: readonly string[], dialect: Dialect): Spot | null {
  const { after = null, spot = dialect.name === 'PostgreSQL' ? after : null, keys: before = keys } = place
  if (JSON.stringify(before) !== JSON.stringify(keys)) giveUp(`The rows had another key (${before}) when the run began reading.`)
  if (Array.isArray(spot)) return spot as Spot
  return Number(place['read'] ?? 0) === idsIn(place['taken']).length
    ? null
    : giveUp('We no longer know at which row reading stopped.')
}

/** The bounds of a part: its rows come after the first spot, and not after the second. Null: there is none on that side. */
const boundsIn = ({ begins, until }: Place): { readonly begins: Spot | null; readonly until: Spot | null } => ({
  begins: Array.isArray(begins) ? (begins as readonly unknown[] as Spot) : null,
  until: Array.isArray(until) ? (until as readonly unknown[] as Spot) : null,
})

const partOf = (begins: Spot | null, until: Spot | null): Place => ({
  ...(begins === null ? {} : { begins }),
  ...(until === null ? {} : { until }),
})

const sameSpot = (one: Spot | null, other: Spot) => one?.every((kept, at) => kept === other[at]) ?? false

/** The key as rows are sorted by it. A spot is read of a row of only its columns, or of one with all columns and what is read beside them. */
export function rankedBy({ columns, keys, isUnique }: Pick<From, 'columns' | 'keys' | 'isUnique'>, dialect: Dialect) {
  const ranked = keys.map((key) => {
    const at = columnAt(columns, key, 'a key')
    return { at, name: `q.${dialect.quoted(key)}`, rank: (columns[at] as Column).rank }
  })
  const ranking: Ranking = { columns: ranked, isUnique, nulls: dialect.nulls }
  const beside = ranked.flatMap(({ name, rank }) => (rank.beside === null ? [] : [rank.beside(name)]))
  const spotAt = (row: readonly Raw[], placeOf: (nth: number) => number, width: number): Spot => {
    let next = width
    return ranked.map(({ rank }, nth) => {
      const raw = row[rank.beside === null ? placeOf(nth) : next++] ?? null
      return raw === null ? null : rank.kept(raw)
    })
  }
  return {
    ranking,
    beside,
    spotOf: (row: readonly Raw[]) => spotAt(row, (nth) => nth, ranked.length),
    spotIn: (row: readonly Raw[], width: number) => spotAt(row, (nth) => ranked[nth]?.at ?? 0, width),
  }
}

/**
 * In the order of the key, after the last one that was read. Where several rows may have one key, those at the last one are read once more, and left
 * out by their content.
 */
function byKey({ from, columns, keys, isUnique }: From, place: Place, dialect: Dialect): Walk {
  const { ranking, beside, spotIn: spotInRow } = rankedBy({ columns, keys, isUnique }, dialect)
  const spotOf = (row: readonly Raw[]) => spotInRow(row, columns.length)
  const { begins, until } = boundsIn(place)
  let after = spotIn(place, keys, dialect) ?? begins
  // Of the rows at the spot; null when there are too many to tell them apart.
  let ids: string[] | null = place['ids'] === null ? null : idsIn(place['ids'])
  if (ids === null) giveUp(`More than ${identitiesMax} rows have the same values in the key columns (${keys.join(', ')}).`)
  const wasRead = skipIds(ids)
  const bounds = [
    ...(after === null ? [] : [boundAfter(ranking, after)]),
    ...(until === null ? [] : [boundUntil(ranking, until)]),
  ]
  const where = bounds.length === 0 ? '' : ` where ${bounds.map((it) => it.sql).join(' and ')}`
  return {
    sql: `select ${['q.*', ...beside].join(', ')} from ${from}${where} order by ${orderOf(ranking)}`,
    values: bounds.flatMap((it) => it.values),
    ...{ columns, keys },
    take: (row) => {
      const id = isUnique ? '' : identityOf(row)
      if (!isUnique && wasRead(id)) return false
      const spot = spotOf(row)
      if (!isUnique) {
        if (!sameSpot(after, spot)) ids = []
        if (ids !== null && ids.push(id) > identitiesMax) ids = null
      }
      after = spot
      return true
    },
    place: (read) => ({ keys, spot: after, read, ...partOf(begins, until), ...(isUnique ? {} : { ids: ids && [...ids] }) }),
    note: () => null,
  }
}

/**
 * In the order that the query has itself, which may be another one each time. Whoever goes on reads from the beginning, and leaves out by their content
 * as many rows as were read.
 */
function byContent({ from, columns }: From, { query, table }: DatabaseConfig, place: Place, memory: Memory): Walk {
  const parsed = oneQuery(query ?? '')
  const before = Number(place['read'] ?? 0)
  if (before === 0) memory.clear()
  else if (place['anew'] !== true || memory.count() !== before)
    giveUp('The rows have no defined order, and we no longer know which were read.')
  const { wasRead, left } = memory.skipper()
  return {
    // Not as a table of another query: MariaDB would then forget how it is sorted.
    sql: table === undefined && 'query' in parsed ? parsed.query : `select q.* from ${from}`,
    values: [],
    ...{ columns, keys: [] },
    take: (row) => !wasRead(row),
    place: (read) => ({ anew: true, read }),
    note: () =>
      left() === 0
        ? null
        : `The rows have no key, so the run started reading again when it continued. ${left() === 1 ? '1 row' : `${left()} rows`} had changed or disappeared. Changed rows were read again.`,
  }
}

/**
 * What the order of columns rests on. A place within one order is none in another: a text that was a number, a time that has a zone now, another
 * collation.
 */
export async function orderMark(
  names: readonly string[],
  { from, columns }: Pick<From, 'from' | 'columns'>,
  dialect: Dialect,
  session: Session,
) {
  const sorted = names.map((name) => columns[columnAt(columns, name, 'a key')] as Column)
  const collations = await dialect.collations(session, from, sorted)
  return sorted.map(({ type }, at) => `${type} ${collations[at]}`.trim())
}

/** A place of an earlier version has no mark. */
const isOtherOrder = ({ order }: Place, mark: readonly string[]) =>
  Array.isArray(order) && JSON.stringify(order) !== JSON.stringify(mark)

/** What is asked to read on from a place. `memory` holds the rows that were read. Throws `DatabaseFault` and `SourceFault`. */
export async function openWalk(
  database: DatabaseConfig,
  place: Place,
  dialect: Dialect,
  session: Session,
  memory: Memory,
): Promise<Walk> {
  const it = await whole(database, dialect, session)
  const { cursorColumn } = database
  if (cursorColumn === undefined && it.keys.length === 0) return byContent(it, database, place, memory)
  const order = await orderMark(cursorColumn === undefined ? it.keys : [cursorColumn], it, dialect, session)
  if (isOtherOrder(place, order)) {
    if (cursorColumn !== undefined) refuse(otherCursor(cursorColumn))
    giveUp(`The type or order of the key columns (${it.keys.join(', ')}) changed since the run began reading.`)
  }
  const walk = cursorColumn === undefined ? byKey(it, place, dialect) : await incremental(it, database, place, dialect, session)
  return { ...walk, place: (read) => ({ ...walk.place(read), order }) }
}

const otherCursor = (name: string) =>
  `The cursor column ${name} changed its type or order. We can't find new rows. Set this connector's cursor to the beginning or to a value.`
