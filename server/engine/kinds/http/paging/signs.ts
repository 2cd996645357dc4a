/** What an answer says of the pages around it: whether more follow, how many records there are, and where the next page is. Pure. */

import { type Path, pathText } from '#server/platform/json/path.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'

type Headers = Readonly<Record<string, string>>

/** `isSet`: the configuration names the place; else it is one where sources usually put it. */
type Entry = {
  readonly says: 'next' | 'more' | 'done' | 'total' | 'pages' | 'hint'
  readonly path: Path
  readonly isSet: boolean
}

export type SignPaths = {
  readonly next: Path | null
  readonly more: Path | null
  readonly end?: Path | null
  readonly total: Path | null
}

export type Signs = {
  /** The value at the configured path of the next page. */
  readonly next: unknown
  /** Whether the source says that more follows; null when it says nothing of it. */
  readonly more: boolean | null
  /** Whether the configuration names the place of `more`; else it was guessed by a usual name. */
  readonly isMoreSet: boolean
  /** Whether `more` stands under a name that sources use for other things, too. */
  readonly isMoreVague: boolean
  /** Numbers that may be the total, each under the name of its place; a configured one stands alone. */
  readonly totals: readonly { readonly at: string; readonly value: number; readonly isSet: boolean }[]
  /** How many pages there are, where the answer says so at a usual place. */
  readonly pages: number | null
  /** Where else than configured the answer names a next page; null when it does not. */
  readonly hint: string | null
}

const named = (...names: readonly string[]): Path => names.map((name) => ({ kind: 'name', name }))
const combined = (places: readonly (readonly string[])[], names: readonly string[]) =>
  places.flatMap((place) => names.map((name) => named(...place, name)))

const aroundPlaces = [
  ...[[], ['meta'], ['pagination'], ['paging'], ['page'], ['pageInfo'], ['page_info'], ['info'], ['meta', 'pagination']],
]
const moreNames = [
  ...['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage', 'more_records', 'moreRecords'],
  ...['more_available', 'moreAvailable', 'is_truncated', 'isTruncated', 'IsTruncated', 'more'],
]
/** Besides those that mean it: `last_page` is a number where it names the last one. */
const endNames = [
  ...['end_of_stream', 'endOfStream', 'end_of_list', 'endOfList', 'isLast', 'is_last', 'is_last_page', 'isLastPage'],
  ...['lastPage', 'is_end', 'isEnd', 'no_more', 'noMore', 'eof'],
]
const doneNames = [...endNames, 'last', 'last_page', 'done']
const vagueNames = new Set(['more', 'done'])
const saysEnd = new Set(endNames)
/** Whether a name means that the list is over where it is true. */
export const isEndName = (path: Path): boolean => saysEnd.has(lastName(path))
const lastName = (path: Path) => {
  const step = path.at(-1)
  return step?.kind === 'name' ? step.name : ''
}
const hintPlaces = [[], ['meta'], ['links'], ['_links'], ['paging'], ['pagination'], ['response_metadata'], ['pageInfo']]
const hintNames = [
  ...['next', 'nextLink', 'next_link', '@odata.nextLink', 'nextRecordsUrl', 'next_url', 'nextUrl', 'next_page_url'],
  ...['next_page', 'nextPage', 'next_page_token', 'nextPageToken', 'next_cursor', 'nextCursor'],
]
const totalPaths: readonly Path[] = [
  ...['total', 'totalCount', 'total_count', 'totalResults', 'total_results', 'totalElements', 'totalSize', 'total_size'],
  ...['totalItems', 'total_items', 'count', '@odata.count'],
]
  .map((name) => named(name))
  .concat(
    combined(
      [['meta'], ['pagination'], ['paging'], ['page'], ['meta', 'pagination']],
      ['total', 'totalCount', 'total_count', 'totalElements'],
    ),
    [named('hits', 'total', 'value')],
  )
const pagesNames = ['total_pages', 'totalPages', 'last_page']
const totalHeaders = ['x-total-count', 'x-total', 'x-wp-total']

const entriesOf = (says: Entry['says'], paths: readonly Path[]) => paths.map((path): Entry => ({ says, path, isSet: false }))
const usual: readonly Entry[] = [
  ...entriesOf('more', combined(aroundPlaces, moreNames)),
  ...entriesOf('done', combined(aroundPlaces, doneNames)),
  ...entriesOf('total', totalPaths),
  ...entriesOf('pages', combined(aroundPlaces, pagesNames)),
  ...entriesOf('hint', combined(hintPlaces, hintNames)),
]

const configured = (says: Entry['says'], path: Path | null): Entry[] => (path ? [{ says, path, isSet: true }] : [])

/** Beside the next cursor of a GraphQL connection stands whether there is a next page. */
function besides(path: Path | null): Entry[] {
  const parent = path?.slice(0, -1) ?? []
  if (parent.length === 0) return []
  return entriesOf(
    'more',
    moreNames.map((name) => [...parent, ...named(name)]),
  )
}

