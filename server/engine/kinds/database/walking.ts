/** The statement that reads a source from a place on, and what is remembered of the rows that come. */
import type { DatabaseConfig } from '../../../../contract/config.ts'
import { problem } from '../../../../contract/problem.ts'
import { type Place, SourceFault } from '../kind.ts'
import { type Column, type Dialect, parameter, partsOf, type Raw, type Session } from './driver.ts'
import { oneQuery } from './query-text.ts'
import { identityOf, openWindow } from './window.ts'

export type Walk = {
  readonly sql: string
  readonly values: readonly Raw[]
  readonly columns: readonly Column[]
  /** The columns that tell its rows apart; empty when none are known. */
  readonly keys: readonly string[]
  /** Rows that were read before and come again. */
  readonly skip: number
  /** Whether a row is to be read. */
  readonly take: (row: readonly Raw[]) => boolean
  /** Where reading goes on; `read` rows of this run were read. */
  readonly place: (read: number) => Place
  readonly note: () => string | null
}

type From = {
  /** What stands behind `from`, called `q`. */
  readonly from: string
  readonly columns: readonly Column[]
  readonly keys: readonly string[]
}

function refuse(message: string): never {
  throw new SourceFault(problem('source/refused', { message }), false)
}

/** The line break ends a comment in which a query may end. */
const asTable = (query: string) => `(${query}\n) as q`

async function whole({ query, table }: DatabaseConfig, dialect: Dialect, session: Session): Promise<From> {
  const parts = partsOf(table ?? '')
  const parsed = oneQuery(query ?? '')
  const from =
    table === undefined ? asTable('query' in parsed ? parsed.query : '') : `${parts.map(dialect.quoted).join('.')} as q`
  const columns = await session.columns(`select q.* from ${from} limit 0`)
  return { from, columns, keys: table === undefined ? [] : await dialect.primaryKey(session, parts) }
}

const valueIn = (row: readonly Raw[], at: number): string => String(row[at])

async function incremental(it: From, database: DatabaseConfig, place: Place, dialect: Dialect, session: Session): Promise<Walk> {
  const { cursorColumn = '', lookBack = 0 } = database
  const { from, columns, keys } = it
  const at = columns.findIndex(({ name }) => name === cursorColumn)
  const column = columns[at] ?? refuse(`There is no column ${cursorColumn} that could be the cursor.`)
  if (lookBack > 0 && column.order === 'text')
    refuse(`Looking back needs a cursor of numbers or times, and ${cursorColumn} holds texts.`)
  const window = openWindow(place, column, lookBack)
  const name = `q.${dialect.quoted(cursorColumn)}`
  const compared = column.compared(name)
  const ties = keys.length > 0 ? keys.map((key) => `q.${dialect.quoted(key)}`) : dialect.tieOrder(columns.length)
  const order = [compared, ...ties.filter((tie) => tie !== name)].join(', ')
  const bound = window.from === null ? '' : ` and ${compared} >= ${column.parameter}`
  const { rows: blanks } = await session.ask(`select 1 from ${from} where ${name} is null limit 1`)
  const blank = blanks.length > 0 ? `Rows without a value in ${cursorColumn} are not read.` : null
  return {
    sql: `select q.* from ${from} where ${name} is not null${bound} order by ${order}`,
    values: window.from === null ? [] : [window.from],
    ...{ columns, keys },
    skip: 0,
    take: (row) => window.take(valueIn(row, at), identityOf(row)),
    place: window.place,
    note: () => [window.note(), blank].filter((text) => text !== null).join(' ') || null,
  }
}

/** In the order of the key, after the last one that was read. */
function byKey({ from, columns, keys }: From, place: Place, dialect: Dialect): Walk {
  const names = keys.map((key) => `q.${dialect.quoted(key)}`)
  const at = keys.map((key) => columns.findIndex(({ name }) => name === key))
  let after = Array.isArray(place['after']) ? (place['after'] as string[]) : null
  const parameters = at.map((index) => columns[index]?.parameter ?? parameter)
  const bound = after === null ? '' : `where (${names.join(', ')}) > (${parameters.join(', ')})`
  return {
    sql: `select q.* from ${from} ${bound} order by ${names.join(', ')}`,
    values: after ?? [],
    ...{ columns, keys },
    skip: 0,
    take: (row) => {
      after = at.map((index) => valueIn(row, index))
      return true
    },
    place: (read) => ({ after, read }),
    note: () => null,
  }
}

/** In the order that the query has itself. */
function byNumber({ from, columns }: From, { query, table }: DatabaseConfig, place: Place): Walk {
  const parsed = oneQuery(query ?? '')
  const skip = Number(place['read'] ?? 0)
  let seen = 0
  return {
    // Not as a table of another query: MariaDB would then forget how it is sorted.
    sql: table === undefined && 'query' in parsed ? parsed.query : `select q.* from ${from}`,
    values: [],
    ...{ columns, keys: [] },
    skip,
    take: () => {
      seen += 1
      return true
    },
    place: (read) => ({ read }),
    note: () =>
      skip > 0 && seen === 0 ? 'There were fewer rows when the run went on than had been read: the query changed.' : null,
  }
}

/** What is asked to read on from a place. Throws `DatabaseFault` and `SourceFault`. */
export async function openWalk(database: DatabaseConfig, place: Place, dialect: Dialect, session: Session): Promise<Walk> {
  const it = await whole(database, dialect, session)
  if (database.cursorColumn !== undefined) return incremental(it, database, place, dialect, session)
  return it.keys.length > 0 ? byKey(it, place, dialect) : byNumber(it, database, place)
}
