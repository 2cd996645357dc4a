/**
 * The words of a text, and a filter that tells which words a page of records may hold: a Bloom filter of bytes, small enough to stay in its row.
 * A word is what stands between characters that are neither letters nor digits; neither case nor accents matter. Where no blanks stand between words
 * (Chinese, Japanese, Thai), every character is one. It never says of a word that is there that it is not; how often it errs the other way: `fillMax`.
 */
import { type RawBuilder, sql } from 'kysely'

const separator = 0
/** Needs more than a look at its byte. */
const special = 1
/** By byte: what it is folded to, or one of those above. */
const bytesFolded = new Uint8Array(256)
for (let byte = 0x80; byte < 0x100; byte += 1) bytesFolded[byte] = special
for (const character of '0123456789abcdefghijklmnopqrstuvwxyz') {
  bytesFolded[character.charCodeAt(0)] = character.charCodeAt(0)
  bytesFolded[character.toUpperCase().charCodeAt(0)] = character.charCodeAt(0)
}
const backslash = 0x5c
const smallU = 0x75
const capitalT = 0x54
bytesFolded[backslash] = special
bytesFolded[capitalT] = special

const ignored = 1
const alone = 0x20000
/** By UTF-16 unit beyond ASCII: what it is folded to plus one, `alone` added where it is a word by itself; 0 where that was not asked yet. */
const unitsFolded = new Uint32Array(0x10000)

/** Marks, and what is not seen, say nothing; so `é` is `e`, however it is written. */
const unseen = /^[\p{M}\u00ad\u200b-\u200f\u2060\ufeff]$/u
const lettered = /^[\p{L}\p{N}]/u
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function learned(unit: number): number {
  const character = String.fromCharCode(unit)
  const [base = character, ...marks] = character.normalize('NFD')
  const folded = (marks.every((it) => unseen.test(it)) ? base : character).toLowerCase()
  if (unseen.test(character)) return ignored + 1
  if (!lettered.test(folded)) return separator + 1
  return folded.charCodeAt(0) + 1 + (unspaced.test(folded) ? alone : 0)
}

function unitFolded(unit: number): number {
  let known = unitsFolded[unit] ?? 0
  if (known === 0) {
    known = learned(unit)
    unitsFolded[unit] = known
  }
  return known - 1
}

/** FNV-1a, by UTF-16 units; mixed at the end as MurmurHash3 is, so that every bit depends on all. */
const seed = 0x811c9dc5 | 0
const prime = 0x01000193
function mixed(hash: number): number {
  let mixing = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  mixing = Math.imul(mixing ^ (mixing >>> 13), 0xc2b2ae35)
  return mixing ^ (mixing >>> 16)
}

/** A word: its hash (32 bits), and where it lies in the bytes. */
export type EachWord = (hash: number, from: number, until: number) => void

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Bytes that the sign takes which `signAt` looked at last. */
let signWidth = 1

/** What a sign is folded to that begins with a special byte; `from` is where its word begins, if it stands in one. */
function signAt(bytes: Uint8Array, at: number, from: number, isJson: boolean): number {
  const byte = bytes[at] ?? 0
  signWidth = 1
  if (byte === backslash) {
    if (isJson) signWidth = bytes[at + 1] === smallU ? 6 : 2
    return separator
  }
  if (byte === capitalT) {
    // The time in 2026-11-22T07:51 is no part of the day.
    const isTime = at - from === 2 && isDigit(bytes[from]) && isDigit(bytes[from + 1]) && isDigit(bytes[at + 1])
    return isTime ? separator : byte | 0x20
  }
  signWidth = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
  let code = byte & (0xff >> (signWidth + 1))
  for (let more = 1; more < signWidth; more += 1) code = (code << 6) | ((bytes[at + more] ?? 0) & 0x3f)
  // Signs beyond the first 65,536 are words by themselves: rare scripts, and pictures.
  return code > 0xffff ? code + alone : unitFolded(code)
}

/** Goes through the words of a text in UTF-8, in order; of JSON (`isJson`), escape sequences stand between words. */
export function scanTerms(bytes: Uint8Array, isJson: boolean, each: EachWord): void {
  const end = bytes.length
  let at = 0
  while (at < end) {
    let folded = bytesFolded[bytes[at] as number] as number
    if (folded === separator) {
      at += 1
      continue
    }
    const from = at
    let hash = seed
    let isWord = false
    let single = 0
    let until = at
    for (;;) {
      while (folded > special) {
        hash = Math.imul(hash ^ folded, prime)
        isWord = true
        at += 1
        folded = at < end ? (bytesFolded[bytes[at] as number] as number) : separator
      }
      until = at
      if (folded === separator) break
      const sign = signAt(bytes, at, from, isJson)
      at += signWidth
      if (sign >= alone) single = sign
      if (sign === separator || sign >= alone) break
      if (sign !== ignored) {
        hash = Math.imul(hash ^ sign, prime)
        isWord = true
      }
      folded = at < end ? (bytesFolded[bytes[at] as number] as number) : separator
    }
    if (isWord) each(mixed(hash), from, until)
    if (single > 0) each(mixed(Math.imul(seed ^ (single - alone), prime)), until, at)
  }
}

