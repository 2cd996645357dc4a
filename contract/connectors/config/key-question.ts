/** What identifies a record: asked of a new source of lists whose records have none of the usual keys, before it is deployed. Pure. */
import type { ConnectorConfig, SourceConfig } from './config.ts'
import { isRawNumber } from './json-members.ts'
import type { DraftShapes, ShapeField } from './shape.ts'

/** The members that identify a record where nothing else was said, in this order. */
export const usualKeyFields = ['id', '_id', 'key'] as const

/** Ends of names that keys have, the most likely ones first. */
const keyEnds = ['id', 'number', 'code', 'sku'] as const
/** Short forms of "number". They count as whole words only: `customer_no` and `orderNr`, not `casino`. */
const shortNumber = /[_\- ](?:no|nr|num)$|[a-z](?:No|Nr|Num)$/
/** Proposed last, and only under this name: `customer_email` is of a customer, who can have several orders. */
const emailField = 'email'
const keyTypes: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'any'])
export const proposedKeysMax = 4
/** Members of a record that are looked at. */
const membersMax = 300

type OfSource = Pick<ConnectorConfig, 'source' | 'trigger'>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isValue = (value: unknown) =>
  (typeof value === 'string' && value.trim() !== '') ||
  typeof value === 'number' ||
  (typeof value === 'object' && value !== null && isRawNumber(value))

const endOf = (name: string) => {
  const plain = name.toLowerCase()
  if (plain === emailField) return keyEnds.length
  return shortNumber.test(name) ? keyEnds.indexOf('number') : keyEnds.findIndex((end) => plain.endsWith(end))
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
      return values.every(isValue) && new Set(values.map((value) => JSON.stringify(value))).size === values.length
    })
    .toSorted((a, b) => endOf(a) - endOf(b))
    .slice(0, proposedKeysMax)
}

/**
 * Whether the records of a source are items of a list: of a response, a file or an event, or rows. The table of a database that has a key needs no
 * other: `key` of its shape says so. A webhook whose event is one record is not asked (decision 0062).
 */
function readsList({ source: { type, isList, azureConfig, databaseConfig }, trigger }: OfSource, { source: shape }: DraftShapes) {
  if (trigger.type === 'webhook') return isList === true
  if (type === 'azure') return azureConfig?.format !== 'json' || isList === true
  // A message that comes again is another message.
  if (type === 'nats') return false
  if (type !== 'database') return isList === true
  const hasTable = (databaseConfig?.table ?? '') !== ''
  // Without the key in a shape that was read, key columns were set when it was.
  return !hasTable || (shape?.key === undefined ? shape?.origin === 'request' : shape.key.length === 0)
}

/** Where the source has what identifies a record: a database has key columns, whatever else has key fields. */
export function keyFieldsIn({ source, trigger }: OfSource): readonly string[] {
  const isDatabase = source.type === 'database' && trigger.type !== 'webhook'
  return (isDatabase ? source.databaseConfig?.keyColumns : source.keyFields) ?? []
}

type Keyed = Pick<SourceConfig, 'type' | 'keyFields' | 'noKey' | 'databaseConfig'>

/** Whether nothing identifies the records of a source: neither set columns or fields, nor the key of a table, nor a member `id`. */
export const hasNoKey = ({ type, keyFields = [], noKey, databaseConfig }: Keyed): boolean =>
  noKey === true && (type === 'database' ? (databaseConfig?.keyColumns ?? []) : keyFields).length === 0

/** The source with another answer; null: nothing identifies a record. */
export function withKey({ keyFields: _, noKey: __, ...source }: SourceConfig, fields: readonly string[] | null): SourceConfig {
  const answer = fields === null ? { noKey: true as const } : {}
  if (source.type !== 'database' || source.databaseConfig === undefined)
    return { ...source, ...answer, ...(fields === null ? {} : { keyFields: [...fields] }) }
  const { keyColumns: ___, ...database } = source.databaseConfig
  return { ...source, ...answer, databaseConfig: { ...database, ...(fields === null ? {} : { keyColumns: [...fields] }) } }
}

/** What fields alone propose, of a shape without examples: whether their values differ is not known. */
const namedAsKeys = (fields: readonly ShapeField[]): readonly string[] =>
  fields
    .filter(({ path, types }) => endOf(path) >= 0 && !/[.[\]]/.test(path) && types.every((type) => keyTypes.has(type)))
    .map(({ path }) => path)
    .toSorted((a, b) => endOf(a) - endOf(b))
    .slice(0, proposedKeysMax)

/**
 * The usual member that identifies the records where nothing else was set, with how many of the records alone have their value of it. Null where a
 * key is set or questioned, where records have different ones, and without records.
 *
 * @param records of a sample.
 */
export function usualKeyOf(draft: OfSource, shapes: DraftShapes, records: readonly unknown[]) {
  if (records.length === 0 || !readsList(draft, shapes)) return null
  if (keyFieldsIn(draft).length > 0 || draft.source.noKey === true) return null
  const field: string | undefined = usualKeyFields.find((name) => records.every((it) => isObject(it) && isValue(it[name])))
  if (field === undefined) return null
  const values = records.map((it) => JSON.stringify((it as Readonly<Record<string, unknown>>)[field]))
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return { field, unique: values.filter((value) => counts.get(value) === 1).length, of: records.length }
}

/**
 * `isOpen`: nobody has answered, and neither a sample nor the known fields answer it. `isSampled`: the values of what is proposed were looked at.
 * Null where it is no matter, and where nothing is known of the records.
 */
export function keyQuestionOf(draft: OfSource, shapes: DraftShapes) {
  const { source } = draft
  const { examples = [], fields = [] } = shapes.source ?? {}
  const isSampled = examples.length > 0
  if ((!isSampled && fields.length === 0) || !readsList(draft, shapes)) return null
  const isUsual = (name: string): boolean => usualKeyFields.some((usual) => usual === name)
  const hasUsual = isSampled
    ? examples.every((it) => isObject(it) && usualKeyFields.some((name) => isValue(it[name])))
    : fields.some(({ path }) => isUsual(path))
  const keyFields = keyFieldsIn(draft)
  if (hasUsual && keyFields.length === 0 && source.noKey !== true) return null
  const proposed = isSampled ? proposedKeys(examples) : namedAsKeys(fields)
  return { proposed, isSampled, isOpen: keyFields.length === 0 && source.noKey !== true }
}
