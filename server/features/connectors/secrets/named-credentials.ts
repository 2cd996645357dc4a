/** Takes credentials out of a text of any kind (JSON, a form, XML, SQL, GraphQL) by the names that stand before them, in one pass. */
import { type Finder, isCredentialName, isPlaceholder, removedMark } from './credentials.ts'

const nameMax = 64
const spaceMax = 64
/** A quoted value may hold quoted values: JSON in a text of JSON. What is deeper goes as a whole. */
const depthMax = 8

const [colon, equals, backslash, doubleQuote, singleQuote, slash] = [0x3a, 0x3d, 0x5c, 0x22, 0x27, 0x2f]
/** Beyond ASCII. */
const isOtherSpace = (code: number) =>
  code === 0xa0 ||
  (code >= 0x1680 &&
    (code === 0x1680 || (code >= 0x2000 && code <= 0x200a) || [0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(code)))
const isSpace = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && isOtherSpace(code))
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
const isNameCharacter = (code: number) => isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d
/** Characters of ASCII that end a value without quotes. */
const endsBare = new Uint8Array(0x80)
for (const it of ' \t\n\v\f\r,;&{}[]<>()"\'\\') endsBare[it.charCodeAt(0)] = 1
const isBare = (code: number) => (code < 0x80 ? endsBare[code] === 0 : !isSpace(code))

/** A text, and its characters as numbers: those of a list are read in a fraction of the time. */
type Read = { readonly text: string; readonly codes: Uint16Array }

function readOf(text: string): Read {
  const codes = new Uint16Array(text.length)
  Buffer.from(codes.buffer).write(text, 'utf16le')
  return { text, codes }
}

/** The name that ends before a separator, not before `from`; null when there is none, or its quotes do not match. */
function nameBefore({ text, codes }: Read, from: number, end: number): string | null {
  let last = end
  while (last > from && end - last < spaceMax && isSpace(codes[last - 1] as number)) last -= 1
  const quote = last > from ? (codes[last - 1] as number) : 0
  const isQuoted = quote === doubleQuote || quote === singleQuote
  if (isQuoted) last -= 1
  let escapes = 0
  while (isQuoted && last > from && escapes < spaceMax && codes[last - 1] === backslash) {
    escapes += 1
    last -= 1
  }
  let first = last
  while (first > from && last - first < nameMax && isNameCharacter(codes[first - 1] as number)) first -= 1
  while (first < last && !isLetter(codes[first] as number)) first += 1
  if (first === last) return null
  const name = text.slice(first, last)
  if (!isQuoted) return name
  const before = '\\'.repeat(escapes) + String.fromCharCode(quote)
  return first - before.length >= from && text.startsWith(before, first - before.length) ? name : null
}

function afterEscapes(codes: Uint16Array, from: number, limit: number): number {
  let at = from
  while (at < limit && codes[at] === backslash) at += 1
  return at
}

/** From `first` up to `end` with its quotes, from `from` up to `to` without them; `hasPairs`: something of a pair may stand between the quotes. */
type Value = {
  readonly first: number
  readonly from: number
  readonly to: number
  readonly end: number
  readonly hasPairs: boolean
}

function escapedValue(codes: Uint16Array, first: number, limit: number): Value | null {
  const from = afterEscapes(codes, first, limit) + 1
  if (from > limit || codes[from - 1] !== doubleQuote) return null
  let hasPairs = false
  let to = from
  for (; to < limit; to += 1) {
    const code = codes[to] as number
    if (code === doubleQuote || code === backslash) break
    hasPairs ||= code === colon || code === equals
  }
  const last = afterEscapes(codes, to, limit)
  if (last === to || last >= limit || codes[last] !== doubleQuote) return null
  return { first, from, to, end: last + 1, hasPairs }
}

function quotedValue(codes: Uint16Array, first: number, limit: number, quote: number): Value | null {
  let hasPairs = false
  for (let to = first + 1; to < limit; to += 1) {
    const code = codes[to] as number
    if (code === quote) return { first, from: first + 1, to, end: to + 1, hasPairs }
    hasPairs ||= code === colon || code === equals || code === backslash
    if (code === backslash) to += 1
  }
  return null
}

