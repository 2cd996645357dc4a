/** Where an incremental source begins when a person says so, and how many rows lie there. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { refusal } from '#contract/kit/problem.ts'
import { isCountable } from '../../kit/cursor-values.ts'
import type { Start, Tools } from '../../kit/kind.ts'
import { type Column, type Dialect, sideOf } from './driver.ts'
import { sourceFault } from './faults.ts'
import { columnAt, whole } from './walking.ts'

/** A time as a cursor has it. Other zones than UTC would be compared as if they were. */
const instant = /^(\d{4,6}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?))?(?:Z|\+00(?::?00)?)?$/

const refuse = (message: string) => refusal('cursor/value-refused', { message })

/** A value as the database compares it with the column. Throws `cursor/value-refused`. */
export function cursorValue({ name, order }: Pick<Column, 'name' | 'order'>, given: string): string {
  const text = given.trim()
  if (order === 'instant') {
    const [, day, time] = instant.exec(text) ?? []
    if (day === undefined) throw refuse(`${name} contains times. Enter one in UTC, such as 2026-01-31 or 2026-01-31 12:00:00.`)
    const value = time === undefined ? day : `${day} ${time.length === 5 ? `${time}:00` : time}`
    if (!isCountable(order, value)) throw refuse(`${text} is not a valid date.`)
    return value
  }
  if (isCountable(order, text)) return text
  throw refuse(order === 'number' ? `${name} contains numbers, but ${text} is not a number.` : `${name} can't contain this text.`)
}

/** Asks the database. Throws `ProblemError` and `SourceFault`. */
export async function startAt(
  config: SourceConfig,
  value: string | null,
  tools: Tools,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<Start> {
  const database = config.databaseConfig as NonNullable<SourceConfig['databaseConfig']>
  const { cursorColumn } = database
  const side = await sideOf(config, tools)
  try {
    const session = await dialect.open(side, tools.outbound, 'read')
    const cut = () => session.cut()
    signal.addEventListener('abort', cut)
    try {
      if (signal.aborted) session.cut()
      const { from, columns } = await whole(database, dialect, session)
      if (cursorColumn === undefined) {
        const { rows } = await session.ask(`select count(*) from ${from}`)
        return { place: null, count: Number(rows[0]?.[0]) }
      }
      const column = columns[columnAt(columns, cursorColumn, 'the cursor')] as Column
      const name = `q.${dialect.quoted(cursorColumn)}`
      const high = value === null ? null : cursorValue(column, value)
      const bound = high === null ? '' : ` and ${column.compared(name)} >= ${column.parameter}`
      const { rows } = await session.ask(
        `select count(*) from ${from} where ${name} is not null${bound}`,
        high === null ? [] : [high],
      )
      // Nothing of it was read: looking back reaches no further than the value.
      const place = high === null ? null : { column: cursorColumn, high, floor: high, groups: [], read: 0 }
      return { place, count: Number(rows[0]?.[0]) }
    } finally {
      signal.removeEventListener('abort', cut)
      session.cut()
    }
  } catch (thrown) {
    throw sourceFault(thrown, dialect.name, side.masked)
  }
}
