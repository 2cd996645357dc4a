/** The lists that were seen in an answer of the source, and which of them is meant. `studio-account-settings.md`, "List processing". */

import type { ConnectorConfig } from './config.ts'
import { isObject, memberPath, refusedNames } from './json-members.ts'
import type { DraftShapes } from './shape.ts'

/** The lists of a test request's answer. */
type Answer = { readonly lists: readonly SeenList[] }

/** What of a draft tells of its lists. */
export type Listing = { readonly config: Pick<ConnectorConfig, 'source'>; readonly shapes: DraftShapes }

/** Items that are shown of a list. */
export const previewedItems = 2

export type SeenList = {
  /** Empty for a root array. */
  readonly path: string
  /** Null where only examples were kept. */
  readonly count: number | null
  readonly items: readonly unknown[]
}

/** Where a run finds a list by itself, in this order: the answer itself, then these members of it. */
const usual = ['', 'items', 'data', 'results', 'list']
const listDepth = 6
const listsMax = 20
/** What a configuration takes as a path. */
const pathMax = 256

const ofThings = ({ count, items }: SeenList) => count !== 0 && items.every(isObject)
const rankOf = (list: SeenList) =>
  (ofThings(list) ? 0 : usual.length + 1) + (usual.includes(list.path) ? usual.indexOf(list.path) : usual.length)

/**
 * The lists whose items may be the records, the likeliest first: those of objects, wherever they stand, and an empty one where a list usually
 * stands. Where there is none, the list that a run would find by itself.
 */
export function candidatesIn(lists: readonly SeenList[]): readonly SeenList[] {
  const likely = lists.filter((it) => it.path.length <= pathMax && (ofThings(it) || (it.count === 0 && usual.includes(it.path))))
  const found = likely.some(ofThings) ? likely : lists.filter(({ path }) => usual.includes(path))
  const sorted = found.toSorted((one, other) => rankOf(one) - rankOf(other) || (other.count ?? 0) - (one.count ?? 0))
  return likely.some(ofThings) ? sorted : sorted.slice(0, 1)
}

export const detectedIn = (lists: readonly SeenList[]): SeenList | null => candidatesIn(lists)[0] ?? null

/** The list that a run reads at a path; without a path the one that it finds by itself. */
export const listAt = <T extends Pick<SeenList, 'path'>>(lists: readonly T[], path: string): T | null =>
  (path === '' ? usual : [path]).flatMap((at) => lists.filter((list) => list.path === at))[0] ?? null

/** Whether a source answers with documents, in which a list may stand: rows are records already. */
export const hasDocuments = ({ type, azureConfig }: ConnectorConfig['source']): boolean =>
  type === 'http' || (type === 'azure' && azureConfig?.format === 'json')

/** Of the newest answer; without one, of what the draft keeps of one. */
export function listsSeen({ config: { source }, shapes }: Listing, answer: Answer | null): readonly SeenList[] {
  if (answer !== null && answer.lists.length > 0) return answer.lists
  if (!hasDocuments(source)) return []
  const { examples = [], fields = [], origin } = shapes.source ?? {}
  if (source.isList) {
    return examples.length === 0 ? [] : [{ path: readPathOf(source), count: null, items: examples.slice(0, previewedItems) }]
  }
  if (examples.length > 0) return listsIn(examples[0])
  // An answer that is too long to be kept is still known by its fields.
  return origin === 'request' && source.isList === undefined ? listsAmong(fields.map(({ path }) => path)) : []
}

/** The lists that were found while nobody has said yet whether their items are the records; empty otherwise. */
export function unanswered(draft: Listing, answer: Answer | null = null): readonly SeenList[] {
  return draft.config.source.isList === undefined ? candidatesIn(listsSeen(draft, answer)) : []
}

/**
 * Whether nobody knows if the answer is one record or a list: it was never asked for, and nobody said so. What was pasted, or read from a document,
 * proves nothing of the answer itself.
 */
export function isUnknown(draft: Listing): boolean {
  const { source } = draft.config
  if (!hasDocuments(source) || source.isList !== undefined) return false
  return draft.shapes.source?.origin !== 'request' && unanswered(draft).length === 0
}

/** Where a run reads the list of a source. */
export function readPathOf({ isList, listPath = '', listConfig }: ConnectorConfig['source']): string {
  const path = isList ? listPath : ''
  if (listConfig === undefined) return path
  const paging =
    listConfig.type === 'pagination' ? (listConfig.paginationConfig?.responsePathToItems ?? (isList ? path : 'items')) : ''
  return paging.trim() || listConfig.iterationPath.trim() || path
}

/** The lists in an answer, those that are less deep first; what stands inside a list belongs to its records. As the server finds them. */
export function listsIn(answer: unknown): readonly SeenList[] {
  const lists: SeenList[] = []
  let level: (readonly [path: string, value: unknown])[] = [['', answer]]
  for (let depth = 0; depth <= listDepth && level.length > 0; depth += 1) {
    const below: typeof level = []
    for (const [path, value] of level) {
      if (Array.isArray(value)) lists.push({ path, count: value.length, items: value.slice(0, previewedItems) })
      else if (isObject(value))
        for (const [name, member] of Object.entries(value))
          if (name !== '' && !refusedNames.has(name)) below.push([memberPath(path, name), member])
    }
    level = below
  }
  return lists.slice(0, listsMax)
}

/** The lists of objects that fields stand in. */
function listsAmong(fields: readonly string[]): readonly SeenList[] {
  const paths = fields.flatMap((field) => {
    const at = field.indexOf('[*]')
    return at === -1 || at + 3 === field.length ? [] : [field.slice(0, at)]
  })
  return [...new Set(paths)].slice(0, listsMax).map((path) => ({ path, count: null, items: [] }))
}
