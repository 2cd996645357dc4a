/** Paths of enrichments. */
import { parsePath } from '../mapping/path.ts'

/** The names of a path that consists of names; null for every other. */
export function namesOf(text: string): readonly string[] | null {
  const parsed = parsePath(text)
  if ('fault' in parsed) return null
  const names = parsed.path.flatMap((step) => (step.kind === 'name' ? [step.name] : []))
  return names.length === parsed.path.length ? names : null
}
