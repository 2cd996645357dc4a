/** Finds the numbers of a JSON text that a double does not hold, in one pass, without a call of the parser for each value. */
import { exactNumber, isRaw, type RawNumber } from './raw-json.ts'

const [quote, backslash, minus, plus, dot, zero, nine, upperE, lowerE] = [
  0x22, 0x5c, 0x2d, 0x2b, 0x2e, 0x30, 0x39, 0x45, 0x65,
] as const

const isOfNumber = (code: number) =>
  (code >= zero && code <= nine) || code === dot || code === minus || code === plus || code === upperE || code === lowerE

/** Where the text that begins at `from` ends. */
function pastText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === backslash) at += 1
    else if (code === quote) return at + 1
  }
  return text.length
}

/** From here on whole numbers stand for the place of another one in a list; a number of the text that is one of these goes into the list, too. */
const placesFrom = 2 ** 52
const isPlace = (it: unknown): it is number => typeof it === 'number' && it >= placesFrom && it < 2 * placesFrom

/** Puts the numbers of the list where their places stand. Of 64 levels at most. */
function fill(value: object, numbers: readonly RawNumber[]): void {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const held: unknown = value[at]
      if (isPlace(held)) value[at] = numbers[held - placesFrom]
      else if (typeof held === 'object' && held !== null) fill(held, numbers)
    }
    return
  }
  const it = value as Record<string, unknown>
  // Each name is the value's own, `__proto__` too: what is written stays its own member.
  for (const name in it) {
    const held = it[name]
    if (isPlace(held)) it[name] = numbers[held - placesFrom]
    else if (typeof held === 'object' && held !== null) fill(held, numbers)
  }
}

/** Characters of a number that is looked up by how it is written: there are few so short that a double does not hold, and a text may repeat them. */
const shortMax = 6

/** `exactNumber`, of what is short once only. */
function reader(): (text: string) => RawNumber {
  const known = new Map<string, RawNumber>()
  return (text) => {
    if (text.length > shortMax) return exactNumber(text)
    let it = known.get(text)
    if (it === undefined) {
      it = exactNumber(text)
      if (isRaw(it)) known.set(text, it)
    }
    return it
  }
}

/** A text in which each number that a double does not hold is its place in the list. */
function listed(text: string): { readonly text: string; readonly numbers: readonly RawNumber[]; readonly isAny: boolean } {
  const numbers: RawNumber[] = []
  const read = reader()
  let isAny = false
  let shown = ''
  let written = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) at = pastText(text, at) - 1
    else if (code === minus || (code >= zero && code <= nine)) {
      const from = at
      while (at + 1 < text.length && isOfNumber(text.charCodeAt(at + 1))) at += 1
      if (at === from) continue
      const it = read(text.slice(from, at + 1))
      isAny ||= isRaw(it)
      if (!isRaw(it) && !isPlace(it)) continue
      shown += `${text.slice(written, from)}${placesFrom + numbers.length}`
      written = at + 1
      numbers.push(it)
    }
  }
  return { text: shown + text.slice(written), numbers, isAny }
}

/**
 * A value with its exact numbers.
 * @param text valid JSON, nested 64 levels deep at most.
 * @param value what the parser made of it.
 */
export function withExactNumbers(text: string, value: unknown): unknown {
  const { text: shown, numbers, isAny } = listed(text)
  if (!isAny) return value
  const whole = [JSON.parse(shown)]
  fill(whole, numbers)
  return whole[0]
}
