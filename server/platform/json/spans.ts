/**
 * Finds where the values of a JSON document stand, without making them: so a document of many megabytes is taken apart in the memory of its bytes.
 * What a span holds is not checked beyond its brackets and quotes; whoever parses it does that.
 */
import { depthMax, JsonError } from './exact.ts'

/** Bytes from `from` to before `to`. */
export type Span = { readonly from: number; readonly to: number }

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openObject = 0x7b
const closeObject = 0x7d
const openList = 0x5b
const closeList = 0x5d

const isSpace = (code: number | undefined) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
const brokenOff = () => new JsonError('not-json', 'It is incomplete.')
const garbledAt = (at: number) => new JsonError('not-json', `It is not valid JSON at byte ${at + 1}.`)

function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at
  while (isSpace(bytes[next])) next += 1
  return next
}

function textEnd(bytes: Uint8Array, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    const code = bytes[at]
    if (code === backslash) at += 1
    else if (code === quote) return at + 1
  }
  throw brokenOff()
}

/** Where the value that begins at `from` ends. `depth` is how deep it stands. */
function valueEnd(bytes: Uint8Array, from: number, depth: number): number {
  const first = bytes[from]
  if (first === undefined) throw brokenOff()
  if (first === quote) return textEnd(bytes, from)
  if (first !== openObject && first !== openList) {
    let at = from
    for (let code = bytes[at]; code !== undefined; code = bytes[at]) {
      if (code === comma || code === closeObject || code === closeList || isSpace(code)) break
      at += 1
    }
    if (at === from) throw garbledAt(at)
    return at
  }
  let level = depth
  for (let at = from; at < bytes.length; at += 1) {
    const code = bytes[at]
    if (code === quote) at = textEnd(bytes, at) - 1
    else if (code === openObject || code === openList) {
      level += 1
      if (level > depthMax) throw new JsonError('too-deep', null)
    } else if (code === closeObject || code === closeList) {
      level -= 1
      if (level === depth) return at + 1
    }
  }
  throw brokenOff()
}

/** The one value of a document. Throws `JsonError` when something else stands beside it. */
export function documentSpan(bytes: Uint8Array): Span {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const from = skipSpace(bytes, hasMark ? 3 : 0)
  if (from === bytes.length) throw new JsonError('not-json', 'It is empty.')
  if (bytes[from] === 0x3c) throw new JsonError('not-json', 'It is HTML or XML.')
  const to = valueEnd(bytes, from, 0)
  if (skipSpace(bytes, to) < bytes.length) throw new JsonError('not-json', 'Text follows the end of the JSON document.')
  return { from, to }
}

export const isList = (bytes: Uint8Array, span: Span | null): span is Span => span !== null && bytes[span.from] === openList
export const isObject = (bytes: Uint8Array, span: Span | null): span is Span => span !== null && bytes[span.from] === openObject

/** Walks over what stands between the brackets of a span; `item` reads one thing and says where it ends, or -1 to stop the walk. */
function walk(bytes: Uint8Array, span: Span, item: (from: number) => number): void {
  const last = span.to - 1
  let at = skipSpace(bytes, span.from + 1)
  if (at === last) return
  for (;;) {
    const end = item(at)
    if (end < 0) return
    at = skipSpace(bytes, end)
    if (at === last) return
    if (bytes[at] !== comma) throw garbledAt(at)
    at = skipSpace(bytes, at + 1)
    if (at === last) throw garbledAt(at)
  }
}

/** Calls back with each element of a list; its elements stand `depth` deep. False ends the walk. */
export function eachElement(bytes: Uint8Array, list: Span, depth: number, visit: (from: number, to: number) => boolean): void {
  walk(bytes, list, (from) => {
    const to = valueEnd(bytes, from, depth)
    return visit(from, to) ? to : -1
  })
}

/** Calls back with each member of an object; its members stand `depth` deep. False ends the walk. */
export function eachMember(bytes: Uint8Array, object: Span, depth: number, visit: (name: string, value: Span) => boolean): void {
  walk(bytes, object, (from) => {
    if (bytes[from] !== quote) throw garbledAt(from)
    const nameEnd = textEnd(bytes, from)
    const at = skipSpace(bytes, nameEnd)
    if (bytes[at] !== colon) throw garbledAt(at)
    const value = skipSpace(bytes, at + 1)
    const to = valueEnd(bytes, value, depth)
    return visit(nameOf(bytes.subarray(from, nameEnd)), { from: value, to }) ? to : -1
  })
}

function nameOf(written: Uint8Array): string {
  try {
    return JSON.parse(new TextDecoder().decode(written))
  } catch (cause) {
    throw new JsonError('not-json', 'A field name is not valid JSON.', { cause })
  }
}
