/** What examples of records, or a sample, say of the fields of a side. */

import { storedShapeOf } from '#contract/builder/sample-shape.ts'
import { isObject, isRawNumber, memberPath, refusedNames } from '#contract/connectors/config/json-members.ts'
import type { RecordShape, ShapeField } from '#contract/connectors/config/shape.ts'

export type DataType = ShapeField['types'][number]

export const fieldsMax = 2_000
export const pathMax = 256
const fieldDepth = 8
const lookedAtRecords = 100
const lookedAtElements = 10
/** Characters of a pasted example. */
const pastedMax = 10_000_000

const date = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

function typeOf(value: unknown): DataType | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'object')
    return isRawNumber(value) ? (/^-?\d+$/.test(JSON.stringify(value)) ? 'integer' : 'number') : 'object'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  if (typeof value === 'string') return date.test(value) ? 'date' : 'string'
  return typeof value === 'boolean' ? 'boolean' : 'any'
}

type Found = { readonly types: Set<DataType>; readonly records: Set<number>; isNull: boolean }

/** The fields of records, with every type that was met; required is what each record has. */
export function fieldsOf(records: readonly unknown[]): ShapeField[] {
  const looked = records.slice(0, lookedAtRecords)
  const found = new Map<string, Found>()

  function note(path: string, value: unknown, record: number): void {
    const field = found.get(path) ?? { types: new Set<DataType>(), records: new Set<number>(), isNull: false }
    if (!found.has(path) && found.size >= fieldsMax) return
    found.set(path, field)
    const type = typeOf(value)
    if (type === null) field.isNull = true
    else field.types.add(type)
    field.records.add(record)
  }

  function look(value: unknown, path: string, depth: number, record: number): void {
    if (depth >= fieldDepth) return
    if (Array.isArray(value)) {
      for (const element of value.slice(0, lookedAtElements)) {
        if (!Array.isArray(element) && !isObject(element)) note(`${path}[*]`, element, record)
        look(element, `${path}[*]`, depth + 1, record)
      }
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        const at = memberPath(path, name)
        if (name === '' || refusedNames.has(name) || at.length > pathMax - 3) continue
        note(at, member, record)
        look(member, at, depth + 1, record)
      }
    }
  }

  for (const [at, record] of looked.entries()) look(record, '', 0, at)
  return [...found].map(([path, { types, records: of, isNull }]) => ({
    path,
    types: types.size === 0 ? ['any'] : [...types],
    isRequired: of.size === looked.length && !isNull,
  }))
}

export type PastedFault = 'empty' | 'tooLarge' | 'notJson' | 'noRecord'
export type Pasted = { readonly examples: readonly unknown[] } | { readonly fault: PastedFault; readonly detail?: string }

/** Numbers that a double cannot hold stay as they were written. Older browsers lack the means. */
const exactly = (_: string, value: unknown, context?: { readonly source?: string }) =>
  'rawJSON' in JSON && typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? JSON.rawJSON(context.source)
    : value

/** Reads one record, or a list of them, as somebody pasted it. */
export function readExamples(text: string): Pasted {
  if (text.trim() === '') return { fault: 'empty' }
  if (text.length > pastedMax) return { fault: 'tooLarge' }
  let value: unknown
  try {
    value = JSON.parse(text, exactly)
  } catch (thrown) {
    return { fault: 'notJson', detail: thrown instanceof Error ? thrown.message.slice(0, 200) : '' }
  }
  const examples = Array.isArray(value) ? value : [value]
  return examples.length > 0 && examples.every(isObject) ? { examples } : { fault: 'noRecord' }
}

export const pastedShape = (examples: readonly unknown[]): Omit<RecordShape, 'takenAt'> => ({
  ...storedShapeOf({ fields: fieldsOf(examples), examples }),
  origin: 'pasted',
})

export type PathFault = 'empty' | 'tooLong' | 'unreadable' | 'refusedName'

const step = /^(?:\.?([^.[\]]+)|\[(?:\*|\d{1,4}|"((?:[^"\\]|\\["\\])*)")\])/

/** Why a text is no path of a field; null when it is one. */
export function pathFault(text: string): PathFault | null {
  if (text === '') return 'empty'
  if (text.length > pathMax) return 'tooLong'
  if (text.startsWith('.')) return 'unreadable'
  let rest = text
  while (rest !== '') {
    const [whole = '', plain, quoted] = step.exec(rest) ?? []
    // Behind a bracket a name needs its dot.
    if (whole === '' || (rest !== text && plain !== undefined && !whole.startsWith('.'))) return 'unreadable'
    if (refusedNames.has(plain ?? quoted ?? '')) return 'refusedName'
    rest = rest.slice(whole.length)
  }
  return null
}

/** A field that somebody typed stands in the place of the one that it changes, and takes that of another with its path. */
export function withField(fields: readonly ShapeField[], field: ShapeField, instead = field.path): ShapeField[] {
  const at = fields.findIndex(({ path }) => path === instead)
  const others = (part: readonly ShapeField[]) => part.filter(({ path }) => path !== field.path && path !== instead)
  return at === -1 ? [...others(fields), field] : [...others(fields.slice(0, at)), field, ...others(fields.slice(at + 1))]
}
