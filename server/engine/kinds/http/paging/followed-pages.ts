/** Pages that the source, or the last record, leads to. Pure: places in, places out. */
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import type { Place } from '#server/engine/kit/kind.ts'
import { type Path, pathText, valueAt } from '#server/platform/json/path.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
import { pathOf } from '../response/listing.ts'
import {
  CursorFault,
  commonOf,
  counting,
  endedBy,
  incomplete,
  numberIn,
  type PageRead,
  type PageRequest,
  type Paging,
  plain,
  senderOf,
} from './page-rules.ts'
import { linkNext, type Signs } from './signs.ts'
import { totalAfter } from './totals.ts'

/** A cursor as text; null at the end. */
function cursorText(found: unknown): string | null {
  if (found === undefined || found === null || found === '' || found === 0 || found === false) return null
  if (isRaw(found)) return found.rawJSON
  if (typeof found === 'string' && (found.includes('\0') || !found.isWellFormed()))
    throw new CursorFault("The source's next cursor contains characters that can't be stored.")
  if (typeof found === 'string' || typeof found === 'number') return String(found)
  throw new CursorFault(
    `The source's next cursor must be text or a number, not ${found === true ? 'true' : `a${Array.isArray(found) ? ' list' : 'n object'}`}.`,
  )
}

const isSortable = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '' && value.isWellFormed() && !value.includes('\0')) ||
  typeof value === 'number' ||
  isRaw(value)

/** What names the last record of a page, as JSON text: the place must hold it exactly. */
function lastIdOf(record: unknown, path: Path): string {
  const found = valueAt(record, path)
  const isList = Array.isArray(found) && found.length > 0 && found.every((it) => it === null || isSortable(it))
  if (!isList && !isSortable(found)) throw new CursorFault(`The last record of the page has no ID at "${pathText(path)}".`)
  return JSON.stringify(found)
}

type Following = {
  readonly next: Path | null
  /** The place of the next page, or the sentence that says how the end is known. */
  readonly place: (read: PageRead, signs: Signs) => Place | string
  readonly request: (place: Place) => PageRequest
  /** Whether the source itself names the next page where the configuration reads it. */
  readonly isGiven: boolean
  /** What is to be said where a page follows, as a sentence. */
  readonly note?: (read: PageRead) => string | null
}

/** Whether the next page is the page that was read: some sources name a next page even after their last one. */
const leadsHere = (found: Place, { place, isHere }: PageRead): boolean =>
  typeof found['url'] === 'string'
    ? (isHere?.(found['url']) ?? false)
    : found['cursor'] !== undefined && found['cursor'] === place['cursor']

/** Pages that the source, or the last record, leads to. */
function followed(paging: PaginationConfig, { next: path, place: placeAfter, request, isGiven, note }: Following): Paging {
  const common = commonOf(paging, path)
  return {
    start: {},
    counts: null,
    detects: false,
    facts: common.facts,
    request,
    mayEndMissing: () => false,
    next: (read) => {
      const { place, count } = read
      const signs = common.read(read)
      const total = totalAfter(place, numberIn(place, 'pages') === 0, count, signs)
      const known = counting(read, total)
      const over = (end: string) => endedBy(end, total, known.read)
      const saysOver = () => over('The source reports no more records.')
      if (signs.more === false && (signs.isMoreSet || count === 0)) return saysOver()
      const found = placeAfter(read, signs)
      // What was only guessed to say that this is all does not stand against a next page where the configuration reads it, or a total.
      const isContradicted = isGiven ? typeof found !== 'string' : total !== null && known.read < total.now
      if (signs.more === false && !isContradicted) return saysOver()
      if (typeof found !== 'string' && count === 0 && leadsHere(found, read)) {
        const end = 'The page was empty, and its next page is the same page.'
        return signs.more === true ? incomplete(`The source reported more records. ${end}`) : over(end)
      }
      if (typeof found !== 'string') return { next: { ...known, ...found }, note: note?.(read) ?? null, end: null }
      if (signs.more === true)
        return incomplete('The source reports more records, but the pagination settings find no next page.')
      if (signs.hint !== null && count > 0)
        return incomplete(`The response links a next page in ${signs.hint}, but the pagination settings don't use it.`)
      return over(found)
    },
    isAgain: () => false,
    isShort: () => false,
  }
}

export function followedBy(paging: PaginationConfig, asked: number): Paging {
  const send = senderOf(paging, asked)
  const path = pathOf(paging.responsePathToNextCursor)
  const byAddress = (place: Place) => (typeof place['url'] === 'string' ? { ...plain, url: place['url'] } : send('', null))
  switch (paging.type) {
    case 'nextUrl':
      return followed(paging, {
        next: path,
        place: (_, { next }) => {
          const url = cursorText(next)
          return url === null ? `The response has no next page at "${paging.responsePathToNextCursor}".` : { url }
        },
        request: byAddress,
        isGiven: true,
      })
    case 'linkHeader':
      return followed(paging, {
        next: null,
        place: ({ headers }) => {
          const url = linkNext(headers['link'])
          return url === null ? 'The response has no Link header with a next page.' : { url }
        },
        request: byAddress,
        isGiven: true,
      })
    case 'lastId': {
      const idPath = pathOf(paging.recordIdPath) ?? [{ kind: 'name', name: 'id' }]
      return followed(paging, {
        next: null,
        isGiven: false,
        place: ({ place, count, last }) => {
          if (count === 0) return 'The page was empty.'
          const id = lastIdOf(last, idPath)
          return id === place['id'] ? 'The page contains no records after the last one.' : { id }
        },
        // What follows is asked for by an id that is greater: others with the same one would be passed.
        note: ({ last, beforeLast }) =>
          beforeLast !== undefined && JSON.stringify(valueAt(beforeLast, idPath)) === JSON.stringify(valueAt(last, idPath))
            ? `At a page end, several records have the same value at "${pathText(idPath)}". Others with this value may be missing. Set the path to a unique field.`
            : null,
        request: ({ id }) => {
          if (typeof id !== 'string') return send(paging.cursorParam, null)
          const value: unknown = parsedId(id)
          return send(paging.cursorParam, typeof value === 'string' ? value : id, value)
        },
      })
    }
    default:
      return followed(paging, {
        next: path,
        isGiven: !signsRelay(path),
        place: (_, { next }) => {
          const cursor = cursorText(next)
          if (cursor === null) return `The response has no next cursor at "${paging.responsePathToNextCursor}".`
          return typeof next === 'number' ? { cursor, isNumber: true } : { cursor }
        },
        request: ({ cursor, isNumber }) => {
          const text = cursor === undefined ? null : String(cursor)
          return send(paging.cursorParam, text, isNumber === true ? Number(text) : text)
        },
      })
  }
}

/** Beside the cursor of a GraphQL connection stands whether there is a next page, and the cursor is given with the last page, too. */
const signsRelay = (path: Path | null) => path?.at(-1)?.kind === 'name' && pathText(path).endsWith('endCursor')

/** Numbers stay as they were written. */
function parsedId(text: string): unknown {
  return JSON.parse(text, (_, value: unknown, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? JSON.rawJSON(source) : value,
  )
}
