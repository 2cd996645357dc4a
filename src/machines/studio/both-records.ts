/** Two records beside each other: the one that a destination refused because of another, and that one. */

/** As it was read, as it was made for the destination, and what the destination returned; undefined where that is not known. */
export type RecordStages = { readonly read: unknown; readonly made: unknown; readonly answered: unknown }
export const recordStages = ['read', 'made', 'answered'] as const satisfies readonly (keyof RecordStages)[]

/** One record with what it is called. */
export type ShownRecord = {
  readonly recordKey: string
  readonly recordName: string | null
  readonly transactionId: string
  readonly stages: RecordStages
}

/** `other`: null where no record of the connector has the value. `value`: null where the refused record has none. */
export type BothRecords = {
  readonly field: string
  readonly value: string | null
  readonly refused: ShownRecord
  readonly other: ShownRecord | null
}

/** One field of two records; null where one does not have it. */
export type ComparedField = {
  readonly path: string
  readonly mine: string | null
  readonly theirs: string | null
  readonly isDifferent: boolean
}

/** Fields that are shown of a stage, and levels that are looked into. */
export const comparedFieldsMax = 100
const depthMax = 6

/** Every field of two values in the order of the first, then what only the second has. Without a second value nothing differs. */
export function comparedFields(mine: unknown, theirs: unknown): readonly ComparedField[] {
  const [one, other] = [fieldsOf(mine), fieldsOf(theirs)]
  return [...new Set([...one.keys(), ...other.keys()])].slice(0, comparedFieldsMax).map((path) => {
    const values = { mine: one.get(path) ?? null, theirs: other.get(path) ?? null }
    return { path, ...values, isDifferent: theirs !== undefined && values.mine !== values.theirs }
  })
}

/** The single values of a record by their paths, as they are written; a list is one value. */
function fieldsOf(record: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const walk = (value: unknown, path: string, depth: number) => {
    if (found.size >= comparedFieldsMax) return
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && depth < depthMax)
      for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    else found.set(path, typeof value === 'string' ? value : JSON.stringify(value))
  }
  if (record !== undefined) walk(record, '', 0)
  return found
}

/** The value of a field as {@link comparedFields} shows it; null where there is none. */
export const fieldValue = (record: unknown, path: string): string | null => fieldsOf(record).get(path) ?? null

/** JSON as it was written; undefined where it is none. */
export function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
