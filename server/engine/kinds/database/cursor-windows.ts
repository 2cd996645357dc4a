/**
 * Windows of a cursor column that are read at the same time (decision 0125). Each holds the rows from its first value up to the first value of the next
 * one, compared by the database itself, so rows of one instant are in one window. The last one ends with the highest value of the plan: a row that
 * changes while the windows are read goes behind it, to the next run, and is in no two of them.
 */
import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { isCountable } from '../../kit/cursor-values.ts'
import type { Place, SourcePart } from '../../kit/kind.ts'
import type { Column, Dialect, Raw, Session } from './driver.ts'
import { partSizes } from './splitting.ts'
import { columnAt, type From, orderMark, shapeOf, valueIn, whole } from './walking.ts'
import { type CursorRange, isAhead, openWindow } from './window.ts'

const one = (why: string | null) => ({ why })

type Splitting = {
  readonly database: DatabaseConfig
  readonly dialect: Dialect
  readonly session: Session
  readonly wanted: number
  /** Where the run would begin, as a whole one. */
  readonly start: Place
  /** Whether rows have no key, so that no two of them belong together. */
  readonly isNameless: boolean
  readonly rowsMin?: number | undefined
}

/** Why rows may belong together that are in several windows; null where they cannot. Asks the database only where it does not keep keys apart itself. */
async function sharedKeys(it: From, scope: string, values: readonly Raw[], { dialect, session, isNameless }: Splitting) {
  if (it.isUnique && it.keys.length > 0) return null
  if (isNameless) return null
  if (it.keys.length === 0) return 'The table has no key: no primary key, and no unique index without empty values.'
  const keys = it.keys.map((key) => {
    columnAt(it.columns, key, 'a key')
    return `q.${dialect.quoted(key)}`
  })
  const { rows } = await session.ask(`select 1 ${scope} group by ${keys.join(', ')} having count(*) > 1 limit 1`, values)
  return rows.length > 0 ? `Several rows share the key (${it.keys.join(', ')}), so they are sent in order.` : null
}

/** The windows of a table or query, or why it is read as a whole. Throws `DatabaseFault` and `SourceFault`. */
export async function splitByCursor(splitting: Splitting): Promise<readonly SourcePart[] | { readonly why: string | null }> {
  const { database, dialect, session, wanted, start, rowsMin } = splitting
  const { cursorColumn = '', lookBack } = database
  const it = await whole(database, dialect, session)
  const column = it.columns[columnAt(it.columns, cursorColumn, 'the cursor')] as Column
  if (column.order === 'text') return one(`The cursor column ${cursorColumn} contains text. Only times and numbers have windows.`)
  const order = await orderMark([cursorColumn], it, dialect, session)
  const was = start['order']
  // Reading refuses it with the reason.
  if (Array.isArray(was) && JSON.stringify(was) !== JSON.stringify(order)) return one(null)
  const name = `q.${dialect.quoted(cursorColumn)}`
  const compared = column.compared(name)
  const { from: first } = openWindow(start, column, { lookBack, shape: shapeOf(it) })
  const since = (value: string | null, operator = '>=') =>
    value === null ? '' : ` and ${compared} ${operator} ${column.parameter}`
  const given = (value: string | null): Raw[] => (value === null ? [] : [value])
  const scope = (value: string | null, operator = '>=') => `from ${it.from} where ${name} is not null${since(value, operator)}`
  const valueAfter = async (rest: string, value: string | null, operator = '>='): Promise<string | null> => {
    const { rows } = await session.ask(`select ${name} ${scope(value, operator)} order by ${rest}`, given(value))
    const raw = (rows[0] as readonly Raw[] | undefined)?.[0] ?? null
    return raw === null ? null : valueIn(raw, column)
  }
  const last = await valueAfter(`${compared} desc limit 1`, first)
  if (last === null) return one(null)
  if (!isCountable(column.order, last) || isAhead(last, column, typeof start['high'] === 'string' ? start['high'] : null))
    return one(`Some rows have a future time in ${cursorColumn}.`)
  const { rows: counted } = await session.ask(`select count(*) ${scope(first)}`, given(first))
  const sizes = partSizes(Number(counted[0]?.[0]), wanted, rowsMin)
  if (sizes === null) return one(null)
  const shared = await sharedKeys(it, scope(first), given(first), splitting)
  if (shared !== null) return one(shared)
  const lowest = await valueAfter(`${compared} limit 1`, first)
  const bounds: string[] = []
  while (bounds.length < sizes.parts - 1) {
    const before = bounds.at(-1) ?? lowest
    const next = await valueAfter(`${compared} limit 1 offset ${sizes.size}`, before)
    // More rows of one value than a part has: the next window begins with the next value.
    const bound = next !== null && next === before ? await valueAfter(`${compared} limit 1`, before, '>') : next
    if (bound === null) break
    bounds.push(bound)
  }
  if (bounds.length === 0) return one(`Almost all rows have the same value in ${cursorColumn}.`)
  return [first, ...bounds].map((from, at): SourcePart => {
    const next = bounds[at]
    const cursorRange: CursorRange = { from, until: next ?? last, isLast: next === undefined, order: column.order }
    return { place: { ...start, cursorRange }, begins: from, ends: next ?? null, isHalfOpen: true }
  })
}
