/** Paths of enrichments. */
import { type Path, parsePath } from '../../platform/json/path.ts'

/** The names of a path that consists of names; null for every other. */
export function namesOf(text: string): readonly string[] | null {
  const parsed = parsePath(text)
  if ('fault' in parsed) return null
  const names = parsed.path.flatMap((step) => (step.kind === 'name' ? [step.name] : []))
  return names.length === parsed.path.length ? names : null
}

/** A path of the configuration, already checked; the root when it is empty. */
export function pathOf(text: string | undefined): Path {
  const parsed = parsePath(text ?? '')
  return 'path' in parsed ? parsed.path : []
}
