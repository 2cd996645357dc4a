/**
 * Documents that hold a list, short or long, behind one face. A short one is one part and is read at once; one that is long, or has very many names,
 * is read part by part.
 */
import { parseBytes } from '#server/platform/json/exact.ts'
import { hasTooManyNames } from '#server/platform/json/names.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { badLineIn, convertedToJson } from '../formats/converting.ts'
import { isPlain, type Reading } from '../formats/sniffing.ts'
import { Unreadable } from '../kind.ts'
import { type SplitRequest, usualNames } from './cutting.ts'
import { type LongPage, longFrom, openLongPage } from './long-page.ts'

/** Which part of a document, and the mark of the list that the parts before it came from. */
export type Spot = { readonly part: number; readonly mark: string }

export type Piece = {
  readonly records: readonly unknown[]
  readonly part: number
  readonly parts: number
  /** Of the list; a short document needs none. */
  readonly mark: string | null
  /** Records of the whole document. */
  readonly count: number
  /** What was asked for besides the records; undefined where there is none. */
  readonly facts: readonly unknown[]
  /** The document, which may contain its records; undefined for a part of a long document that contains nothing but records. */
  readonly document?: unknown
}

export type Documents = {
  /** The part of the document that is held under a name; null when it is not held, or not any more. Throws `JsonError`. */
  readonly goOn: (name: string, spot: Spot) => Promise<Piece | null>
  /**
   * A document that was fetched, from a spot on when its list is still the one that the spot is of, else from its beginning. Null when it holds
   * no list where one is asked for. Throws `JsonError`. The bytes are gone afterwards. `reading`: what they are made of; absent for JSON in UTF-8.
   */
  readonly open: (
    name: string,
    bytes: Uint8Array,
    spot: Spot | null,
    signal: AbortSignal,
    reading?: Reading,
  ) => Promise<Piece | null>
  readonly close: () => void
}

/** A root array, or the first array under one of the usual names; null where there is none and the first of them that is there holds null. */
function detected(document: unknown): unknown {
  if (Array.isArray(document)) return document
  const lists = usualNames.map((name) => valueAt(document, [{ kind: 'name', name }]))
  return lists.find((value) => Array.isArray(value)) ?? lists.find((value) => value !== undefined)
}

/** The records of a document, or null when there is no list where one is asked for. A `null` in the place of the list is an empty one. */
export function recordsIn(document: unknown, list: SplitRequest['list']): readonly unknown[] | null {
  if (list.at === 'whole') return [document]
  const found = list.at === 'path' ? valueAt(document, list.path) : detected(document)
  if (found === null) return []
  return Array.isArray(found) ? found : null
}

function shortPiece(bytes: Uint8Array, { list, facts }: SplitRequest): Piece | null {
  const document = parseBytes(bytes)
  const records = recordsIn(document, list)
  if (!records) return null
  const values = facts.map((path: Path) => valueAt(document, path))
  return { records, part: 0, parts: 1, mark: null, count: records.length, facts: values, document }
}

/** Bytes from which on a response that is not JSON is converted beside the main thread. */
const convertedFrom = 256 * 1024

/** The lines and elements of a response that are no records stand in its place, each with its line and the reason. */
function withUnreadable(piece: Piece, name: string): Piece {
  // The list stays the one of its document where every record is read: that is how a list of errors that is asked for is told from a report of one.
  if (!piece.records.some((record) => badLineIn(record) !== null)) return piece
  const records = piece.records.map((record) => {
    const bad = badLineIn(record)
    if (bad === null) return record
    return new Unreadable(`Line ${bad.line} of the response can't be read. ${bad.reason}`, {
      key: `${name.slice(-100)}:${bad.line}`,
    })
  })
  return { ...piece, records }
}

/** Holds at most one long document at a time. */
export function createDocuments(asked: SplitRequest): Documents {
  let held: { readonly name: string; readonly page: LongPage; readonly isConverted: boolean } | null = null

  function close() {
    held?.page.close()
    held = null
  }

  async function pieceOf(page: LongPage, part: number): Promise<Piece> {
    const records = page.parts === 0 ? [] : await page.read(part)
    const { mark, count, facts, around } = page
    if (part + 1 >= page.parts) close()
    return { records, part, parts: Math.max(1, page.parts), mark, count, facts, document: around }
  }

  return {
    close,
    goOn: async (name, { part, mark }) => {
      if (held?.name !== name || held.page.mark !== mark || held.page.isGone() || part >= held.page.parts) return null
      const { isConverted } = held
      const piece = await pieceOf(held.page, part)
      return isConverted ? withUnreadable(piece, name) : piece
    },
    open: async (name, given, spot, signal, reading) => {
      close()
      let bytes = given
      const isConverted = reading !== undefined && !isPlain(reading)
      let [request, left] = [asked, isConverted ? reading : null]
      if (left && given.length < convertedFrom) {
        const converted = await convertedToJson(given, left, asked.list)
        bytes = converted.bytes
        if (converted.list) request = { ...asked, list: { at: 'path', path: converted.list } }
        left = null
      }
      if (left === null && bytes.length < longFrom && !hasTooManyNames(bytes)) {
        const piece = shortPiece(bytes, request)
        return piece && isConverted ? withUnreadable(piece, name) : piece
      }
      const page = await openLongPage(bytes, { ...request, ...(left ? { reading: left } : {}) }, signal)
      if (page === null) return null
      held = { name, page, isConverted }
      const piece = await pieceOf(page, spot && spot.mark === page.mark && spot.part < page.parts ? spot.part : 0)
      return isConverted ? withUnreadable(piece, name) : piece
    },
  }
}
