/** Where a configuration expects the records of an answer. `decisions.md` section 5, list processing. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ListPlace } from '#server/engine/kit/splitting/cutting.ts'
import { recordsIn } from '#server/engine/kit/splitting/documents.ts'
import { type Path, parsePath } from '#server/platform/json/path.ts'

/** A path of the configuration, already checked; null when it is empty. */
export function pathOf(text: string | undefined): Path | null {
  if (!text) return null
  const parsed = parsePath(text)
  return 'path' in parsed ? parsed.path : null
}

/** Where the list stands, or that the answer itself is the one record. */
export function listPlaceOf({ isList, listPath, listConfig }: SourceConfig): ListPlace {
  if (!isList) return { at: 'whole' }
  const paged = listConfig?.type === 'pagination' ? listConfig.paginationConfig?.responsePathToItems : undefined
  const path = pathOf(paged || listConfig?.iterationPath || listPath)
  return path ? { at: 'path', path } : { at: 'detected' }
}

/** The records of an answer, or null when there is no list where the configuration expects one. */
export function recordFinder(config: SourceConfig): (answer: unknown) => readonly unknown[] | null {
  const list = listPlaceOf(config)
  return (answer) => recordsIn(answer, list)
}