function isYes(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return /^(true|yes|y|1)$/i.test(value) ? true : /^(false|no|n|0|)$/i.test(value) ? false : null
  return typeof value === 'number' ? value !== 0 : null
}

/** The meaning of a configured field: every value that is not empty means yes, for example the address of the next page. */
function saysYes(value: unknown): boolean | null {
  if (value === undefined) return null
  if (value === null) return false
  if (typeof value === 'object' && !isRaw(value)) return Object.keys(value).length > 0
  return isYes(value) ?? true
}

function countOf(value: unknown): number | null {
  const number = isRaw(value)
    ? Number(value.rawJSON)
    : typeof value === 'string' && /^\d{1,15}$/.test(value)
      ? Number(value)
      : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** The total of a range of records, as in `items 0-99/1000` or `0-99/1000`; null where it is unknown, or counts bytes. */
function rangeTotal(header: string | undefined): number | null {
  const [, unit = '', total] = /^\s*(?:([a-z-]{1,32})[ =]\s*)?(?:\d{1,15}-\d{1,15}|\*)\/(\d{1,15})\s*$/i.exec(header ?? '') ?? []
  return total === undefined || unit.toLowerCase() === 'bytes' ? null : countOf(total)
}

/** Whether a value names a next page: a text, a number, or an object that leads somewhere. */
function leadsOn(value: unknown): boolean {
  if (typeof value === 'string') return value !== ''
  if (typeof value === 'number') return value > 0
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

const isSame = (one: Path, other: Path | null) => other !== null && pathText(one) === pathText(other)

/** What is asked of every answer, and how it is read. */
export function signReader(paths: SignPaths): {
  readonly facts: readonly Path[]
  readonly read: (facts: readonly unknown[], headers: Headers) => Signs
} {
  const entries: readonly Entry[] = [
    ...configured('next', paths.next),
    ...configured('more', paths.more),
    ...configured('done', paths.end ?? null),
    ...configured('total', paths.total),
    ...besides(paths.next),
    ...usual,
  ]

  function read(facts: readonly unknown[], headers: Headers): Signs {
    let next: unknown
    let more: boolean | null = null
    let isMoreSet = false
    let isMoreVague = false
    let pages: number | null = null
    let hint: string | null = null
    const isAsked = paths.more !== null || (paths.end ?? null) !== null
    const totals: { at: string; value: number; isSet: boolean }[] = []
    for (const [at, { says, path, isSet }] of entries.entries()) {
      const value = facts[at]
      if (value === undefined) continue
      if (says === 'next') next = value
      else if ((says === 'more' || says === 'done') && isSet) {
        const isYes = saysYes(value)
        const follows = says === 'more' ? isYes : isYes === null ? null : !isYes
        // Where both are set, the end wins.
        more = more === false ? false : (follows ?? more)
        isMoreSet = more !== null
      } else if (says === 'more' || says === 'done') {
        if (isAsked || more !== null || typeof value !== 'boolean') continue
        more = says === 'more' ? value : !value
        isMoreVague = vagueNames.has(lastName(path))
      } else if (says === 'total') {
        const count = countOf(value)
        if (count !== null && (isSet || paths.total === null)) totals.push({ at: pathText(path), value: count, isSet })
      } else if (says === 'pages') pages ??= countOf(value)
      else if (says === 'hint' && hint === null && leadsOn(value) && !isSame(path, paths.next)) hint = `"${pathText(path)}"`
    }
    if (paths.total === null)
      for (const name of totalHeaders) {
        const count = countOf(headers[name])
        if (count !== null) totals.push({ at: name, value: count, isSet: false })
      }
    const ranged = paths.total === null ? rangeTotal(headers['content-range']) : null
    if (ranged !== null) totals.push({ at: 'content-range', value: ranged, isSet: false })
    if (linkNext(headers['link']) !== null) hint ??= 'its Link header'
    return { next, more, isMoreSet, isMoreVague, totals, pages, hint }
  }

  return { facts: entries.map(({ path }) => path), read }
}

const linkEntry = /<([^<>]*)>((?:[^,"<]|"(?:[^"\\]|\\.)*")*)/g
const linkParameter = /;\s*([^\s=;,"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+))/g

/** The target of the link with the relation `next` (RFC 8288); null when there is none. */
export function linkNext(header: string | undefined): string | null {
  for (const [, target = '', parameters = ''] of (header ?? '').matchAll(linkEntry)) {
    const relation = [...parameters.matchAll(linkParameter)].find(([, name = '']) => name.toLowerCase() === 'rel')
    const [, , quoted, plain] = relation ?? []
    if ((quoted ?? plain ?? '').toLowerCase().split(/\s+/).includes('next')) return target
  }
  return null
}
