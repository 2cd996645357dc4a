/** Takes credentials out of a text of any kind (JSON, a form, XML, SQL, GraphQL) by the names that stand before them, in one pass. */
import { type Finder, isCredentialName, isPlaceholder, removedMark } from './credentials.ts'

const nameMax = 64
const spaceMax = 64
/** A quoted value may hold quoted values: JSON in a text of JSON. What is deeper goes as a whole. */
const depthMax = 8

const [colon, equals, backslash, doubleQuote, singleQuote, slash] = [0x3a, 0x3d, 0x5c, 0x22, 0x27, 0x2f]
const bareValue = /[^\s,;&{}[\]<>()"'\\]+/y
const doubleQuoted = /"(?:[^"\\]|\\.)*"/sy
const singleQuoted = /'(?:[^'\\]|\\.)*'/sy

const isSpace = (code: number) =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0xa0 && /\s/.test(String.fromCharCode(code)))
const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
const isNameCharacter = (code: number) => isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x2d

function matchAt(pattern: RegExp, text: string, from: number): string | null {
  pattern.lastIndex = from
  return pattern.test(text) ? text.slice(from, pattern.lastIndex) : null
}

/** The name that ends before a separator, not before `from`; null when there is none, or its quotes do not match. */
function nameBefore(text: string, from: number, end: number): string | null {
  let last = end
  while (last > from && end - last < spaceMax && isSpace(text.charCodeAt(last - 1))) last -= 1
  const quote = last > from ? text.charCodeAt(last - 1) : 0
  const isQuoted = quote === doubleQuote || quote === singleQuote
  if (isQuoted) last -= 1
  let escapes = 0
  while (isQuoted && last > from && escapes < spaceMax && text.charCodeAt(last - 1) === backslash) {
    escapes += 1
    last -= 1
  }
  let first = last
  while (first > from && last - first < nameMax && isNameCharacter(text.charCodeAt(first - 1))) first -= 1
  while (first < last && !isLetter(text.charCodeAt(first))) first += 1
  if (first === last) return null
  const name = text.slice(first, last)
  if (!isQuoted) return name
  const before = '\\'.repeat(escapes) + String.fromCharCode(quote)
  return first - before.length >= from && text.startsWith(before, first - before.length) ? name : null
}

function afterEscapes(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === backslash) at += 1
  return at
}

type Value = { readonly inner: string; readonly open: string; readonly close: string; readonly end: number }

function valueAfter(text: string, separatorEnd: number): Value | null {
  let first = separatorEnd
  while (first < text.length && first - separatorEnd < spaceMax && isSpace(text.charCodeAt(first))) first += 1
  const code = text.charCodeAt(first)
  if (code === backslash) {
    const from = afterEscapes(text, first)
    if (text.charCodeAt(from) !== doubleQuote) return null
    let last = from + 1
    while (last < text.length && text.charCodeAt(last) !== doubleQuote && text.charCodeAt(last) !== backslash) last += 1
    const end = afterEscapes(text, last)
    if (end === last || text.charCodeAt(end) !== doubleQuote) return null
    return {
      inner: text.slice(from + 1, last),
      open: text.slice(first, from + 1),
      close: text.slice(last, end + 1),
      end: end + 1,
    }
  }
  if (code === doubleQuote || code === singleQuote) {
    const quoted = matchAt(code === doubleQuote ? doubleQuoted : singleQuoted, text, first)
    if (quoted === null) return null
    const quote = quoted.charAt(0)
    return { inner: quoted.slice(1, -1), open: quote, close: quote, end: first + quoted.length }
  }
  const bare = matchAt(bareValue, text, first)
  return bare === null ? null : { inner: bare, open: '', close: '', end: first + bare.length }
}

const mayHoldPairs = (text: string) => text.includes('=') || text.includes(':')

/** `name: value` and `name=value`, with or without quotes, which may be escaped. */
function withoutPairs(text: string, isUnfit: Finder['isUnfit'], depth = 0): string {
  const parts: string[] = []
  let from = 0
  let done = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code !== colon && code !== equals) continue
    const name = nameBefore(text, done, at)
    const value = name === null ? null : valueAfter(text, at + 1)
    if (name === null || value === null) continue
    const { inner, open, close, end } = value
    const start = end - inner.length - open.length - close.length
    if (isUnfit(name, inner)) {
      const around = open === '' && code === colon ? '"' : ''
      parts.push(text.slice(from, start), open || around, removedMark, close || around)
      from = end
    } else if (inner !== '' && open !== '') {
      const clean = depth === depthMax ? removedMark : mayHoldPairs(inner) ? withoutPairs(inner, isUnfit, depth + 1) : inner
      if (clean !== inner) {
        parts.push(text.slice(from, start), open, clean, close)
        from = end
      }
    }
    done = end
    at = end - 1
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(from)
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
  return scrubbed(withoutTagged(withoutPairs(inJson, isUnfit), isUnfit), removedMark)
}
