/** What the steps of a formula have in common: the values that they take, what they may cost, and how they fail. */

import { isRaw, type RawNumber } from '../../../platform/json/raw-json.ts'
import type { MapRun } from '../../kit/plan.ts'
import { numberText } from '../decimal.ts'
import { shown } from '../shown.ts'
import { workOfWideNumbers } from './arithmetic.ts'

/** One evaluation. */
export type Frame = {
  /** Of the fields, in their order; of a list that a function takes, all of them. */
  readonly values: readonly unknown[]
  readonly run: MapRun
  /** The item at which the value of a list function is made. */
  item: number
  /** What is left of the work that one evaluation may take. */
  left: number
}

/** Makes one value. Undefined or null where there is none. Throws `FormulaFault`. */
export type Step = (frame: Frame) => unknown

/** The values of a call with the characters of the formula at which they stand, counted from 0; `at` is that of the call. */
export type Given = {
  readonly values: readonly unknown[]
  readonly places: readonly number[]
  readonly at: number
  readonly frame: Frame
}

/** By their names in `contract/connectors/config/formula/functions.ts`. Each throws `FormulaFault`. */
export type Functions = Readonly<Record<string, (given: Given) => unknown>>

/** Why a formula has no value. `what` is followed by the place. */
export class FormulaFault extends Error {
  readonly what: string
  /** The character of the formula, counted from 0. */
  readonly at: number

  constructor(what: string, at: number) {
    super(what)
    this.name = 'FormulaFault'
    this.what = what
    this.at = at
  }
}

export const fail = (what: string, at: number): never => {
  throw new FormulaFault(what, at)
}

/** The work that one evaluation may take, in characters that are looked at; it is over within 5 ms. */
export const workMax = 500_000
/** Characters of a text or list that a formula makes. */
const outputMax = 1024 * 1024

/** Counts work before it is done. Throws `FormulaFault` where it would be too much. */
export function charge(frame: Frame, work: number, at: number): void {
  frame.left -= work
  if (frame.left < 0) fail('The values are too long for a formula', at)
}

/** Where a value is compared with another one, or read as one, that is a number or a date written as text. */
export const readingWork = 150
/** Where a number is written as text. */
export const writingWork = 60

/** Arithmetic, which counts what it costs. @param make one step with numbers */
export function reckon<T>(
  frame: Frame,
  at: number,
  make: (one: RawNumber, other: RawNumber) => T,
  one: RawNumber,
  other: RawNumber,
): T {
  const before = workOfWideNumbers()
  const made = make(one, other)
  charge(frame, 8 + workOfWideNumbers() - before, at)
  return made
}

/** Counts the characters of a text before it is made. */
export function chargeOutput(frame: Frame, characters: number, at: number): void {
  if (characters > outputMax) fail('The result is longer than 1 MB', at)
  charge(frame, characters, at)
}

export const isMissing = (value: unknown): value is null | undefined => value === undefined || value === null

export function textOf(value: unknown, at: number): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRaw(value) ? value.rawJSON : fail(`Expected text, but found ${shown(value)}`, at)
}

const shortNumber = 15

/** A number, or a text that is one. */
export function numberOf(value: unknown, at: number): RawNumber {
  if (typeof value === 'number' || isRaw(value)) return value
  const text = typeof value === 'string' ? numberText(value) : null
  if (text === null) return fail(`Expected a number, but found ${shown(value)}`, at)
  return text.length <= shortNumber ? Number(text) + 0 : JSON.rawJSON(text)
}

/** A number without its fraction, of what counts or numbers something. */
export function wholeOf(value: unknown, at: number): number {
  const number = numberOf(value, at)
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= 1e9
    ? number
    : fail(`Expected a whole number, but found ${shown(value)}`, at)
}

/** Missing values count as no. */
export function yesNoOf(value: unknown, at: number): boolean {
  if (isMissing(value)) return false
  if (typeof value === 'boolean') return value
  if (value === 'true') return true
  return value === 'false' ? false : fail(`Expected true or false, but found ${shown(value)}`, at)
}

/** The items of a list; one other value is a list of one, a missing one an empty list. */
export const itemsOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value
  return isMissing(value) ? [] : [value]
}

/** Neither missing nor an empty text. */
export const isFilled = (value: unknown): boolean => !isMissing(value) && value !== ''
