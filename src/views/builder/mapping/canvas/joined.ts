/** What lines do at the field of a path, by side. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { sourceOf, targetOf } from '#src/machines/builder/mapping/lines.ts'
import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'

/** `others`: the paths on the other side, empty where a rule needs none. */
export type AtField = { readonly ids: readonly string[]; readonly others: readonly string[]; readonly isRuled: boolean }
export type Joined = ReadonlyMap<string, AtField>

const ownEnd = { source: sourceOf, target: targetOf } as const satisfies Record<Side, unknown>

export const isRuled = ({ ruleId, rule }: MappingEdge): boolean => ruleId !== undefined || rule !== undefined

export function joinedOf(edges: readonly MappingEdge[], side: Side): Joined {
  const other = ownEnd[side === 'source' ? 'target' : 'source']
  const byField = Map.groupBy(edges, ownEnd[side])
  return new Map(
    [...byField].map(([path, lines]) => [
      path,
      { ids: lines.map(({ id }) => id), others: lines.map(other).filter((it) => it !== ''), isRuled: lines.some(isRuled) },
    ]),
  )
}
