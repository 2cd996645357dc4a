/** What the answer of a source declares beyond the list that it holds, and what is to become of it. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Draft } from '../draft/draft.ts'
import { configOf, defaultsFor } from './list-settings.ts'
import { listAt, readPathOf } from './seen-lists.ts'

type Source = ConnectorConfig['source']

export type Remainder = {
  /** By what the newest answer says that there is more, as a sentence; null where it says nothing of it. */
  readonly said: string | null
  /** Whether somebody said that the one page is all that is meant. */
  readonly isLeft: boolean
}

/** Null where it is no matter: the source is not asked for a list over HTTP, or its pages are followed, or nothing is declared and nothing said of it. */
export function remainderOf({ config: { source }, shapes }: Pick<Draft, 'config' | 'shapes'>): Remainder | null {
  const { type, isList, listConfig } = source
  if (type !== 'http' || !isList || listConfig?.type === 'pagination') return null
  const said = listAt(shapes.source?.more ?? [], readPathOf(source))?.said ?? null
  const isLeft = listConfig?.firstPageOnly ?? false
  return said !== null || isLeft ? { said, isLeft } : null
}

/** The source, whose first page alone is read on purpose. */
export const firstPageOnly = (source: Source): Source => ({
  ...source,
  listConfig: { ...(source.listConfig ?? configOf(defaultsFor(source.listPath ?? ''))), firstPageOnly: true },
})
