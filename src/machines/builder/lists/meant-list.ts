/** Which list of an answer is meant, and what the answer holds as it is read now. */
import type { Sample } from '#contract/builder/probe.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { candidatesIn, hasDocuments, listAt, readPathOf, type SeenList } from '#contract/connectors/config/seen-lists.ts'
import type { Draft } from '../draft/draft.ts'
import { canonical } from './canonical.ts'
import { itemsPathOf, type ListSettings, writtenOf } from './list-settings.ts'

type Meant = { readonly list: SeenList | null; readonly path: string; readonly others: readonly SeenList[] }

/** The list that is read, or would be if it were turned on, and the others that may be meant. `list` is null where none was seen at `path`. */
export function meantIn(lists: readonly SeenList[], settings: ListSettings): Meant {
  const candidates = candidatesIn(lists)
  const path = settings.config === null ? (settings.path ?? '') : itemsPathOf(writtenOf(settings), settings.path)
  const read = settings.isOn || path !== '' ? listAt(lists, path) : null
  const list = settings.isOn ? read : (read ?? candidates[0] ?? null)
  return { list, path: list?.path ?? path, others: candidates.filter((it) => it.path !== list?.path) }
}

/**
 * How many records an answer holds as its source is read now: whether its list is the records is often said after it was asked for. Null where nothing of
 * that changes what the server counted.
 */
export function recordsIn({ lists }: Sample, source: ConnectorConfig['source']): number | null {
  if (!hasDocuments(source) || source.isList === undefined || lists.length === 0) return null
  return source.isList ? (listAt(lists, readPathOf(source))?.count ?? null) : 1
}

/** The example that the draft keeps is not a record as it is read now: an item of the list where that is on, else the whole answer. */
export function isShapeOld({ items }: SeenList, { config: { source }, shapes }: Pick<Draft, 'config' | 'shapes'>): boolean {
  const { examples = [], origin } = shapes.source ?? {}
  if (origin !== 'request' || examples.length === 0 || items.length === 0) return false
  return (canonical(examples[0]) === canonical(items[0])) !== (source.isList ?? false)
}
