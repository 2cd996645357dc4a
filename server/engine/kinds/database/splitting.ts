/**
 * Where the parts of a table begin: at rows of its own key, counted in the order of that key, so that parts are alike however the values lie. The
 * bounds are compared by the database itself; together the parts hold every row once, also those that come in while they are read.
 */
import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import type { SourcePart } from '../../kit/kind.ts'
import type { Dialect, Raw, Session } from './driver.ts'
import { boundAfter, orderOf, type Spot } from './ranking.ts'
import { orderMark, rankedBy, whole } from './walking.ts'

/** Fewer rows of a part are not worth another connection. */
export const partRowsMin = 100

/** How many rows each part holds but the last, and how many parts there are; null where one is enough. Pure. */
export function partSizes(
  rows: number,
  wanted: number,
  rowsMin = partRowsMin,
): { readonly parts: number; readonly size: number } | null {
  const parts = Math.min(wanted, Math.floor(rows / rowsMin))
  return parts < 2 ? null : { parts, size: Math.ceil(rows / parts) }
}

/** The last row of a part: its place in the order, and its key for people. */
export type PartBound = { readonly spot: Spot; readonly text: string }

const textOf = (raw: Raw | undefined): string => {
  if (!Buffer.isBuffer(raw)) return String(raw ?? '')
  const text = raw.toString()
  return text.includes('\ufffd') ? raw.toString('hex') : text
}

/** Characters of a key that are kept for people. */
const shownMax = 40

/** The parts of a list with these bounds between them. Pure. */
export function partsBetween(
  bounds: readonly PartBound[],
  common: Readonly<{ keys: readonly string[]; order: readonly string[] }>,
): SourcePart[] {
  return Array.from({ length: bounds.length + 1 }, (_, at) => {
    const [before, last] = [bounds[at - 1], bounds[at]]
    return {
      place: { ...common, read: 0, ...(before ? { begins: before.spot } : {}), ...(last ? { until: last.spot } : {}) },
      begins: before?.text ?? null,
      ends: last?.text ?? null,
    }
  })
}

/** The parts of a table, or why it has only one. Throws `DatabaseFault` and `SourceFault`. */
export async function splitTable(
  database: DatabaseConfig,
  dialect: Dialect,
  session: Session,
  wanted: number,
  rowsMin = partRowsMin,
): Promise<readonly SourcePart[] | { readonly why: string | null }> {
  const it = await whole(database, dialect, session)
  if (!it.isUnique || it.keys.length === 0)
    return { why: 'The table has no key: no primary key, and no unique index without empty values.' }
  const { rows: counted } = await session.ask(`select count(*) from ${it.from}`)
  const sizes = partSizes(Number(counted[0]?.[0]), wanted, rowsMin)
  if (sizes === null) return { why: null }
  const order = await orderMark(it.keys, it, dialect, session)
  const { ranking, beside, spotOf } = rankedBy(it, dialect)
  const names = ranking.columns.map(({ name }) => name)
  const bounds: PartBound[] = []
  while (bounds.length < sizes.parts - 1) {
    const last = bounds.at(-1)?.spot
    const after = last === undefined ? { sql: '', values: [] } : boundAfter(ranking, last)
    const where = after.sql === '' ? '' : ` where ${after.sql}`
    const { rows } = await session.ask(
      `select ${[...names, ...beside].join(', ')} from ${it.from}${where} order by ${orderOf(ranking)} limit 1 offset ${sizes.size - 1}`,
      after.values,
    )
    const [row] = rows as readonly (readonly Raw[])[]
    if (row === undefined) break
    const text = names.map((_, at) => textOf(row[at]).slice(0, shownMax)).join(', ')
    bounds.push({ spot: spotOf(row), text })
  }
  return partsBetween(bounds, { keys: it.keys, order })
}
