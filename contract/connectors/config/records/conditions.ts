/** How the conditions of a filter are walked. It holds no schema, so that pages may import it. */
import type { Comparison, FilterCondition, FilterGroup, RecordFilter } from './record-filter.ts'

/** The parts of a group, and whether all of them must be true or one is enough. */
export function partsOf<Item>(group: { readonly all: readonly Item[] } | { readonly any: readonly Item[] }): {
  readonly items: readonly Item[]
  readonly needs: 'all' | 'any'
} {
  return 'all' in group ? { items: group.all, needs: 'all' } : { items: group.any, needs: 'any' }
}

/** The conditions of a filter in their order, those of its groups included. */
export const conditionsOf = (filter: RecordFilter): readonly FilterCondition[] =>
  partsOf<FilterCondition | FilterGroup>(filter).items.flatMap((item) => ('path' in item ? [item] : partsOf(item).items))

/** Comparisons that need nothing to compare with. */
export const needsNoValue = (is: Comparison): boolean => is === 'isEmpty' || is === 'isNotEmpty'
