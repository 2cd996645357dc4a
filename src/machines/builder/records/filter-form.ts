/** The filter of records as a form: rows that may be half typed, and what they mean. */
import { needsNoValue, partsOf } from '#contract/connectors/config/records/conditions.ts'
import {
  agoMax,
  type Comparison,
  conditionsMax,
  type FilterCondition,
  type FilterGroup,
  type RecordFilter,
} from '#contract/connectors/config/records/record-filter.ts'

/** Comparisons as they are offered: with now there are two of their own. */
export type Offered = Comparison | 'inLast' | 'before'
export type Needs = 'all' | 'any'
export const ageUnits = { minutes: 60, hours: 3_600, days: 86_400 } as const
export type AgeUnit = keyof typeof ageUnits

export type FilterRow = {
  readonly id: string
  readonly path: string
  readonly is: Offered
  /** Whether `value` is another field of the record. */
  readonly withField: boolean
  readonly value: string
  /** Of "is one of": what was entered, and the text that is being typed. */
  readonly choices: readonly string[]
  readonly unit: AgeUnit
}
export type FilterRows = { readonly id: string; readonly needs: Needs; readonly rows: readonly FilterRow[] }
/** `next` makes the ids of new rows. */
export type FilterForm = { readonly needs: Needs; readonly items: readonly (FilterRow | FilterRows)[]; readonly next: number }

export const isGroup = (item: FilterRow | FilterRows): item is FilterRows => 'rows' in item
export const rowsOf = ({ items }: FilterForm): readonly FilterRow[] =>
  items.flatMap((item) => (isGroup(item) ? item.rows : [item]))

const newRow = (next: number): FilterRow => ({
  ...{ id: `row-${next}`, path: '', is: 'is', withField: false, value: '', choices: [], unit: 'days' },
})

/** What a condition has to be compared with. */
export type Operand = 'nothing' | 'value' | 'choices' | 'age'
export function operandOf(is: Offered): Operand {
  if (is === 'inLast' || is === 'before') return 'age'
  if (is === 'oneOf') return 'choices'
  return needsNoValue(is) ? 'nothing' : 'value'
}
/** Whether it can be compared with another field. */
export const takesField = (is: Offered): boolean => operandOf(is) === 'value' && is !== 'matches'

function rowOf({ path, is, to }: FilterCondition, next: number): FilterRow {
  const row = { ...newRow(next), path, is }
  if (to === undefined) return row
  if (Array.isArray(to)) return { ...row, choices: to.map(String) }
  if (typeof to !== 'object') return { ...row, value: String(to) }
  if ('path' in to) return { ...row, withField: true, value: to.path }
  const unit = (['days', 'hours'] as const).find((it) => to.ago > 0 && to.ago % ageUnits[it] === 0) ?? 'minutes'
  const isLast = is === 'atLeast' || is === 'greater'
  return { ...row, is: isLast ? 'inLast' : 'before', value: String(to.ago / ageUnits[unit]), unit }
}

/** A filter as it is edited; without one a first empty row. */
export function formOf(filter: RecordFilter | null): FilterForm {
  if (filter === null) return { needs: 'all', items: [newRow(0)], next: 1 }
  let next = 0
  const { items, needs } = partsOf<FilterCondition | FilterGroup>(filter)
  return {
    needs,
    items: items.map((item) => {
      if ('path' in item) return rowOf(item, next++)
      const group = partsOf<FilterCondition>(item)
      return { id: `group-${next++}`, needs: group.needs, rows: group.items.map((it) => rowOf(it, next++)) }
    }),
    next,
  }
}

export type RowFault = 'path' | 'value' | 'age'
/** What a row lacks; null when it says something. */
export function faultOfRow({ path, is, value, choices, unit }: FilterRow): RowFault | null {
  if (path.trim() === '') return 'path'
  const operand = operandOf(is)
  if (operand === 'age') {
    const seconds = /^\d{1,9}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) * ageUnits[unit] : -1
    return Number.isInteger(seconds) && seconds >= 0 && seconds <= agoMax ? null : 'age'
  }
  if (operand === 'choices') return choices.length === 0 && value.trim() === '' ? 'value' : null
  return operand === 'value' && value === '' ? 'value' : null
}
export const isComplete = (form: FilterForm): boolean => rowsOf(form).every((row) => faultOfRow(row) === null)

