/** What a page carries to the destination: the exact bytes of its deliveries one after another, and where each record lies in them. */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

export type PageContent = {
  /** Begins the key of every delivery of the page; the delivery's position ends it. */
  readonly keyPrefix: string
  /** The place in the run of the page's first record. */
  readonly first: number
  /** Records of one delivery. */
  readonly size: number
  /** What stands around the records of one delivery. */
  readonly open: string
  readonly close: string
  /** Of each record that is delivered: its own key, its length in bytes, its place in the page (null: all records are delivered). */
  readonly keys: readonly string[]
  readonly lengths: readonly number[]
  readonly indices: readonly number[] | null
  /** Of records that an earlier run read: their places there. Their deliveries keep the keys that they had, which `keyPrefix` begins. */
  readonly origins?: readonly number[]
  /** Of each record that is delivered, what names this version of it in every run (`record-versions.ts`); absent where keys are of the run. */
  readonly marks?: readonly string[]
  /** Of each delivery, the key under which a failed run sent the same one; null where none did (`earlier-keys.ts`). */
  readonly before?: readonly (string | null)[]
  /** Its connector keeps no payloads: outside of its run the body is not there. */
  readonly isPrivate?: true
  readonly body: Buffer
}

type Outline = {
  readonly v: 2
  readonly k: string
  readonly s: number
  readonly o: string
  readonly c: string
  readonly n: readonly string[]
  readonly l: readonly number[]
  readonly x: readonly number[] | null
  readonly p?: readonly number[]
  readonly m?: readonly string[]
  readonly b?: readonly (string | null)[]
  readonly z?: 1
}

/** As it was before `0003-ledger.sql`, in UTF-16 units of the body: `[position, from, length, [[position, index, key, ms, from, length], …]]`. */
type EarlierOutline = {
  readonly k: string
  readonly d: readonly (readonly [
    number,
    number,
    number,
    readonly (readonly [number, number, string, number, number, number])[],
  ])[]
}

const everything = 1_000_000_000

export function outlineOf({
  keyPrefix,
  size,
  open,
  close,
  keys,
  lengths,
  indices,
  origins,
  marks,
  before,
  isPrivate,
}: PageContent): string {
  const outline: Outline = {
    v: 2,
    k: keyPrefix,
    s: Math.min(size, everything),
    o: open,
    c: close,
    n: keys,
    l: lengths,
    x: indices,
    ...(origins ? { p: origins } : {}),
    ...(marks ? { m: marks } : {}),
    ...(before ? { b: before } : {}),
    ...(isPrivate ? { z: 1 as const } : {}),
  }
  return JSON.stringify(outline)
}

function contentOfEarlier({ k, d }: EarlierOutline, body: Buffer, first: number): PageContent {
  const text = body.toString('utf8')
  const records = d.flatMap(([, , , lines]) => lines)
  const [, from = 0, length = 0, [head, ...rest] = []] = d[0] ?? []
  const last = rest.at(-1) ?? head
  return {
    keyPrefix: k,
    first,
    size: Math.max(1, ...d.map(([, , , lines]) => lines.length)),
    open: head ? text.slice(from, head[4]) : '',
    close: last ? text.slice(last[4] + last[5], from + length) : '',
    keys: records.map(([, , key]) => key),
    lengths: records.map(([, , , , at, units]) => Buffer.byteLength(text.slice(at, at + units))),
    indices: records.map(([, index]) => index),
    body,
  }
}

/** Begins a frame of Zstandard (RFC 8878, 3.1.1); no JSON text begins with a parenthesis. */
const zstdMagic = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const zstdQuick = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
/** Bytes. */
const compressedFrom = 512

/** The body as it is kept: compressed here, once for both databases, which is a third of what the quickest way of PostgreSQL's own takes. */
export const storedBodyOf = ({ body }: PageContent): Buffer =>
  body.length < compressedFrom ? body : zstdCompressSync(body, zstdQuick)

