/** The lists that were seen in an answer of the source, and which of them is meant. `studio-account-settings.md`, "List processing". */
import type { Sample } from '../../../contract/probe.ts'
import type { Draft } from '../builder/draft.ts'
import { canonical } from './canonical.ts'

/** Items that are shown of a list. */
export const previewedItems = 2

export type SeenList = {
  /** Empty for a root array. */
  readonly path: string
  /** Null where only examples were kept. */
  readonly count: number | null
  readonly items: readonly unknown[]
}

/** In this order: the answer itself, then these members of it. */
const detectedAt = ['', 'items', 'data', 'results', 'list']

export const detectedIn = (lists: readonly SeenList[]): SeenList | null =>
  detectedAt.flatMap((at) => lists.filter(({ path }) => path === at))[0] ?? null

export const listAt = (lists: readonly SeenList[], path: string): SeenList | null =>
  lists.find((list) => list.path === path) ?? null

/** Of the newest answer; without one, of the examples that the draft keeps. */
export function listsSeen(
  { config: { source }, shapes }: Pick<Draft, 'config' | 'shapes'>,
  sample: Sample | null,
): readonly SeenList[] {
  if (sample !== null && sample.lists.length > 0) return sample.lists
  const examples = shapes.source?.examples ?? []
  if (source.isList) return [{ path: source.listPath ?? '', count: null, items: examples.slice(0, previewedItems) }]
  return examples.slice(0, 1).flatMap(listsIn)
}

/** The list that was found while nobody has said yet whether its items are the records; null otherwise. */
export function unanswered(draft: Pick<Draft, 'config' | 'shapes'>, sample: Sample | null = null): SeenList | null {
  return draft.config.source.isList === undefined ? detectedIn(listsSeen(draft, sample)) : null
}

function listsIn(answer: unknown): readonly SeenList[] {
  const whole = Array.isArray(answer) || typeof answer !== 'object' || answer === null ? { '': answer } : answer
  return Object.entries(whole).flatMap(([path, value]) =>
    Array.isArray(value) ? [{ path, count: value.length, items: value.slice(0, previewedItems) }] : [],
  )
}

/** The example that the draft keeps is not a record as it is read now: an item of the list where that is on, else the whole answer. */
export function isShapeOld({ items }: SeenList, { config: { source }, shapes }: Pick<Draft, 'config' | 'shapes'>): boolean {
  const { examples = [], origin } = shapes.source ?? {}
  if (origin !== 'request' || examples.length === 0 || items.length === 0) return false
  return (canonical(examples[0]) === canonical(items[0])) !== (source.isList ?? false)
}
