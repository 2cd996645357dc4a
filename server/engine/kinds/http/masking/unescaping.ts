/** A text as its reader will see it: without the escapes of JSON, HTML, XML and addresses, and where in the text each character stands. */
import { namedCharacters } from './named-characters.ts'

type Decoded = {
  readonly text: string
  /** Where each character of `text` begins in what was decoded; at last, where that ends. */
  readonly starts: Int32Array
}

const [backslash, ampersand, percent, hash, semicolon] = [0x5c, 0x26, 0x25, 0x23, 0x3b]
const [smallU, smallX] = [0x75, 0x78]
const lastCode = 0x10ffff

/** A character and how many characters its escape takes, in one number, so that a megabyte of escapes makes no objects; 0 for none. */
const found = (code: number, length: number) => (code << 5) | length
const codeOf = (one: number) => one >> 5
const lengthOf = (one: number) => one & 31

/** 0 to 15, or -1. */
function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const small = code | 0x20
  return small >= 0x61 && small <= 0x66 ? small - 0x57 : -1
}

/** The number that so many hexadecimal digits say; -1 when one of them is none. */
function hexAt(text: string, at: number, count: number): number {
  let value = 0
  for (let index = at; index < at + count; index += 1) {
    const next = digit(text.charCodeAt(index))
    if (next < 0) return -1
    value = value * 16 + next
  }
  return value
}

/** `\u00e9`, `\xe9`, `\/`, `\"`, `\\`, `\n` … */
function backslashAt(text: string, at: number): number {
  const sign = text.charCodeAt(at + 1)
  if (sign === smallU || sign === smallX) {
    const digits = sign === smallU ? 4 : 2
    const code = hexAt(text, at + 2, digits)
    return code < 0 ? 0 : found(code, digits + 2)
  }
  switch (sign) {
    case 0x22: // "
    case 0x27: // '
    case 0x2f: // /
    case backslash:
      return found(sign, 2)
    case 0x62:
      return found(0x08, 2)
    case 0x66:
      return found(0x0c, 2)
    case 0x6e:
      return found(0x0a, 2)
    case 0x72:
      return found(0x0d, 2)
    case 0x74:
      return found(0x09, 2)
    default:
      return 0
  }
}

/** Characters within which an entity ends; some writers fill its digits up with zeros. */
const entityMax = 14

/** `&#65;`, `&#x41;`, `&eacute;` … */
function entityAt(text: string, at: number): number {
  const isNumber = text.charCodeAt(at + 1) === hash
  if (!isNumber) {
    for (let end = at + 1; end < at + entityMax; end += 1) {
      const sign = text.charCodeAt(end)
      if (sign === semicolon) {
        const code = namedCharacters.get(text.slice(at + 1, end))
        return code === undefined ? 0 : found(code, end + 1 - at)
      }
      const small = sign | 0x20
      if (!(small >= 0x61 && small <= 0x7a) && digit(sign) < 0) return 0
    }
    return 0
  }
  const base = (text.charCodeAt(at + 2) | 0x20) === smallX ? 16 : 10
  const from = at + (base === 16 ? 3 : 2)
  let code = 0
  for (let end = from; end < at + entityMax; end += 1) {
    const sign = text.charCodeAt(end)
    if (sign === semicolon) return end > from && code <= lastCode ? found(code, end + 1 - at) : 0
    const next = digit(sign)
    if (next < 0 || next >= base) return 0
    code = code * base + next
  }
  return 0
}

/** The byte that `%e9` says; -1 when none stands here. */
const byteAt = (text: string, at: number) => (text.charCodeAt(at) === percent ? hexAt(text, at + 1, 2) : -1)

/** `%2B`, and UTF-8 in up to four bytes; bytes that are no UTF-8 are characters of Latin-1. */
function percentAt(text: string, at: number): number {
  const first = byteAt(text, at)
  if (first < 0) return 0
  const more = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0
  let code = more === 0 ? first : first & (0x3f >> more)
  for (let index = 1; index <= more; index += 1) {
    const next = byteAt(text, at + index * 3)
    if (next < 0 || next >> 6 !== 2) return found(first, 3)
    code = (code << 6) | (next & 0x3f)
  }
  return code > lastCode ? found(first, 3) : found(code, 3 + more * 3)
}

function escapeAt(text: string, at: number, sign: number): number {
  if (sign === backslash) return backslashAt(text, at)
  if (sign === ampersand) return entityAt(text, at)
  return sign === percent ? percentAt(text, at) : 0
}

const escapeSign = /[\\&%]/

/** Takes one level of escapes away, in one pass; null when there are none. */
export function unescaped(text: string): Decoded | null {
  const first = text.search(escapeSign)
  if (first < 0) return null
  const codes = new Uint16Array(text.length)
  const starts = new Int32Array(text.length + 1)
  let [length, at, isChanged] = [0, 0, false]
  while (at < text.length) {
    const sign = text.charCodeAt(at)
    starts[length] = at
    const it = at < first ? 0 : escapeAt(text, at, sign)
    if (it === 0) {
      codes[length] = sign
      at += 1
    } else {
      isChanged = true
      const code = codeOf(it)
      if (code > 0xffff) {
        codes[length] = 0xd800 + ((code - 0x10000) >> 10)
        length += 1
        starts[length] = at
      }
      codes[length] = code > 0xffff ? 0xdc00 + ((code - 0x10000) & 0x3ff) : code
      at += lengthOf(it)
    }
    length += 1
  }
  if (!isChanged) return null
  starts[length] = at
  return { text: Buffer.from(codes.buffer, 0, length * 2).toString('utf16le'), starts: starts.subarray(0, length + 1) }
}

/** Where characters of a decoded text stand in the text that was decoded: an escape belongs to them as a whole. */
export function sourceOf({ starts }: Decoded, start: number, end: number): { start: number; end: number } {
  const from = starts[start] ?? 0
  let next = end
  // An escape may stand for two units.
  while (next < starts.length - 1 && starts[next] === starts[next - 1]) next += 1
  return { start: from, end: starts[next] ?? from }
}
