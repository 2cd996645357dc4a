/** JSON numbers as text, for those that a double cannot hold. Node 24 has them; TypeScript's library does not know them yet. */
import { withoutEnd } from '#contract/kit/without-end.ts'

declare global {
  interface RawJson {
    readonly rawJSON: string
  }
  interface JSON {
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): value is RawJson
    parse(text: string, reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown
  }
}

/** Characters of an exponent that is reckoned with. Longer ones stay as they are written, which is right of every number. */
const exponentMax = 9

/** A number in decimal digits without leading or trailing zeros, and the power of ten of its last digit. */
function decimalOf(text: string): string {
  const match = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!match) return text
  const [, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/^0+/, '')
  const kept = withoutEnd(digits, '0')
  if (kept === '') return '0'
  if (exponent.length > exponentMax) return text
  return `${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`
}

/** Characters of a number that may hold 15 digits: two of the same so long never become the same double, but for the smallest ones. */
const surelyExact = 15
const smallestWhole = 1e-300

/** Whether a double says exactly what the text says, so that writing it again changes nothing but the notation. */
export function isExact(text: string, value: number): boolean {
  if (!Number.isFinite(value) || Object.is(value, -0)) return false
  if (text.length <= surelyExact && Math.abs(value) > smallestWhole) return true
  const written = String(value)
  return written === text || decimalOf(written) === decimalOf(text)
}

/** A double, or the text of a number that none holds. */
export type RawNumber = number | RawJson

/** The number that a JSON number text stands for: a double where that is exact, the text itself where it is not. */
export function exactNumber(text: string): RawNumber {
  const value = Number(text)
  return isExact(text, value) ? value : JSON.rawJSON(text)
}

export const isRaw = (value: unknown): value is RawJson => JSON.isRawJSON(value)

/** A text, number or yes/no value as text, exactly; null for objects, lists and nothing. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRaw(value) ? value.rawJSON : null
}
