/** Finds the records in an answer. `decisions.md` section 5, list processing. */
import type { SourceConfig } from '../../../../contract/config.ts'
import { type Path, parsePath, valueAt } from '../../mapping/path.ts'

const usualNames = ['items', 'data', 'results', 'list']

/** A path of the configuration, already checked; null when it is empty. */
export function pathOf(text: string | undefined): Path | null {
  if (!text) return null
  const parsed = parsePath(text)
  return 'path' in parsed ? parsed.path : null
}

/** The records of an answer, or null when there is no list where the configuration expects one. */
export function recordFinder({ isList, listPath, listConfig }: SourceConfig): (answer: unknown) => readonly unknown[] | null {
  if (!isList) return (answer) => [answer]
  const paged = listConfig?.type === 'pagination' ? listConfig.paginationConfig?.responsePathToItems : undefined
  const path = pathOf(paged || listConfig?.iterationPath || listPath)
  return (answer) => {
    const found = path ? valueAt(answer, path) : detected(answer)
    return Array.isArray(found) ? found : null
  }
}

/** A root array, or the first array under one of the usual names. */
function detected(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer
  const paths = usualNames.map((name) => valueAt(answer, [{ kind: 'name', name }]))
  return paths.find((value) => Array.isArray(value))
}
