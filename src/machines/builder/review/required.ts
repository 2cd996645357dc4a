/** Required fields of the destination, and those of them that the mapping fills. Pure. */
import { withOperationFields } from '#contract/connectors/config/operations/record-urls.ts'
import type { Draft } from '../draft/draft.ts'
import { missingTargets, openTargets } from '../mapping/rows.ts'

export function holdsRequired({ config, shapes: known }: Pick<Draft, 'config' | 'shapes'>) {
  const shapes = withOperationFields(known, config.destination.operation)
  const required = (shapes.destination?.fields ?? []).filter(({ isRequired }) => isRequired).length
  return { required, filled: required - missingTargets({ edges: config.dataMapping, shapes }).length }
}

/** Fields of the destination that stay empty. Without a mapping records pass as they are, and nothing is known of it. */
export const emptyTargets = ({ config, shapes }: Pick<Draft, 'config' | 'shapes'>): readonly string[] =>
  config.dataMapping.length === 0
    ? []
    : openTargets({ edges: config.dataMapping, shapes: withOperationFields(shapes, config.destination.operation) })