function conditionOf({ path, is, withField, value, choices, unit }: FilterRow): FilterCondition {
  const at = path.trim()
  if (is === 'inLast' || is === 'before')
    return { path: at, is: is === 'inLast' ? 'atLeast' : 'less', to: { ago: Number(value) * ageUnits[unit] } }
  const operand = operandOf(is)
  if (operand === 'nothing') return { path: at, is }
  // What is still being typed counts, as if Enter had been pressed.
  if (operand === 'choices') return { path: at, is, to: value.trim() === '' ? [...choices] : [...choices, value.trim()] }
  return { path: at, is, to: withField && takesField(is) ? { path: value.trim() } : value }
}

const grouped = <Item>(needs: Needs, items: Item[]): { all: Item[] } | { any: Item[] } =>
  needs === 'all' ? { all: items } : { any: items }

/** What the form means, without the rows that say nothing yet; null when none does. */
export function filterOf({ needs, items }: FilterForm): RecordFilter | null {
  const said = items.flatMap((item): (FilterCondition | FilterGroup)[] => {
    if (!isGroup(item)) return faultOfRow(item) === null ? [conditionOf(item)] : []
    const rows = item.rows.filter((row) => faultOfRow(row) === null).map(conditionOf)
    return rows.length === 0 ? [] : [grouped(item.needs, rows)]
  })
  return said.length === 0 ? null : (grouped(needs, said) as RecordFilter)
}

export const canAdd = (form: FilterForm): boolean => rowsOf(form).length < conditionsMax

const inGroup = (form: FilterForm, group: string, change: (it: FilterRows) => FilterRows): FilterForm => ({
  ...form,
  items: form.items.map((item) => (isGroup(item) && item.id === group ? change(item) : item)),
})

/** @param group null: beside the groups. */
export function withRow(form: FilterForm, group: string | null): FilterForm {
  const row = newRow(form.next)
  const grown = { ...form, next: form.next + 1 }
  if (group === null) return { ...grown, items: [...form.items, row] }
  return inGroup(grown, group, (it) => ({ ...it, rows: [...it.rows, row] }))
}

export const withGroup = (form: FilterForm): FilterForm => ({
  ...form,
  items: [
    ...form.items,
    { id: `group-${form.next}`, needs: form.needs === 'all' ? 'any' : 'all', rows: [newRow(form.next + 1)] },
  ],
  next: form.next + 2,
})

export const withNeeds = (form: FilterForm, group: string | null, needs: Needs): FilterForm =>
  group === null ? { ...form, needs } : inGroup(form, group, (it) => ({ ...it, needs }))

export type RowChange = Partial<Omit<FilterRow, 'id'>>
const changeRow = (form: FilterForm, id: string, change: (row: FilterRow) => FilterRow | null): FilterForm => ({
  ...form,
  items: form.items.flatMap((item): (FilterRow | FilterRows)[] => {
    if (!isGroup(item)) return item.id === id ? [change(item) ?? []].flat() : [item]
    const rows = item.rows.flatMap((row) => (row.id === id ? [change(row) ?? []].flat() : [row]))
    // A group without a row says nothing.
    return rows.length === 0 ? [] : [{ ...item, rows }]
  }),
})
export const withChange = (form: FilterForm, id: string, change: RowChange): FilterForm =>
  changeRow(form, id, (row) => ({ ...row, ...change }))

/** Without a row, or without a group and its rows. */
export function without(form: FilterForm, id: string): FilterForm {
  const isOfGroup = form.items.some((item) => isGroup(item) && item.id === id)
  return isOfGroup ? { ...form, items: form.items.filter((item) => item.id !== id) } : changeRow(form, id, () => null)
}

/** The typed text as one of the choices. */
export const withChoice = (form: FilterForm, id: string): FilterForm =>
  changeRow(form, id, (row) => {
    const choice = row.value.trim()
    if (choice === '') return row
    return { ...row, value: '', choices: row.choices.includes(choice) ? row.choices : [...row.choices, choice] }
  })