/** The content of a page as it was kept. */
export function contentOf(outline: string, kept: Buffer, first: number): PageContent {
  const it = JSON.parse(outline) as Outline | EarlierOutline
  const body = kept.subarray(0, zstdMagic.length).equals(zstdMagic) ? zstdDecompressSync(kept) : kept
  if (!('v' in it)) return contentOfEarlier(it, body, first)
  const origins = {
    ...(it.p ? { origins: it.p } : {}),
    ...(it.m ? { marks: it.m } : {}),
    ...(it.b ? { before: it.b } : {}),
    ...(it.z ? { isPrivate: true as const } : {}),
  }
  return {
    keyPrefix: it.k,
    first,
    size: it.s,
    open: it.o,
    close: it.c,
    keys: it.n,
    lengths: it.l,
    indices: it.x,
    ...origins,
    body,
  }
}

/** The place in the run of a record, which is named by its number among those that are delivered. */
export const positionOf = ({ first, indices }: PageContent, ordinal: number): number => first + (indices?.[ordinal] ?? ordinal)

const startsOf = new WeakMap<PageContent, Uint32Array>()

/** Where each record begins in the body, in bytes. */
function starts(content: PageContent): Uint32Array {
  const known = startsOf.get(content)
  if (known) return known
  const { lengths, size } = content
  const [open, close] = [Buffer.byteLength(content.open), Buffer.byteLength(content.close)]
  const made = new Uint32Array(lengths.length)
  let at = 0
  for (const [ordinal, length] of lengths.entries()) {
    if (ordinal % size !== 0) at += 1
    else at += ordinal === 0 ? open : close + open
    made[ordinal] = at
    at += length
  }
  startsOf.set(content, made)
  return made
}

/** The JSON text of a record, in bytes. */
export function recordBytes(content: PageContent, ordinal: number): Buffer {
  const start = starts(content)[ordinal] ?? 0
  return content.body.subarray(start, start + (content.lengths[ordinal] ?? 0))
}

/** Some records of a page, by their ordinals, in deliveries of the same size: the same bytes of each. */
export function recordsIn(
  content: PageContent,
  ordinals: readonly number[],
): Pick<PageContent, 'keys' | 'lengths' | 'body' | 'marks'> {
  const { size, open, close, keys, lengths, marks } = content
  const parts: Buffer[] = []
  for (const [at, ordinal] of ordinals.entries()) {
    const isFirst = at % size === 0
    parts.push(Buffer.from(isFirst ? (at === 0 ? open : close + open) : ','), recordBytes(content, ordinal))
  }
  if (ordinals.length > 0) parts.push(Buffer.from(close))
  return {
    keys: ordinals.map((ordinal) => keys[ordinal] ?? ''),
    lengths: ordinals.map((ordinal) => lengths[ordinal] ?? 0),
    ...(marks ? { marks: ordinals.map((ordinal) => marks[ordinal] ?? '') } : {}),
    body: Buffer.concat(parts),
  }
}

/** The bytes of `count` records from an ordinal on that the body holds as one delivery. */
export function deliveryBytes(content: PageContent, ordinal: number, count: number): Buffer {
  const last = ordinal + count - 1
  const from = (starts(content)[ordinal] ?? 0) - Buffer.byteLength(content.open)
  const until = (starts(content)[last] ?? 0) + (content.lengths[last] ?? 0) + Buffer.byteLength(content.close)
  return content.body.subarray(from, until)
}

const countsOf = new WeakMap<PageContent, Uint16Array>()

/** Counts requests that carried some records. Of a page that was read back, those are counted that the attempts of its deliveries tell of. */
export function countRequests(content: PageContent, ordinals: readonly number[], requests = 1): void {
  const counts = countsOf.get(content) ?? new Uint16Array(content.keys.length)
  countsOf.set(content, counts)
  for (const ordinal of ordinals) counts[ordinal] = (counts[ordinal] ?? 0) + requests
}

/** How many requests carried a record. */
export const requestsOf = (content: PageContent, ordinal: number): number => countsOf.get(content)?.[ordinal] ?? 0
