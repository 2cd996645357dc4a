/** Reads JSON without changing a number and without being blown up by it (`faults.md` F12 to F14, threat T-BOMB). */
import { exactNumber } from './raw-json.ts'

export type JsonFault = 'not-json' | 'too-deep' | 'too-large'

export class JsonError extends Error {
  readonly fault: JsonFault

  constructor(fault: JsonFault, options?: ErrorOptions) {
    super(fault, options)
    this.name = 'JsonError'
    this.fault = fault
  }
}

const depthMax = 64
/** Values in one text: 50 MB of `{},{},…` would fill a gigabyte of memory. */
const valuesMax = 4_000_000
/** From here on a text is scanned before it is parsed, because parsing itself could be the bomb. */
const scanFrom = 1_000_000

/** A number that a double may not hold: 16 digits or more, an exponent, or a negative zero. Digits inside texts only cost time. */
const riskyNumber = /(?:^|[:,[\s])-?(?:[\d.]{16}|[\d.]+[eE][-+\d]|(?<=-)0(?:\.0+)?(?:[,\]}\s]|$))/

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Walks the characters; throws before the parser would build something harmful. */
function scan(text: string): void {
  let depth = 0
  let values = 0
  let inText = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (inText) {
      if (code === backslash) at += 1
      else if (code === quote) inText = false
    } else if (code === quote) inText = true
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      values += 1
      if (depth > depthMax) throw new JsonError('too-deep')
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === comma) {
      values += 1
      if (values > valuesMax) throw new JsonError('too-large')
    }
  }
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isWithin(item, depth - 1))
  for (const name in value) if (!isWithin((value as Record<string, unknown>)[name], depth - 1)) return false
  return true
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new JsonError('not-json', { cause })
  }
}

/** The value of a JSON text. Numbers that a double cannot hold exactly come as `RawJson`. Throws `JsonError`. */
export function parseExactly(text: string): unknown {
  if (text.length >= scanFrom) scan(text)
  const value = parse(text)
  if (!isWithin(value, depthMax)) throw new JsonError('too-deep')
  if (!riskyNumber.test(text)) return value
  return JSON.parse(text, (_, it, { source }) => (typeof it === 'number' && source !== undefined ? exactNumber(source) : it))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The value of a JSON document in UTF-8 (a byte order mark is taken off). Throws `JsonError`. */
export function parseBytes(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch (cause) {
    throw new JsonError('not-json', { cause })
  }
  return parseExactly(text)
}
