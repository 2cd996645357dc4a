/** What all ways of paging have in common: what a page is, where it is asked for, and how a list ends. Pure. */
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import type { Place } from '#server/engine/kit/kind.ts'
import type { Path } from '#server/platform/json/path.ts'
import { pathOf } from '../response/listing.ts'
import { type Signs, signReader } from './signs.ts'
import { shortfall, type Total } from './totals.ts'

/** What a request says of the page that it asks for. */
export type PageRequest = {
  /** The whole address, where the source gave it. */
  readonly url?: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: readonly (readonly [Path, unknown])[]
}

/** A page that was read: `facts` are the values at the paths that the paging asks for. */
export type PageRead = {
  readonly place: Place
  readonly count: number
  /** Records that no page before held. */
  readonly fresh: number
  readonly facts: readonly unknown[]
  readonly headers: Readonly<Record<string, string>>
  readonly last: unknown
  /** The record before the last one; undefined where there is none. */
  readonly beforeLast?: unknown
  /** The source answered that there is no such page, behind pages that it gave. */
  readonly isMissing?: boolean
  /** Whether an address that the answer gives is the one that was requested. */
  readonly isHere?: (address: string) => boolean
  /** The status with which it did: 404, 410 or 400. */
  readonly status?: number
  /** The page before it came once more, and so did the page after it. */
  readonly isLastAgain?: boolean
  /** Every request brings the same records. */
  readonly isSame?: boolean
}

export type Next = {
  readonly next: Place | null
  /** Said at the end of the run. */
  readonly note: string | null
  /** How the end was known, as a sentence; null while there is none. */
  readonly end: string | null
}

/** Of a list whose total is declared. */
export type DeclaredEnd = { readonly place: Place; readonly pages: number; readonly records: number }

export type Paging = {
  readonly start: Place
  /** What the requests count; null where each page leads to the next. */
  readonly counts: 'pages' | 'records' | null
  /** Whether the source is asked for page 0 first, because nobody said where its numbers begin. */
  readonly detects: boolean
  /** What it needs to know of a page besides its records. */
  readonly facts: readonly Path[]
  readonly request: (place: Place) => PageRequest
  /** Whether a 404, 410 or 400 at a place is the end of the list. */
  readonly mayEndMissing: (place: Place) => boolean
  /** Throws `CursorFault`. */
  readonly next: (read: PageRead) => Next
  /** Whether the page at a place was read before on purpose. */
  readonly isAgain: (place: Place) => boolean
  /** The last page by the declared total, from the place of a page after the first; null where no total is declared, or none follows. */
  readonly last?: (place: Place) => DeclaredEnd | null
  /** The total at the place that the configuration names; null where there is none. Absent: the pages cannot be divided into ranges. */
  readonly totalIn?: (facts: readonly unknown[], headers: Readonly<Record<string, string>>) => number | null
  /** Whether a page that holds less than was asked for may be all that the source has. */
  readonly isShort: (count: number) => boolean
}

/** The source gives a next cursor that is none. */
export class CursorFault extends Error {
  override readonly name = 'CursorFault'
}

export const numberIn = (place: Place, name: string) => Number(place[name] ?? 0)
export const plain: PageRequest = { query: {}, headers: {}, body: [] }

export const ended = (end: string, note: string | null = null): Next => ({ next: null, note, end })

/** Reading this place fails with the sentence: the run is no success, and what was read before is delivered. */
export const incomplete = (message: string): Next => ({ next: { incomplete: message }, note: null, end: null })

export const endedBy = (end: string, total: Total | null, read: number, note: string | null = null): Next => {
  const missing = shortfall(total, read)
  return missing === null ? ended(end, note) : incomplete(missing)
}

type Common = Pick<Paging, 'facts'> & { readonly read: (read: Pick<PageRead, 'facts' | 'headers'>) => Signs }

export function commonOf(paging: PaginationConfig, next: Path | null): Common {
  const more = pathOf(paging.responsePathToHasMore)
  const end = pathOf(paging.responsePathToEnd)
  const total = pathOf(paging.responsePathToTotal)
  const reader = signReader({ next, more, end, total })
  return { facts: reader.facts, read: ({ facts, headers }) => reader.read(facts, headers) }
}

/** What every place carries: `pages` and `read` count the pages and the different records before it. */
export const counting = ({ place, fresh }: PageRead, total: Total | null) => ({
  pages: numberIn(place, 'pages') + 1,
  read: numberIn(place, 'read') + fresh,
  ...(total ? { total } : {}),
})

/** Where the value that asks for the next page goes: a name in the query or a header, or a path in the body. */
export function senderOf({ limitParam, sendIn = 'query' }: PaginationConfig, asked: number) {
  const inBody = sendIn === 'body'
  const limitQuery = limitParam === '' || inBody ? {} : { [limitParam]: String(asked) }
  const limitPath = inBody ? pathOf(limitParam) : null
  const limitBody: PageRequest['body'] = limitPath ? [[limitPath, asked]] : []
  return (name: string, text: string | null, value: unknown = text): PageRequest => {
    if (text === null) return { query: limitQuery, headers: {}, body: limitBody }
    if (sendIn === 'header') return { query: limitQuery, headers: { [name.toLowerCase()]: text }, body: [] }
    const path = inBody ? pathOf(name) : null
    if (path) return { query: {}, headers: {}, body: [...limitBody, [path, value]] }
    return { query: { ...limitQuery, [name]: text }, headers: {}, body: [] }
  }
}
