/** Checks that the values of a formula fit what they are used for, as far as that is known before anything runs. */
import { isZone } from '../../../kit/zone.ts'
import { functionNamed, type ValueKind } from './functions.ts'
import { parseFormula } from './parse.ts'
import { type BinaryOperator, type Formula, type FormulaProblem, refuse, Unreadable } from './syntax.ts'

/** A field that a formula reads. */
export type FormulaField = {
  readonly path: string
  readonly from: number
  /** Whether a function takes the whole list: `sum(lines[*].price)`. */
  readonly isList: boolean
}

export type CheckedFormula = { readonly formula: Formula; readonly fields: readonly FormulaField[] }

type Known = 'text' | 'number' | 'yesNo' | 'list' | 'nothing' | 'any'

export const formulaUnits = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const
export const roundingModes = ['half', 'halfEven', 'up', 'down'] as const

const arithmetic: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['+', '-', '*', '/', '%'])
const comparing: ReadonlySet<BinaryOperator> = new Set<BinaryOperator>(['=', '!=', '<', '<=', '>', '>='])
const names: Readonly<Record<Known, string>> = {
  text: 'text',
  number: 'a number',
  yesNo: 'a yes/no value',
  list: 'a list',
  nothing: 'nothing',
  any: 'a value',
}

/** A number as JSON writes it. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,6})?$/

const resultOf = (kind: ValueKind): Known =>
  kind === 'date' ? 'text' : kind === 'text' || kind === 'number' || kind === 'yesNo' || kind === 'list' ? kind : 'any'

function refuseNumber(value: Formula, known: Known, user: string): void {
  const isText = value.kind === 'text' && !jsonNumber.test(value.value.trim())
  const isOther = known === 'yesNo' || known === 'list'
  if (isText || isOther) refuse(value.from, value.to, `${user} needs a number, but this is ${names[isText ? 'text' : known]}`)
}

function refuseYesNo(value: Formula, known: Known, user: string): void {
  if (known === 'text' || known === 'number' || known === 'list')
    refuse(value.from, value.to, `${user} needs a condition, but this is ${names[known]}`, 'Add a comparison, such as > 0')
}

function refuseText(value: Formula, known: Known, user: string): void {
  if (known === 'list')
    refuse(value.from, value.to, `${user} needs text, but this is a list`, 'Use join to turn the list into text')
}

/** Values that must be written down, because they are compiled. */
function refuseWritten(value: Formula, kind: ValueKind, user: string): void {
  const places: Readonly<Partial<Record<ValueKind, string>>> = {
    zone: 'a time zone such as "Europe/Brussels"',
    format: 'a format such as "yyyy-MM-dd"',
    unit: `a unit: ${formulaUnits.map((it) => `"${it}"`).join(', ')}`,
    mode: `a mode: ${roundingModes.map((it) => `"${it}"`).join(', ')}`,
    style: '"." or "," as the decimal sign',
  }
  const wanted = places[kind]
  if (wanted === undefined) return
  const text = value.kind === 'text' ? value.value : null
  const isFine =
    text !== null &&
    (kind === 'zone'
      ? isZone(text)
      : kind === 'format'
        ? text !== '' && text.length <= 64
        : kind === 'style'
          ? text === '.' || text === ','
          : unitOf(text, kind) !== null)
  if (!isFine) refuse(value.from, value.to, `${user} can't use this value`, `Enter ${wanted}`)
}

/** A unit or a mode as the lists have it: "day" is "days"; null where there is none. */
export function unitOf(text: string, kind: 'unit' | 'mode' | ValueKind): string | null {
  const known: readonly string[] = kind === 'mode' ? roundingModes : formulaUnits
  return known.find((it) => it === text || it === `${text}s`) ?? null
}

class Checker {
  readonly fields: FormulaField[] = []

  /** @param inList whether a function takes all values of what is written here. */
  check(formula: Formula, inList: boolean): Known {
    switch (formula.kind) {
      case 'text':
      case 'number':
        return formula.kind
      case 'fixed':
        return formula.value === null ? 'nothing' : 'yesNo'
      case 'field':
        this.fields.push({ path: formula.path, from: formula.from, isList: inList })
        return 'any'
      case 'negative':
        refuseNumber(formula.of, this.check(formula.of, inList), '"-"')
        return 'number'
      case 'not':
        refuseYesNo(formula.of, this.check(formula.of, inList), '"not"')
        return 'yesNo'
      case 'binary':
        return this.checkBinary(formula, inList)
      case 'call':
        return this.checkCall(formula, inList)
    }
  }

  private checkBinary({ operator, left, right }: Extract<Formula, { kind: 'binary' }>, inList: boolean): Known {
    const user = `"${operator}"`
    for (const value of [left, right]) {
      const known = this.check(value, inList)
      const isWords = operator === '+' && value.kind === 'text' && !jsonNumber.test(value.value.trim())
      if (isWords) refuse(value.from, value.to, '"+" adds numbers, but this is text', 'Use & to join text')
      if (arithmetic.has(operator)) refuseNumber(value, known, user)
      else if (operator === 'and' || operator === 'or') refuseYesNo(value, known, user)
      else if (operator === '&') refuseText(value, known, user)
    }
    if (arithmetic.has(operator)) return 'number'
    return operator === '&' ? 'text' : comparing.has(operator) ? 'yesNo' : 'yesNo'
  }

  private checkCall({ name, values }: Extract<Formula, { kind: 'call' }>, inList: boolean): Known {
    const called = functionNamed(name)
    if (called === null) return 'any'
    const results: Known[] = []
    for (const [at, value] of values.entries()) {
      const { kind = 'any' } = called.parameters[at] ?? called.parameters.at(-1) ?? {}
      const known = this.check(value, inList || kind === 'list')
      results.push(known)
      if (kind === 'number') refuseNumber(value, known, name)
      else if (kind === 'yesNo') refuseYesNo(value, known, name)
      else if (kind === 'text' || kind === 'date') refuseText(value, known, name)
      else refuseWritten(value, kind, name)
    }
    if (name !== 'if') return resultOf(called.result)
    const [, then = 'any', other = then] = results
    return then === other ? then : 'any'
  }
}

/** Reads and checks a formula, or says what is wrong with it and where. Fields are in the order in which they stand. */
export function checkFormula(text: string): CheckedFormula | { readonly problem: FormulaProblem } {
  const parsed = parseFormula(text)
  if ('problem' in parsed) return parsed
  try {
    const checker = new Checker()
    checker.check(parsed.formula, false)
    return { formula: parsed.formula, fields: checker.fields }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { problem: thrown.problem }
    throw thrown
  }
}