function valueAfter(codes: Uint16Array, separatorEnd: number, limit: number): Value | null {
  let first = separatorEnd
  while (first < limit && first - separatorEnd < spaceMax && isSpace(codes[first] as number)) first += 1
  if (first >= limit) return null
  const code = codes[first] as number
  if (code === backslash) return escapedValue(codes, first, limit)
  if (code === doubleQuote || code === singleQuote) return quotedValue(codes, first, limit, code)
  let end = first
  while (end < limit && isBare(codes[end] as number)) end += 1
  return end === first ? null : { first, from: first, to: end, end, hasPairs: false }
}

/** `name: value` and `name=value`, with or without quotes, which may be escaped, in a part of a text; null where nothing is to be taken out. */
function withoutPairs(it: Read, begin: number, limit: number, isUnfit: Finder['isUnfit'], depth = 0): string | null {
  const { text, codes } = it
  const parts: string[] = []
  let written = begin
  let done = begin
  for (let at = begin; at < limit; at += 1) {
    const code = codes[at] as number
    if (code !== colon && code !== equals) continue
    const name = nameBefore(it, done, at)
    const value = name === null ? null : valueAfter(codes, at + 1, limit)
    if (name === null || value === null) continue
    const { first, from, to, end, hasPairs } = value
    const isQuoted = from > first
    if (isUnfit(name, text.slice(from, to))) {
      const around = !isQuoted && code === colon ? '"' : ''
      parts.push(text.slice(written, first), text.slice(first, from), around, removedMark, around, text.slice(to, end))
      written = end
    } else if (isQuoted && to > from) {
      const isDeepest = depth === depthMax
      const clean = isDeepest ? removedMark : hasPairs ? withoutPairs(it, from, to, isUnfit, depth + 1) : null
      if (clean !== null) {
        parts.push(text.slice(written, from), clean)
        written = to
      }
    }
    done = end
    at = end - 1
  }
  return parts.length === 0 ? null : parts.join('') + text.slice(written, limit)
}

const tagNameMax = 64
const isTagCharacter = (code: number) => isNameCharacter(code) || code === colon

/** The name of the tag that stands from `open` up to `end`; null when it is none that can hold a text. */
function tagName(text: string, open: number, end: number): string | null {
  let last = open + 1
  while (last < end && last - open <= tagNameMax && isTagCharacter(text.charCodeAt(last))) last += 1
  return last > open + 1 && (last === end || isSpace(text.charCodeAt(last))) ? text.slice(open + 1, last) : null
}

/** `<name>value</`, with or without attributes. Each sign is looked at once. */
function withoutTagged(text: string, isUnfit: Finder['isUnfit']): string {
  const parts: string[] = []
  let [from, open, close] = [0, -1, -1]
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (open !== -1 && text.charCodeAt(at + 1) === slash) {
      if (close < open) close = endOr(text.indexOf('>', open), text)
      const name = close < at - 1 ? tagName(text, open, close) : null
      if (name !== null && isUnfit(name, text.slice(close + 1, at).trim())) {
        parts.push(text.slice(from, close + 1), removedMark)
        from = at
      }
    }
    open = at
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from)
}

const endOr = (at: number, text: string) => (at === -1 ? text.length : at)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Every text that stands anywhere below a name of a credential. The text is of any depth, so nothing calls itself. */
function credentialTexts(value: unknown): Set<string> {
  const found = new Set<string>()
  const left: { readonly value: unknown; readonly isBelow: boolean }[] = [{ value, isBelow: false }]
  for (let it = left.pop(); it !== undefined; it = left.pop()) {
    const { value: held, isBelow } = it
    if (typeof held === 'string') {
      if (isBelow && held !== '' && !isPlaceholder(held)) found.add(held)
    } else if (typeof held === 'object' && held !== null)
      for (const [name, inner] of Object.entries(held)) left.push({ value: inner, isBelow: isBelow || isCredentialName(name) })
  }
  return found
}

const literal = /"(?:[^"\\]|\\.)*"/g

/** A text of JSON with a mark for each of the given texts, however they are written in it. */
function withoutTexts(json: string, texts: ReadonlySet<string>): string {
  if (texts.size === 0) return json
  return json.replaceAll(literal, (it) => (texts.has(JSON.parse(it) as string) ? `"${removedMark}"` : it))
}

/** The text without the values whose names say that they are credentials, and without what looks like one. */
export function withoutNamed(text: string, { isUnfit, scrubbed }: Finder): string {
  const inJson = withoutTexts(text, credentialTexts(parsed(text)))
  return scrubbed(withoutTagged(withoutPairs(readOf(inJson), 0, inJson.length, isUnfit) ?? inJson, isUnfit), removedMark)
}
