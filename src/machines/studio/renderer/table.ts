/** A JSON value as a table: rows, flattened columns, what kind each is, and their order. */
import { type JsonObject, type JsonValue, Written } from '../../kit/json-read.ts'

export type ColumnKind = 'number' | 'time' | 'text' | 'yesNo' | 'list' | 'mixed' | 'empty'
/** `path` is the way to it through objects, with dots; empty for a row that is itself the value. */
export type TableColumn = { readonly path: string; readonly kind: ColumnKind }
/** `at` is its place in the list, from 0. */
export type TableRow = { readonly at: number; readonly cells: ReadonlyMap<string, JsonValue> }
export type JsonTable = {
  readonly rows: readonly TableRow[]
  readonly columns: readonly TableColumn[]
  /** Columns beyond those that a table shows. */
  readonly more: number
}
/** Something in a value that has rows: the whole of it, or a list of objects within. */
export type RowSource = { readonly path: string; readonly rows: readonly JsonValue[] }

const columnsMax = 60
const sourcesMax = 20
const levelsMax = 8

export const isObject = (value: JsonValue): value is JsonObject => value instanceof Map
const isNumber = (value: JsonValue): value is number | Written => typeof value === 'number' || value instanceof Written
/** A day, or a moment of it, after ISO 8601. */
const time = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** Milliseconds since 1970 of a text that is a time; null of any other value. */
export function timeOf(value: JsonValue | undefined): number | null {
  if (typeof value !== 'string' || !time.test(value)) return null
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : at
}

/** A number as near as a double is; null of any other value, and of one that is beyond them. */
export function numberOf(value: JsonValue | undefined): number | null {
  const near = typeof value === 'number' ? value : value instanceof Written ? Number(value.text) : Number.NaN
  return Number.isFinite(near) ? near : null
}

/** Where rows could be read from: the whole first, then lists of objects in the order of the text. */
export function rowSources(value: JsonValue): readonly RowSource[] {
  const found: RowSource[] = [{ path: '', rows: Array.isArray(value) ? value : [value] }]
  const look = (object: JsonObject, before: string, level: number) => {
    for (const [name, inside] of object) {
      const path = before === '' ? name : `${before}.${name}`
      if (Array.isArray(inside)) {
        if (found.length < sourcesMax && inside.some(isObject)) found.push({ path, rows: inside })
      } else if (isObject(inside) && level < levelsMax) look(inside, path, level + 1)
    }
  }
  if (isObject(value)) look(value, '', 1)
  return found
}

/** The rows that somebody most likely means: a list, or else the longest list of objects in what is wrapped around it. */
export function likelySource(sources: readonly RowSource[]): RowSource | undefined {
  const longest = sources.toSorted((a, b) => b.rows.length - a.rows.length)[0]
  return longest !== undefined && longest.rows.length > 1 ? longest : sources[0]
}

function flatten(value: JsonValue): Map<string, JsonValue> {
  const cells = new Map<string, JsonValue>()
  const put = (inside: JsonValue, path: string, level: number) => {
    if (!isObject(inside) || inside.size === 0 || level === levelsMax) cells.set(path, inside)
    else for (const [name, each] of inside) put(each, path === '' ? name : `${path}.${name}`, level + 1)
  }
  put(value, '', 0)
  return cells
}

function kindOf(value: JsonValue): ColumnKind {
  if (isNumber(value)) return 'number'
  if (typeof value === 'string') return timeOf(value) === null ? 'text' : 'time'
  if (typeof value === 'boolean') return 'yesNo'
  return value === null ? 'empty' : 'list'
}

const joined = (one: ColumnKind, other: ColumnKind): ColumnKind => {
  if (one === other || other === 'empty') return one
  if (one === 'empty') return other
  return (one === 'text' && other === 'time') || (one === 'time' && other === 'text') ? 'text' : 'mixed'
}

/** Rows with one cell for each value in them; a list within a row is one cell. */
export function tableOf({ rows }: RowSource): JsonTable {
  const kinds = new Map<string, ColumnKind>()
  const flat = rows.map((row, at): TableRow => {
    const cells = flatten(row)
    for (const [path, value] of cells) kinds.set(path, joined(kinds.get(path) ?? 'empty', kindOf(value)))
    return { at, cells }
  })
  const columns = [...kinds].map(([path, kind]) => ({ path, kind }))
  return { rows: flat, columns: columns.slice(0, columnsMax), more: Math.max(0, columns.length - columnsMax) }
}

const collator = new Intl.Collator(undefined, { numeric: true })
const whole = /^-?\d+$/
/** Without a fraction of nothing but zeros. */
const sourceOf = (value: number | Written) => (value instanceof Written ? value.text : String(value)).replace(/\.0+$/, '')

function compareNumbers(one: number | Written, other: number | Written): number {
  const near = (numberOf(one) ?? 0) - (numberOf(other) ?? 0)
  if (near !== 0) return near
  const [a, b] = [sourceOf(one), sourceOf(other)]
  // Both are the same double, and may be different numbers.
  if (!whole.test(a) || !whole.test(b)) return 0
  const difference = BigInt(a) - BigInt(b)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

function compare(one: JsonValue, other: JsonValue): number {
  if (isNumber(one) && isNumber(other)) return compareNumbers(one, other)
  const [a, b] = [timeOf(one), timeOf(other)]
  if (a !== null && b !== null) return a - b
  return collator.compare(cellText(one), cellText(other))
}

const isMissing = (value: JsonValue | undefined): value is null | undefined => value === null || value === undefined

/** Rows in the order of a column; those that have nothing there stand last, whichever way. */
export function sorted(rows: readonly TableRow[], path: string, isDescending: boolean): readonly TableRow[] {
  const [there, missing] = [
    rows.filter(({ cells }) => !isMissing(cells.get(path))),
    rows.filter(({ cells }) => isMissing(cells.get(path))),
  ]
  const way = isDescending ? -1 : 1
  const ordered = there.toSorted((one, other) => way * compare(one.cells.get(path) ?? null, other.cells.get(path) ?? null))
  return [...ordered, ...missing]
}

const textMax = 300

/** What stands in a cell: a number to its last digit, a list as JSON, a long text cut. */
export function cellText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : textOf(value, textMax)
  return text.length > textMax ? `${text.slice(0, textMax)}…` : text
}

/** JSON again; not much longer than `max`. */
function textOf(value: JsonValue, max: number): string {
  if (value instanceof Written) return value.text
  if (isObject(value)) return `{${partsOf([...value], ([name, it]) => `${JSON.stringify(name)}: ${textOf(it, max)}`, max)}}`
  if (Array.isArray(value)) return `[${partsOf(value, (it) => textOf(it, max), max)}]`
  return JSON.stringify(value)
}

function partsOf<Part>(parts: readonly Part[], write: (part: Part) => string, max: number): string {
  let text = ''
  for (const [index, part] of parts.entries()) {
    if (text.length > max) break
    text += index === 0 ? write(part) : `, ${write(part)}`
  }
  return text
}
