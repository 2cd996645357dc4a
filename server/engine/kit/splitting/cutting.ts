/** Takes a long JSON document apart: all of it is read and checked, and what is kept of it are the places where its records stand. */
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'

import { JsonError, parseBytes, textOf } from '#server/platform/json/exact.ts'
import { hasTooManyNames, tooManyNames } from '#server/platform/json/names.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { documentSpan, eachElement, eachMember, isList, isObject, type Span } from '#server/platform/json/spans.ts'
import { recordBytesMax } from '../../limits.ts'
import type { Reading } from '../formats/sniffing.ts'

/** Names under which lists usually stand, the likeliest first. */
export const usualNames = ['items', 'data', 'results', 'list']

/** Where the records stand: at a path, at the root or under a usual name (`detected`), or the document itself is the one record. */
export type ListPlace = { readonly at: 'path'; readonly path: Path } | { readonly at: 'detected' | 'whole' }

/** `facts` are paths of other values that are wanted, such as the next cursor. */
export type SplitRequest = { readonly list: ListPlace; readonly facts: readonly Path[] }
/** `reading`: what the bytes are made of before they are JSON in UTF-8; absent where they are. */
export type LongRequest = SplitRequest & { readonly reading?: Reading }

/** Records that are handed out together, in pieces that are parsed at once: the records of a piece stand next to each other. */
export type Part = readonly Span[]

export type Cut = {
  readonly parts: readonly Part[]
  readonly count: number
  /** Of the records alone: what stands around them may carry times. */
  readonly mark: string
  /** The JSON text of each fact; null where the document holds none. */
  readonly facts: readonly (string | null)[]
  /** The JSON text of the document with an empty list in the place of its records; null where that is long, or the document is the record. */
  readonly around: string | null
}

/** Characters of the document around the records: a longer one is not a message about them. */
const aroundMax = 65_536

/** Of one part, and of the pieces that are parsed at once. Bytes, records. */
const partBytes = 4 * 1024 * 1024
const partRecords = 1_000
const pieceBytes = 128 * 1024

type Found = { readonly span: Span; readonly depth: number; readonly path: Path }

function stepInto(bytes: Uint8Array, { span, depth, path }: Found, step: Path[number]): Found | null {
  let found: Span | null = null
  if (step.kind === 'name' && isObject(bytes, span)) {
    eachMember(bytes, span, depth + 1, (name, value) => {
      if (name === step.name) found = value
      return found === null
    })
  } else if (step.kind === 'index' && isList(bytes, span)) {
    let index = 0
    eachElement(bytes, span, depth + 1, (from, to) => {
      if (index === step.index) found = { from, to }
      index += 1
      return found === null
    })
  }
  return found === null ? null : { span: found, depth: depth + 1, path: [...path, step] }
}

function findAt(bytes: Uint8Array, root: Found, path: Path): Found | null {
  let at: Found | null = root
  for (const step of path) at = at && stepInto(bytes, at, step)
  return at
}

function findDetected(bytes: Uint8Array, root: Found): Found | null {
  if (isList(bytes, root.span) || !isObject(bytes, root.span)) return root
  const lists = new Map<string, Span>()
  eachMember(bytes, root.span, 1, (name, value) => {
    if (isList(bytes, value)) lists.set(name, value)
    return true
  })
  const name = usualNames.find((it) => lists.has(it))
  const span = name === undefined ? undefined : lists.get(name)
  return span && name ? { span, depth: 1, path: [{ kind: 'name', name }] } : null
}

const bracketed = (bytes: Uint8Array, { from, to }: Span) => Buffer.concat(['[', bytes.subarray(from, to), ']'].map(bytesOf))
const bytesOf = (it: string | Uint8Array) => (typeof it === 'string' ? Buffer.from(it) : it)

/** Collects records into parts; each piece of a part is parsed, so that what is handed out later is known to be JSON. */
function collector(bytes: Uint8Array) {
  const parts: Part[] = []
  let pieces: Span[] = []
  let piece: Span | null = null
  let records = 0
  let size = 0
  let count = 0

  function closePiece() {
    if (!piece) return
    if (hasTooManyNames(bytes.subarray(piece.from, piece.to))) {
      throw new JsonError('too-large', `A record has ${tooManyNames}.`)
    }
    parseBytes(bracketed(bytes, piece))
    pieces.push(piece)
    piece = null
  }
  function closePart() {
    closePiece()
    if (pieces.length > 0) parts.push(pieces)
    pieces = []
    records = 0
    size = 0
  }

  return {
    add: (from: number, to: number): boolean => {
      count += 1
      if (to - from > recordBytesMax) throw new JsonError('too-large', `Record ${count} is larger than 8 MB.`)
      if (records >= partRecords || size + to - from > partBytes) closePart()
      if (piece && to - piece.from > pieceBytes) closePiece()
      piece = { from: piece?.from ?? from, to }
      records += 1
      size += to - from
      return true
    },
    end: (): Pick<Cut, 'parts' | 'count'> => {
      closePart()
      return { parts, count }
    },
  }
}

/** The document with an empty list in the place of its records. */
const around = (bytes: Uint8Array, { from, to }: Span): unknown =>
  parseBytes(Buffer.concat([bytes.subarray(0, from), Buffer.from('[]'), bytes.subarray(to)]))

const isSameStep = (one: Path[number], other: Path[number] | undefined) => JSON.stringify(one) === JSON.stringify(other)
const leadsInto = (path: Path, list: Path) => list.every((step, at) => isSameStep(step, path[at]))

/** Reads a document to its end. Null when it holds no list where one is asked for. Throws `JsonError`. */
export function cutUp(bytes: Uint8Array, { list, facts }: SplitRequest): Cut | null {
  // Decoding it names what is wrong, and costs only then.
  if (!isUtf8(bytes)) textOf(bytes)
  const root: Found = { span: documentSpan(bytes), depth: 0, path: [] }
  const isWhole = list.at === 'whole'
  const found = list.at === 'path' ? findAt(bytes, root, list.path) : isWhole ? root : findDetected(bytes, root)
  if (!found || (!isWhole && !isList(bytes, found.span))) {
    // What is no JSON is refused as such before it is said to hold no list.
    parseBytes(bytes)
    return null
  }
  const records = collector(bytes)
  if (isWhole) records.add(root.span.from, root.span.to)
  else eachElement(bytes, found.span, found.depth + 1, records.add)
  const collected = records.end()
  const rest = isWhole ? null : around(bytes, found.span)

  function factAt(path: Path): string | null {
    if (leadsInto(path, found?.path ?? [])) {
      const inside = findAt(bytes, root, path)
      return inside ? JSON.stringify(parseBytes(bytes.subarray(inside.span.from, inside.span.to))) : null
    }
    return JSON.stringify(valueAt(rest, path)) ?? null
  }

  const { from, to } = found.span
  const mark = createHash('sha1').update(bytes.subarray(from, to)).digest('base64url').slice(0, 16)
  const text = rest === null || Array.isArray(rest) ? null : JSON.stringify(rest)
  return { ...collected, mark, facts: facts.map(factAt), around: text !== null && text.length <= aroundMax ? text : null }
}
