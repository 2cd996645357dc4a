/** The text functions of formulas. A missing first value gives a missing one, unless the list of functions says otherwise. */
import { isRaw } from '../../../platform/json/raw-json.ts'
import { contains, type Scalar } from '../conditions.ts'
import { properCase } from '../proper-case.ts'
import { shown } from '../shown.ts'
import {
  charge,
  chargeOutput,
  type Functions,
  fail,
  type Given,
  isFilled,
  isMissing,
  itemsOf,
  readingWork,
  textOf,
  wholeOf,
  writingWork,
} from './values.ts'

/** A function of a text and other values; what its characters cost is counted. */
const ofText =
  (make: (text: string, given: Given) => unknown, cost = 1) =>
  (given: Given): unknown => {
    const [value] = given.values
    if (isMissing(value)) return value
    const text = textOf(value, given.places[0] ?? given.at)
    charge(given.frame, text.length * cost + (typeof value === 'string' ? 0 : writingWork), given.at)
    return make(text, given)
  }

/** The text at a place of the values; the empty one where it is missing. */
const textAt = ({ values, places, at }: Given, place: number): string =>
  isMissing(values[place]) ? '' : textOf(values[place], places[place] ?? at)

function countAt({ values, places, at }: Given, place: number): number {
  const count = isMissing(values[place]) ? 0 : wholeOf(values[place], places[place] ?? at)
  return count < 0 ? fail(`Expected 0 or a positive number, but found ${count}`, places[place] ?? at) : count
}

/** By characters as people see their codes, so that no emoji is cut in two. */
function cut(text: string, from: number, count: number): string {
  if (!/[\ud800-\udfff]/.test(text)) return text.slice(from, from + count)
  return [...text].slice(from, from + count).join('')
}

const lengthOf = (text: string): number => (/[\ud800-\udfff]/.test(text) ? [...text].length : text.length)

function joined({ frame, at }: Given, texts: readonly string[], separator: string): string {
  const length = texts.reduce((sum, it) => sum + it.length, 0) + separator.length * Math.max(0, texts.length - 1)
  chargeOutput(frame, length + texts.length, at)
  return texts.join(separator)
}

/** The texts of values that are filled. */
function filledTexts({ at, places, frame }: Given, values: readonly unknown[], first: number): readonly string[] {
  return values.flatMap((value, index) => {
    charge(frame, typeof value === 'number' ? writingWork : 16, at)
    return isFilled(value) ? [textOf(value, places[index + first] ?? at)] : []
  })
}

/** Where characters fit a pattern of `*`, `?` and `#`. It goes back to the last `*` only, and what that costs is counted. */
function isLike(text: string, pattern: string, { frame, at }: Given): boolean {
  let [place, star, resume, index] = [0, -1, 0, 0]
  while (index < text.length) {
    const wanted = pattern[place]
    const character = text[index] ?? ''
    if (wanted === '*') {
      star = place
      resume = index
      place += 1
    } else if (wanted === '?' || (wanted === '#' ? character >= '0' && character <= '9' : wanted === character)) {
      place += 1
      index += 1
    } else if (star >= 0) {
      charge(frame, index - resume + 1, at)
      resume += 1
      index = resume
      place = star + 1
    } else return false
  }
  while (pattern[place] === '*') place += 1
  return place === pattern.length
}

function padded(text: string, given: Given, isLeft: boolean): string {
  const length = countAt(given, 1)
  const fill = given.values.length > 2 ? textAt(given, 2) : ' '
  const missing = length - lengthOf(text)
  if (missing <= 0 || fill === '') return text
  chargeOutput(given.frame, length * 2, given.at)
  const filling = cut(fill.repeat(Math.ceil(missing / lengthOf(fill))), 0, missing)
  return isLeft ? filling + text : text + filling
}

function replaced(text: string, given: Given): string {
  const [find, by] = [textAt(given, 1), textAt(given, 2)]
  if (find === '') return text
  const parts = text.split(find)
  chargeOutput(given.frame, text.length + (parts.length - 1) * by.length, given.at)
  return parts.join(by)
}

