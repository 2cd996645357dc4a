/** The lines of sample records (`records.each`), as the pages show them before a run makes them. The engine's own are in `record-split.ts`. Pure. */
import { isObject } from '../connectors/config/json-members.ts'
import type { RecordSplit } from '../connectors/config/records/record-split.ts'
import type { RecordShape, ShapeField } from '../connectors/config/shape.ts'
import { namesIn, valueAt } from './suggestions/value-at.ts'

/** Members of a line beside those of its record. */
export const lineMembers = ['item', 'itemNumber'] as const
/** Lines that stand for the sample records in a mapping: as many as a dry run takes. */
const sampleLinesMax = 100

/** What becomes of one record. `lines` is empty of a record that is left out or fails. */
export type SampleLines = {
  readonly outcome: 'lines' | 'empty' | 'notList'
  readonly lines: readonly unknown[]
}

function withoutMember(record: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || !isObject(record) || !Object.hasOwn(record, name)) return record
  const { [name]: inner, ...others } = record
  return rest.length === 0 ? others : { ...others, [name]: withoutMember(inner, rest) }
}

/** The lines of one record. */
export function linesOfSample(record: unknown, { path, keep, empty }: RecordSplit): SampleLines {
  const list = valueAt(record, path)
  const names = namesIn(path) ?? []
  const parent = keep === 'none' ? {} : withoutMember(record, names)
  if (list !== undefined && list !== null && !Array.isArray(list)) return { outcome: 'notList', lines: [] }
  if (!Array.isArray(list) || list.length === 0) return { outcome: 'empty', lines: empty === 'keepParent' ? [parent] : [] }
  const own = isObject(parent) ? parent : {}
  return { outcome: 'lines', lines: list.map((item: unknown, at) => ({ ...own, item, itemNumber: at + 1 })) }
}

const isWithin = (path: string, list: string) =>
  path === list || (path.startsWith(list) && (path[list.length] === '.' || path[list.length] === '['))

/** A field of an item as it is called in a line. */
const ofItem = (field: ShapeField, list: string): ShapeField[] =>
  field.path.startsWith(`${list}[*]`) ? [{ ...field, path: `item${field.path.slice(list.length + 3)}` }] : []

/** The fields and sample records that a mapping reads: those of the lines. Without a split they are those of the records. */
export function linedShape(shape: RecordShape, split: RecordSplit | undefined): RecordShape {
  if (split === undefined) return shape
  const { fields, examples } = shape
  const isHidden = ({ path }: ShapeField) => isWithin(path, split.path) || lineMembers.some((name) => isWithin(path, name))
  const items = fields.flatMap((field) => ofItem(field, split.path))
  const always = split.empty === 'leaveOut'
  return {
    ...shape,
    fields: [
      ...items.map((field) => (always ? field : { ...field, isRequired: false })),
      ...(split.keep === 'none' ? [] : fields.filter((field) => !isHidden(field))),
      { path: 'itemNumber', types: ['integer'], isRequired: always },
    ],
    examples: examples.flatMap((record) => linesOfSample(record, split).lines).slice(0, sampleLinesMax),
  }
}

/** The lists in the records that can become lines, those of objects first. */
export function listsToSplit(fields: readonly ShapeField[]): readonly string[] {
  const before = (path: string) => path.slice(0, path.indexOf('[*]'))
  const ofObjects = fields.filter(({ path }) => path.includes('[*].') || path.includes('[*]["')).map(({ path }) => before(path))
  const others = fields.flatMap(({ path, types }) =>
    path.includes('[*]') ? [before(path)] : types.includes('array') ? [path] : [],
  )
  const isList = (path: string) => namesIn(path) !== null && !lineMembers.some((name) => name === path)
  return [...new Set([...ofObjects, ...others])].filter(isList)
}

/** The fields of an item that can name its line. */
export const itemKeys = (fields: readonly ShapeField[], list: string): readonly string[] =>
  fields
    .flatMap((field) => ofItem(field, list))
    .filter(
      ({ path, types }) =>
        path.startsWith('item.') && namesIn(path) !== null && types.some((it) => !/^(?:object|array)$/.test(it)),
    )
    .map(({ path }) => path.slice('item.'.length))

/** How many records have several items that share a key, or an item without one. */
export function sharedKeys(records: readonly unknown[], { path, key }: Pick<RecordSplit, 'path' | 'key'>): number {
  if (key === undefined) return 0
  return records.filter((record) => {
    const list = valueAt(record, path)
    if (!Array.isArray(list)) return false
    const keys = list.map((item: unknown) => valueAt(item, key)).map((it) => (it === undefined || it === null ? '' : String(it)))
    return keys.includes('') || new Set(keys).size < keys.length
  }).length
}
