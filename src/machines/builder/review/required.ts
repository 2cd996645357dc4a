/** Required fields of the destination, and those of them that the mapping fills. Pure. */
import type { Draft } from '../draft/draft.ts'
import { missingTargets } from '../mapping/rows.ts'

export function holdsRequired({ config, shapes }: Pick<Draft, 'config' | 'shapes'>) {
  const required = (shapes.destination?.fields ?? []).filter(({ isRequired }) => isRequired).length
  return { required, filled: required - missingTargets({ edges: config.dataMapping, shapes }).length }
}
