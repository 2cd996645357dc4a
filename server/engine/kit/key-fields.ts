/** The fields that identify the records of a source, where its configuration names them. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { hasNoKey } from '#contract/connectors/config/key-question.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { parsePath, valueAt } from '../../platform/json/path.ts'
import { isRaw } from '../../platform/json/raw-json.ts'
import { type Source, Unreadable } from './kind.ts'
import { leaveUnnamed, nameRecord } from './record-key.ts'

type Keyed = Pick<SourceConfig, 'type' | 'keyFields' | 'noKey' | 'databaseConfig'>

/** Those of a configuration; a database has key columns instead. */
export const keyFieldsOf = ({ type, keyFields = [] }: Keyed): readonly string[] => (type === 'database' ? [] : keyFields)

/** A value as a part of a name; null where it is none. */
function partOf(value: unknown): string | null {
  if (isRaw(value)) return value.rawJSON
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Names a record by the values of its key fields, or by nothing where nothing identifies it; null where the configuration says neither. One without any of the values has no name. */
export function namingBy(config: Keyed): ((record: unknown) => void) | null {
  const paths = keyFieldsOf(config).flatMap((text) => {
    const parsed = parsePath(text)
    return 'path' in parsed ? [parsed.path] : []
  })
  if (paths.length === 0 && !hasNoKey(config)) return null
  return (record) => {
    if (typeof record !== 'object' || record === null || record instanceof Unreadable) return
    const parts = paths.map((path) => partOf(valueAt(record, path)))
    // Without any path every part is null.
    if (parts.every((part) => part === null)) leaveUnnamed(record)
    else nameRecord(record, parts)
  }
}

/** A source whose records are named by their key fields as they are read. */
export function namedSource(source: Source, config: Keyed): Source {
  const name = namingBy(config)
  if (name === null) return source
  return {
    ...source,
    read: async (place, signal) => {
      const page = await source.read(place, signal)
      for (const record of page.records) name(record)
      return { ...page, keyColumns: keyFieldsOf(config) }
    },
  }
}

/** What is wrong with the key fields. Paths are JSON pointers into the configuration of the source. */
export function checkKeyFields(config: Keyed): FieldProblem[] {
  const fields = keyFieldsOf(config)
  return fields.flatMap((text, at) => {
    const path = `/keyFields/${at}`
    if (fields.indexOf(text) !== at) return [{ path, message: 'This field is listed twice' }]
    const parsed = parsePath(text)
    if ('fault' in parsed) return [{ path, message: parsed.fault }]
    if (!parsed.path.some(({ kind }) => kind === 'each')) return []
    return [{ path, message: 'Enter a path to one value, without [*]' }]
  })
}