/** Without spaces at both ends, and with one for several. Not by a pattern: one that looks for spaces at the end looks at each space again. */
const cleaned = (text: string): string =>
  text
    .split(/\s/)
    .filter((it) => it !== '')
    .join(' ')

function masked(text: string, given: Given): string {
  const shownCount = countAt(given, 1)
  const characters = [...text]
  const hidden = Math.max(0, characters.length - shownCount)
  return '*'.repeat(hidden) + characters.slice(hidden).join('')
}

export const textFunctions: Functions = {
  text: ofText((text) => text),
  concat: (given) => joined(given, filledTexts(given, given.values, 0), ''),
  textJoin: (given) => {
    const texts = filledTexts(given, given.values.slice(1), 1)
    return texts.length === 0 ? undefined : joined(given, texts, textAt(given, 0))
  },
  trim: ofText((text) => text.trim()),
  clean: ofText(cleaned, 3),
  lower: ofText((text) => text.toLowerCase()),
  upper: ofText((text) => text.toUpperCase()),
  proper: ofText(properCase, 24),
  left: ofText((text, given) => cut(text, 0, countAt(given, 1))),
  right: ofText((text, given) => {
    const length = lengthOf(text)
    const count = Math.min(length, countAt(given, 1))
    return cut(text, length - count, count)
  }, 2),
  mid: ofText((text, given) => cut(text, Math.max(0, countAt(given, 1) - 1), countAt(given, 2)), 2),
  length: ofText(lengthOf),
  contains: (given) => {
    const [value, part = null] = given.values
    if (isMissing(value)) return false
    const isScalar = part === null || typeof part !== 'object' || isRaw(part)
    if (!isScalar) return fail(`Expected text or a number, but found ${shown(part)}`, given.places[1] ?? given.at)
    if (typeof value === 'string') charge(given.frame, value.length, given.at)
    else
      for (const item of itemsOf(value))
        charge(given.frame, typeof item === typeof part && !isRaw(item) ? 8 : readingWork, given.at)
    const wanted = isRaw(part) ? part.rawJSON : (part as Scalar)
    return contains(value, wanted) ?? fail(`Expected text or a list, but found ${shown(value)}`, given.places[0] ?? given.at)
  },
  startsWith: ofText((text, given) => text.startsWith(textAt(given, 1))),
  endsWith: ofText((text, given) => text.endsWith(textAt(given, 1))),
  like: ofText((text, given) => isLike(text, textAt(given, 1), given), 4),
  replace: ofText(replaced, 4),
  before: ofText((text, given) => {
    const separator = textAt(given, 1)
    const place = separator === '' ? -1 : text.indexOf(separator)
    return place < 0 ? text : text.slice(0, place)
  }),
  after: ofText((text, given) => {
    const separator = textAt(given, 1)
    const place = separator === '' ? -1 : text.indexOf(separator)
    return place < 0 ? undefined : text.slice(place + separator.length)
  }),
  part: ofText((text, given) => {
    const number = countAt(given, 2)
    return number < 1 ? fail('Part numbers start at 1', given.places[2] ?? given.at) : text.split(textAt(given, 1))[number - 1]
  }, 4),
  split: ofText((text, given) => text.split(textAt(given, 1)), 4),
  padLeft: ofText((text, given) => padded(text, given, true), 2),
  padRight: ofText((text, given) => padded(text, given, false), 2),
  digits: ofText((text) => text.replace(/\D+/g, ''), 4),
  join: (given) => {
    const texts = filledTexts(given, itemsOf(given.values[0]), 0)
    return texts.length === 0 ? undefined : joined(given, texts, textAt(given, 1))
  },
  hash: ofText((text, { frame, at }) => {
    charge(frame, 4_000, at)
    return frame.run.hash(text)
  }, 4),
  mask: ofText(masked, 8),
}
