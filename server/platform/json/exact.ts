/** Reads JSON without changing a number and without being blown up by it (`faults.md` F12 to F14, threat T-BOMB). */
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { withExactNumbers } from './exact-numbers.ts'
import { garbled, repeatedName } from './json-syntax-error.ts'

export type JsonFault = 'not-json' | 'too-deep' | 'too-large'

/** `reason` says what is wrong, as a sentence without the text itself; null where the fault says it all. */
export class JsonError extends Error {
  readonly fault: JsonFault
  readonly reason: string | null
  /** It is JSON, and a name stands twice in one object. */
  readonly isAmbiguous: boolean = false

  constructor(fault: JsonFault, reason: string | null, options?: ErrorOptions) {
    super(reason ?? fault, options)
    this.name = 'JsonError'
    this.fault = fault
    this.reason = reason
  }
}

class RepeatedName extends JsonError {
  override readonly isAmbiguous = true

  constructor(name: string) {
    super('not-json', `The name ${JSON.stringify(name)} appears twice in one object.`)
  }
}

export const depthMax = productLimits.answerLevels
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
      if (depth > depthMax) throw new JsonError('too-deep', null)
    } else if (code === 0x7d || code === 0x5d) depth -= 1
    else if (code === comma) {
      values += 1
      if (values > valuesMax) throw new JsonError('too-large', `It contains more than ${valuesMax} values.`)
    }
  }
}

/** How many names all the objects of a value hold. Throws when it is too deep. */
function countNames(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth === 0) throw new JsonError('too-deep', null)
  let count = 0
  if (Array.isArray(value)) for (const item of value) count += countNames(item, depth - 1)
  else for (const name in value) count += 1 + countNames((value as Record<string, unknown>)[name], depth - 1)
  return count
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    // V8 quotes the text in its message; the cause is not shown.
    throw new JsonError('not-json', garbled(text, cause), { cause })
  }
}

/** The value of a JSON text. Numbers that a double cannot hold exactly come as `RawJson`. Throws `JsonError`. */
export function parseExactly(text: string): unknown {
  if (text.length >= scanFrom) scan(text)
  const value = parse(text)
  countNames(value, depthMax)
  return riskyNumber.test(text) ? withExactNumbers(text, value) : value
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The text of bytes in UTF-8, a byte order mark taken off. Throws `JsonError`. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    throw new JsonError('not-json', `It is ${isUtf16 ? 'UTF-16 instead of UTF-8' : 'not UTF-8'}.`, { cause })
  }
}

const [colon, opening, minus, dot, zero, nine, upperE, lowerE] = [0x3a, 0x5b, 0x2d, 0x2e, 0x30, 0x39, 0x45, 0x65] as const
const isDigit = (code: number | undefined) => code !== undefined && code >= zero && code <= nine
/** What may stand before a value. */
const opens = (code: number | undefined) =>
  code === undefined || code === colon || code === comma || code === opening || code <= 0x20

/** Digits from which on a double may not hold a number. */
const riskyDigits = 16

/**
 * One pass over the bytes of a document, for what the parser does not tell. `names`: how many names it seems to hold, each followed by a colon; NaN
 * where only reading it closely can tell. `isRisky`: whether a number may be one that a double does not hold, as `riskyNumber` has it. Texts are
 * not told from what stands outside of them, which only costs time.
 */
function lookOver(bytes: Uint8Array): { readonly names: number; readonly isRisky: boolean } {
  let names = 0
  let isRisky = false
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at] as number
    if (code === colon) {
      const before = bytes[at - 1] ?? 0
      if (before === quote) names += 1
      else if (before <= 0x20) names = Number.NaN
    } else if (code >= zero && code <= nine) {
      const from = at
      while (isDigit(bytes[at]) || bytes[at] === dot) at += 1
      const isNegative = bytes[from - 1] === minus
      if (!isRisky && opens(bytes[isNegative ? from - 2 : from - 1])) {
        const hasExponent = bytes[at] === lowerE || bytes[at] === upperE
        isRisky = at - from >= riskyDigits || hasExponent || (isNegative && code === zero)
      }
      at -= 1
    }
  }
  return { names, isRisky }
}

/**
 * The value of a JSON document in UTF-8 (a byte order mark is taken off). A name that stands twice in one object is refused: which of its values
 * is meant nobody knows. Throws `JsonError`.
 */
export function parseBytes(bytes: Uint8Array): unknown {
  const text = textOf(bytes)
  if (text.length >= scanFrom) scan(text)
  const value = parse(text)
  // A name that stands twice is one name of the value. A text that holds `":` makes this larger, never equal by chance.
  const { names, isRisky } = lookOver(bytes)
  if (names !== countNames(value, depthMax)) {
    const name = repeatedName(text)
    if (name !== null) throw new RepeatedName(name)
  }
  return isRisky ? withExactNumbers(text, value) : value
}
