/** What a side keeps of a sample, as console and server keep it. */
import { dataTypes } from '../connectors/config/config.ts'
import {
  keyColumnsMax,
  messageMax,
  moreMax,
  type RecordShape,
  type ShapeField,
  storedBytesMax,
  storedExamplesMax,
} from '../connectors/config/shape.ts'
import type { Sample } from './probe.ts'

type DataType = ShapeField['types'][number]

const pathMax = 256

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length
/** Of what stands around fields and examples: names, the origin, the time. */
const frameBytes = 256

/** As many in their order as there is room for, and the bytes that they take. */
function fitting<T>(all: readonly T[], room: number): { readonly kept: T[]; readonly bytes: number } {
  let bytes = 0
  const kept = all.filter((it) => {
    const size = bytesOf(it) + 1
    if (bytes + size > room) return false
    bytes += size
    return true
  })
  return { kept, bytes }
}

type Known = { readonly fields: readonly ShapeField[]; readonly examples: readonly unknown[] }
type StoredShape = Pick<RecordShape, 'fields' | 'examples' | 'more'>

/** As much of fields and examples as a side may keep: the fields first, for they are what is mapped. */
export function storedShapeOf({ fields, examples }: Known, more: RecordShape['more'] = []): StoredShape {
  const room = storedBytesMax - frameBytes - bytesOf(more)
  const few = fitting(fields, room)
  const kept = { fields: few.kept, examples: fitting(examples.slice(0, storedExamplesMax), room - few.bytes).kept }
  return more.length === 0 ? kept : { ...kept, more }
}

const known = new Set<string>(dataTypes)

/** The lists that are declared to be longer than the answer holds them. */
const moreOf = (lists: Sample['lists']): NonNullable<RecordShape['more']> =>
  lists
    .flatMap(({ path, more }) => (more === undefined || path.length > pathMax ? [] : [{ path, said: more.slice(0, messageMax) }]))
    .slice(0, moreMax)

/** What a sample says of the records; null when it found none, and then what was known stays. */
export function shapeOfSample({ records, fields, lists, key }: Sample, takenAt: string): RecordShape | null {
  if (records === null || records.count === 0) return null
  return {
    ...storedShapeOf(
      {
        fields: fields
          .filter(({ path }) => path.length <= pathMax)
          .map(({ path, types, isAlways }) => {
            const met = types.filter((type): type is DataType => known.has(type))
            return { path, types: met.length === 0 ? ['any'] : met, isRequired: isAlways && !types.includes('null') }
          }),
        examples: records.items,
      },
      moreOf(lists),
    ),
    ...(key === undefined || key.length > keyColumnsMax ? {} : { key }),
    origin: 'request',
    takenAt,
  }
}
