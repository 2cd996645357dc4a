/** What identifies a record: asked of a new list whose records have none of the usual keys, before it is deployed. Pure. */
import type { ConnectorConfig } from './config.ts'
import type { DraftShapes } from './shape.ts'

/** The members that identify a record where nothing else was said, in this order. */
export const usualKeyFields = ['id', '_id', 'key'] as const

/** Ends of names that keys have, the most likely ones first. */
const keyEnds = ['id', 'number', 'code', 'sku'] as const
/** Proposed last, and only under this name: `customer_email` is of a customer, who can have several orders. */
const emailField = 'email'
export const proposedKeysMax = 4
/** Members of a record that are looked at. */
const membersMax = 300

type OfSource = Pick<ConnectorConfig, 'source' | 'trigger'>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isValue = (value: unknown) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'

const endOf = (name: string) => {
  const plain = name.toLowerCase()
  return plain === emailField ? keyEnds.length : keyEnds.findIndex((end) => plain.endsWith(end))
}

/** Members that no two of the records share, that none of them lacks, and whose name is that of a key. */
export function proposedKeys(examples: readonly unknown[]): readonly string[] {
  const records = examples.filter(isObject)
  const [first] = records
  if (first === undefined || records.length < examples.length) return []
  return Object.keys(first)
    .slice(0, membersMax)
    .filter((name) => endOf(name) >= 0 && !/[.[\]]/.test(name))
    .filter((name) => {
      const values = records.map((record) => record[name])
      return values.every(isValue) && new Set(values.map(String)).size === values.length
    })
    .toSorted((a, b) => endOf(a) - endOf(b))
    .slice(0, proposedKeysMax)
}

/** `isOpen`: nobody has answered, and the sample does not answer it. Null where it is no matter. */
export function keyQuestionOf({ source, trigger }: OfSource, shapes: DraftShapes) {
  const examples = shapes.source?.examples ?? []
  if (trigger.type === 'webhook' || source.type === 'database' || source.isList !== true || examples.length === 0) return null
  const hasUsual = examples.every((it) => isObject(it) && usualKeyFields.some((name) => isValue(it[name])))
  const keyFields = source.keyFields ?? []
  if (hasUsual && keyFields.length === 0 && source.noKey !== true) return null
  return { proposed: proposedKeys(examples), isOpen: keyFields.length === 0 && source.noKey !== true }
}
