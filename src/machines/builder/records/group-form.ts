/** The groups of records as a form: rows that may be half typed, and what they mean. */
import {
  type GroupFunction,
  type GroupLine,
  groupKeysMax,
  groupLinesMax,
  type RecordGroup,
} from '#contract/connectors/config/records/record-group.ts'

/** Functions as they are offered: the number of records needs no field. */
export type OfferedFunction = GroupFunction | 'records'

export type KeyRow = { readonly id: string; readonly path: string }
export type LineRow = {
  readonly id: string
  readonly does: OfferedFunction
  readonly path: string
  /** As it was written; null: the name that is proposed. */
  readonly target: string | null
}
/** `next` makes the ids of new rows. */
export type GroupForm = { readonly by: readonly KeyRow[]; readonly lines: readonly LineRow[]; readonly next: number }

export const readsField = (does: OfferedFunction): boolean => does !== 'records'

/** A group as it is edited; without one a first empty key, and the number of records. */
export function formOf(group: RecordGroup | null): GroupForm {
  let next = 0
  if (group === null) return { by: [{ id: 'key-0', path: '' }], lines: [newLine(1, 'records')], next: 2 }
  return {
    by: group.by.map((path) => ({ id: `key-${next++}`, path })),
    lines: group.lines.map(({ do: does, path, target }) => ({
      ...{ id: `line-${next++}`, does: does === 'count' && path === undefined ? 'records' : does },
      ...{ path: path ?? '', target },
    })),
    next,
  }
}

const newLine = (next: number, does: OfferedFunction): LineRow => ({ id: `line-${next}`, does, path: '', target: null })

/** The last name of a path, in brackets or behind a dot. */
const lastName = (path: string): string =>
  path
    .split(/[.[\]"]/)
    .findLast((name) => name.trim() !== '')
    ?.trim() ?? ''

const prefixes: Readonly<Partial<Record<OfferedFunction, string>>> = {
  sum: 'total_',
  count: 'count_',
  min: 'min_',
  max: 'max_',
  first: 'first_',
  last: 'last_',
}

/** What a line is called: as it was written, else after what it does. */
export function targetOf({ does, path, target }: LineRow): string {
  if (target !== null) return target.trim()
  if (does === 'records') return 'records'
  const name = lastName(path)
  return name === '' ? '' : `${prefixes[does] ?? ''}${name}${does === 'list' || does === 'unique' ? '_list' : ''}`
}

export type GroupFault = 'path' | 'twice' | 'target' | 'taken' | 'brackets'

const isBracketed = (path: string) => path.includes('[*]')

/** What a key lacks; null when it says something. */
export function faultOfKey({ by }: GroupForm, { id, path }: KeyRow): GroupFault | null {
  const text = path.trim()
  if (text === '') return 'path'
  if (isBracketed(text)) return 'brackets'
  return by.findIndex((it) => it.path.trim() === text) < by.findIndex((it) => it.id === id) ? 'twice' : null
}

/** What a line lacks in its field or in its name. */
export function faultOfLine(
  { by, lines }: GroupForm,
  row: LineRow,
): { readonly path: GroupFault | null; readonly target: GroupFault | null } {
  const text = row.path.trim()
  const path = !readsField(row.does) ? null : text === '' ? 'path' : isBracketed(text) ? 'brackets' : null
  const target = targetOf(row)
  const before = lines.slice(
    0,
    lines.findIndex(({ id }) => id === row.id),
  )
  const isTaken = by.some((it) => it.path.trim() === target) || before.some((it) => targetOf(it) === target)
  // A line without a field has no name yet, which is said of the field.
  if (target === '') return { path, target: path === null ? 'target' : null }
  return { path, target: isTaken ? 'taken' : null }
}

const isWhole = (form: GroupForm, row: LineRow): boolean => {
  const { path, target } = faultOfLine(form, row)
  return path === null && target === null
}

export const isComplete = (form: GroupForm): boolean =>
  form.by.length > 0 && form.by.every((row) => faultOfKey(form, row) === null) && form.lines.every((row) => isWhole(form, row))

/** What the form means, without the rows that say nothing yet; null when it has no key. */
export function groupOf(form: GroupForm): RecordGroup | null {
  const by = form.by.filter((row) => faultOfKey(form, row) === null).map(({ path }) => path.trim())
  const lines = form.lines
    .filter((row) => isWhole(form, row))
    .map((row): GroupLine => {
      const target = targetOf(row)
      return row.does === 'records' ? { target, do: 'count' } : { target, do: row.does, path: row.path.trim() }
    })
  return by.length === 0 ? null : { by, lines }
}

export const canAddKey = ({ by }: GroupForm): boolean => by.length < groupKeysMax
export const canAddLine = ({ lines }: GroupForm): boolean => lines.length < groupLinesMax

export const withKey = (form: GroupForm): GroupForm => ({
  ...form,
  by: [...form.by, { id: `key-${form.next}`, path: '' }],
  next: form.next + 1,
})

export const withLine = (form: GroupForm): GroupForm => ({
  ...form,
  lines: [...form.lines, newLine(form.next, 'sum')],
  next: form.next + 1,
})

export type LineChange = Partial<Omit<LineRow, 'id'>>

export const withPath = (form: GroupForm, id: string, path: string): GroupForm => ({
  ...form,
  by: form.by.map((row) => (row.id === id ? { ...row, path } : row)),
})

export const withChange = (form: GroupForm, id: string, change: LineChange): GroupForm => ({
  ...form,
  lines: form.lines.map((row) => (row.id === id ? { ...row, ...change } : row)),
})

/** Without a key or a line. */
export const without = (form: GroupForm, id: string): GroupForm => ({
  ...form,
  by: form.by.filter((row) => row.id !== id),
  lines: form.lines.filter((row) => row.id !== id),
})