/** Bytes of the largest filter, and of one of its parts. Every filter is the largest one, folded in halves. */
const filterBytesMax = 61_440
const partBytes = 15
/** Bytes of a filter of a page of 100 records, before it is folded: two rows with one fill a page of the database. */
const filterBytesUsual = 3_840
/** Bytes below which a filter is not folded. */
const filterBytesMin = 60
/** Bytes of text, of 100 records as read and as delivered, that fill the usual filter to the brim. */
const textBytesUsual = 60_000
const bitsPerWord = 4
/** Part of the bits that are set at most where it is folded: a word that is not there seems to be there in one page of 625 (0.2 to the fourth). */
const fillMax = 0.2

const bitsIn = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

const filling = new Uint8Array(filterBytesMax)
let fillingParts = 0
const recent = new Int32Array(4_096)

const stepOf = (hash: number) => Math.imul(hash, 0x9e3779b1) | 1

// Of each of a word's places: a part of the filter, a byte in it and a bit in that. Parts are as many as a power of 2, and 15 is a constant, because a
// division by a number that is not known before takes longer than all the rest.
const partAt = (place: number) => (place >>> 3) & 0xfff
const byteAt = (place: number) => (place >>> 15) % partBytes

function addWord(hash: number): void {
  // Names of fields come in every record, and what was read is mostly what is delivered.
  if (recent[hash & 4_095] === hash) return
  recent[hash & 4_095] = hash
  const step = stepOf(hash)
  const mask = fillingParts - 1
  let place = hash
  for (let bit = 0; bit < bitsPerWord; bit += 1) {
    const at = (partAt(place) & mask) * partBytes + byteAt(place)
    filling[at] = (filling[at] as number) | (1 << (place & 7))
    place = (place + step) | 0
  }
}

/** The same filter in half of its bytes, which holds the same words; null when it would be too full. */
function halved(filter: Uint8Array): Uint8Array | null {
  const half = filter.length / 2
  const made = new Uint8Array(half)
  let set = 0
  for (let at = 0; at < half; at += 1) {
    const both = (filter[at] as number) | (filter[at + half] as number)
    made[at] = both
    set += bitsIn[both] as number
  }
  return set <= half * 8 * fillMax ? made : null
}

/**
 * The filter of all words of some texts: buffers hold JSON, strings any text.
 * @returns 60 to 61,440 bytes; at most 3,840 for texts of 60,000 bytes.
 */
export function termsOf(parts: readonly (Buffer | string)[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  let size = filterBytesUsual
  while (size < filterBytesMax && length > (size / filterBytesUsual) * textBytesUsual) size *= 2
  fillingParts = size / partBytes
  filling.fill(0, 0, size)
  recent.fill(0)
  for (const part of parts) {
    if (typeof part === 'string') scanTerms(Buffer.from(part), false, addWord)
    else scanTerms(part, true, addWord)
  }
  let filter: Uint8Array = filling.subarray(0, size)
  while (filter.length > filterBytesMin) {
    const half = halved(filter)
    if (!half) break
    filter = half
  }
  return Buffer.from(filter)
}

const placesOf = (hash: number) => Array.from({ length: bitsPerWord }, (_, bit) => (hash + bit * stepOf(hash)) | 0)

/** Whether a filter may hold all of some words, told by their hashes. */
export const mayHold = (terms: Uint8Array, hashes: readonly number[]): boolean =>
  hashes.flatMap(placesOf).every((place) => {
    const byte = terms[(partAt(place) % (terms.length / partBytes)) * partBytes + byteAt(place)] ?? 0
    return (byte & (1 << (place & 7))) !== 0
  })

/** The same in SQL, of a column with filters. */
export function mayHoldInSql(terms: RawBuilder<unknown>, hashes: readonly number[]): RawBuilder<unknown> {
  const bytes = sql.lit(partBytes)
  const tests = hashes.flatMap(placesOf).map((place) => {
    const at = sql`${sql.lit(partAt(place))} % (octet_length(${terms}) / ${bytes}) * ${bytes} + ${sql.lit(byteAt(place))}`
    return sql`get_byte(${terms}, ${at}) & ${sql.lit(1 << (place & 7))} <> 0`
  })
  return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `)
}

/** A text as words are compared: folded, without what is ignored. */
export function folded(text: string): string {
  let made = ''
  for (const unit of text.split('')) {
    const code = unit.charCodeAt(0)
    if (code < 0x80) made += unit.toLowerCase()
    else if (code >= 0xd800 && code <= 0xdfff) made += unit
    else {
      const to = unitFolded(code)
      if (to !== ignored) made += to === separator ? unit : String.fromCharCode(to & 0xffff)
    }
  }
  return made
}
