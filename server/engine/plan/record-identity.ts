/** What names the records of a source, as far as its configuration and some of its records tell. Pure. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { hasNoKey, usualKeyFields } from '#contract/connectors/config/key-question.ts'
import type { RecordIdentity } from '#contract/kit/schemas.ts'
import { keyFieldsOf, namingBy } from '../kit/key-fields.ts'
import { keyFieldOf, ownKey } from '../kit/record-key.ts'

type Shared = {
  /** The key that several of the records have with different contents. */
  readonly key: string
  /** How many of them. */
  readonly count: number
}

/** The key of a record: its key columns or key fields where they are set, else its own. Null where only the table knows it, or there is none. */
function keyOf(source: ConnectorConfig['source'], record: unknown): string | null {
  const { keyColumns = [], table } = source.databaseConfig ?? {}
  if (hasNoKey(source)) return null
  if (source.type !== 'database') {
    namingBy(source)?.(record)
    return ownKey(record)
  }
  if (keyColumns.length > 0 && typeof record === 'object' && record !== null)
    return keyColumns.map((name) => String((record as Readonly<Record<string, unknown>>)[name])).join('|')
  return table === undefined ? ownKey(record) : null
}

/** A key that several records have with different contents; null when no key does. */
export function sharedKeyIn({ source }: Pick<ConnectorConfig, 'source'>, records: readonly unknown[]): Shared | null {
  const contents = new Map<string, Set<string>>()
  for (const record of records) {
    const key = keyOf(source, record)
    if (key !== null) contents.set(key, (contents.get(key) ?? new Set()).add(JSON.stringify(record)))
  }
  const found = [...contents].find(([, { size }]) => size > 1)
  return found ? { key: found[0], count: found[1].size } : null
}

/**
 * What names the records of a source.
 * @param tableKey the columns that name the rows of its table, as its database says; null where it was not asked.
 */
export function identityOf(
  { source }: Pick<ConnectorConfig, 'source'>,
  records: readonly unknown[],
  tableKey: readonly string[] | null = null,
): RecordIdentity {
  const samples = records.length
  if (hasNoKey(source)) return { by: 'content', fields: [], samples, without: samples }
  if (source.type === 'database') {
    const { keyColumns = [], table } = source.databaseConfig ?? {}
    if (keyColumns.length > 0) return { by: 'keyColumns', fields: [...keyColumns], samples, without: 0 }
    if (table !== undefined && tableKey?.length !== 0)
      return { by: 'tableKey', fields: [...(tableKey ?? [])], samples, without: 0 }
  }
  const declared = keyFieldsOf(source)
  if (declared.length > 0) {
    const without = records.filter((record) => keyOf(source, record) === null).length
    return { by: 'keyFields', fields: [...declared], samples, without }
  }
  const found = records.map(keyFieldOf)
  const fields = usualKeyFields.filter((name) => samples === 0 || found.includes(name))
  const without = found.filter((name) => name === null).length
  return { by: fields.length === 0 ? 'content' : 'field', fields, samples, without }
}
