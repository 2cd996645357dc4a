/** Arithmetic with the texts of cursor values, exact: a bound that is rounded would lose rows. */
import { withoutEnd } from '#contract/kit/without-end.ts'

/** How the values of a cursor are ordered. */
export type CursorOrder = 'number' | 'instant' | 'text'

const scale = 30
const micro = 1_000_000n
const instant = /^(\d{4,6})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6})\d*)?)?([+-]\d\d)?/
const decimal = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

function numberUnits(text: string): bigint | null {
  const match = decimal.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const shift = scale - fraction.length + Number(exponent)
  if (whole + fraction === '' || shift > 400) return null
  const digits = BigInt(whole + fraction)
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return sign ? -units : units
}

function instantUnits(text: string): bigint | null {
  const match = instant.exec(text)
  if (!match || text.endsWith('BC')) return null
  const [year, month, day, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map((it) => Number(it ?? 0))
  // Not `Date.UTC`, which takes the years below 100 for others.
  const at = new Date(0).setUTCFullYear(year ?? 0, (month ?? 1) - 1, day)
  // MySQL keeps a month 00, which it puts after the year before.
  if (Number.isNaN(at) || new Date(at).getUTCDate() !== day || new Date(at).getUTCMonth() + 1 !== month) return null
  const seconds = at / 1_000 + (hour ?? 0) * 3_600 + (minute ?? 0) * 60 + (second ?? 0)
  return BigInt(seconds) * micro + BigInt((match[7] ?? '').padEnd(6, '0') || 0)
}

const unitsIn = (order: CursorOrder, text: string): bigint | null =>
  order === 'number' ? numberUnits(text) : order === 'instant' ? instantUnits(text) : text.includes('\u0000') ? null : 0n

/** Whether anything can be called newer than a value: nothing can that is newer than `infinity`. */
export const isCountable = (order: CursorOrder, text: string): boolean => unitsIn(order, text) !== null

/** How a countable value lies among the others of its column. */
export function unitsOf(order: CursorOrder, text: string): bigint {
  const units = unitsIn(order, text)
  if (units === null) throw new Error(`"${text}" lies nowhere among the values of a cursor`)
  return units
}

function numberText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = withoutEnd(digits.slice(-scale), '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}

/** In the form of `like`: a date has no time, and a time with a zone is of UTC. Rounded down. */
function instantText(units: bigint, like: string): string {
  const below = units < 0n && units % micro !== 0n ? 1n : 0n
  const seconds = units / micro - below
  const text = new Date(Number(seconds) * 1_000).toISOString()
  if (!/[ T]/.test(like)) return text.slice(0, 10)
  const fraction = String(units - seconds * micro).padStart(6, '0')
  return `${text.slice(0, 10)} ${text.slice(11, 19)}.${fraction}${/[+-]\d\d$/.test(like.slice(10)) ? '+00' : ''}`
}

/** A value that lies `distance` (seconds, or units of a number) before another, as the database reads it. */
export function before(order: CursorOrder, text: string, distance: number): string {
  if (distance === 0 || order === 'text') return text
  const units = unitsOf(order, text)
  return order === 'number'
    ? numberText(units - BigInt(distance) * 10n ** BigInt(scale))
    : instantText(units - BigInt(distance) * micro, text)
}
