/** Turns a formula into one function, once per version. Nothing of a formula is evaluated as code, and nothing of it repeats but over the items of a list. */
import { checkFormula } from '#contract/connectors/config/formula/check.ts'
import { functionNamed } from '#contract/connectors/config/formula/functions.ts'
import { type Formula, problemText } from '#contract/connectors/config/formula/syntax.ts'
import { type Path, parsePath, pathText } from '../../../platform/json/path.ts'
import { exactNumber, isRaw, type RawNumber } from '../../../platform/json/raw-json.ts'
import type { MapRun } from '../../kit/plan.ts'
import { equals, order, type Scalar } from '../conditions.ts'
import { shown } from '../shown.ts'
import { dividedBy, minus, negative, plus, remainder, TooManyDigits, times } from './arithmetic.ts'
import { functions } from './functions.ts'
import {
  charge,
  chargeOutput,
  FormulaFault,
  type Frame,
  fail,
  isMissing,
  numberOf,
  readingWork,
  reckon,
  type Step,
  textOf,
  workMax,
  yesNoOf,
} from './values.ts'

/** A field that a formula reads. `isList`: a function takes the values of all items at once. */
type Source = { readonly path: Path; readonly isList: boolean }

type CompiledFormula = {
  readonly sources: readonly Source[]
  /** Values in, in the order of the sources. Throws `FormulaFault`. */
  readonly make: (values: readonly unknown[], run: MapRun) => unknown
}

type Call = Extract<Formula, { kind: 'call' }>
type Binary = Extract<Formula, { kind: 'binary' }>

const hasStar = (path: Path) => path.some(({ kind }) => kind === 'each')
const listsOf = (path: Path) => pathText(path.slice(0, path.findLastIndex(({ kind }) => kind === 'each') + 1))

class Compiler {
  readonly sources: Source[] = []
  private readonly places = new Map<string, number>()

  /** @param lists collects the places of lists whose items are taken one after another; null outside of list functions. */
  step(formula: Formula, lists: Set<number> | null): Step {
    switch (formula.kind) {
      case 'text':
      case 'fixed': {
        const { value } = formula
        return () => value
      }
      case 'number': {
        const value = exactNumber(formula.text)
        return () => value
      }
      case 'field':
        return this.field(formula.path, formula.from, lists)
      case 'negative': {
        const of = this.step(formula.of, lists)
        const { from } = formula.of
        return (frame) => {
          const value = of(frame)
          return isMissing(value) ? null : negative(numberOf(value, from))
        }
      }
      case 'not': {
        const of = this.step(formula.of, lists)
        const { from } = formula.of
        return (frame) => !yesNoOf(of(frame), from)
      }
      case 'binary':
        return folded(formula, binary(formula, this.step(formula.left, lists), this.step(formula.right, lists)))
      case 'call':
        return this.call(formula, lists)
    }
  }

  private field(text: string, at: number, lists: Set<number> | null): Step {
    const parsed = parsePath(text)
    if ('fault' in parsed) throw new FormulaFault(parsed.fault, at)
    const isList = lists !== null && hasStar(parsed.path)
    const name = `${isList ? 'list' : 'value'} ${pathText(parsed.path)}`
    const place = this.places.get(name) ?? this.sources.length
    if (place === this.sources.length) {
      this.places.set(name, place)
      this.sources.push({ path: parsed.path, isList })
    }
    if (!isList) return ({ values }) => values[place]
    lists.add(place)
    return ({ values, item }) => (values[place] as readonly unknown[] | undefined)?.[item]
  }

  /** All values of what a list function is given: of a field its list, of anything else what is made of each item. */
  private listOf(formula: Formula): Step {
    const lists = new Set<number>()
    const step = this.step(formula, lists)
    const [first] = lists
    if (first === undefined) return step
    const paths = [...lists].map((place) => listsOf(this.sources[place]?.path ?? []))
    if (paths.some((it) => it !== paths[0]))
      throw new FormulaFault('All fields of a list function must use the same lists', formula.from)
    if (formula.kind === 'field') return ({ values }) => values[first]
    return (frame) => {
      const length = (frame.values[first] as readonly unknown[] | undefined)?.length ?? 0
      const before = frame.item
      charge(frame, length * 8, formula.from)
      const made: unknown[] = []
      for (frame.item = 0; frame.item < length; frame.item += 1) made.push(step(frame))
      frame.item = before
      return made
    }
  }

  private call(formula: Call, lists: Set<number> | null): Step {
    const { name, values, from: at } = formula
    const { parameters } = functionNamed(name) ?? { parameters: [] }
    const kindOf = (place: number) => (parameters[place] ?? parameters.at(-1))?.kind
    const steps = values.map((value, place) => (kindOf(place) === 'list' ? this.listOf(value) : this.step(value, lists)))
    const places = values.map(({ from }) => from)
    const lazy = lazily(name, steps, places)
    if (lazy !== null) return lazy
    const make = functions.get(name)
    if (make === undefined) throw new Error(`the function ${name} is listed and not made`)
    return (frame) => {
      charge(frame, 16, at)
      return make({ values: steps.map((step) => step(frame)), places, at, frame })
    }
  }
}

/** The functions that make only the values that they need; null of all others. */
function lazily(name: string, steps: readonly Step[], places: readonly number[]): Step | null {
  const [first, second, third] = steps
  if (name === 'if' && first && second) {
    const at = places[0] ?? 0
    return (frame) => (yesNoOf(first(frame), at) ? second(frame) : third?.(frame))
  }
  if (name === 'coalesce')
    return (frame) => {
      let value: unknown
      for (const step of steps) {
        value = step(frame)
        if (!isMissing(value)) return value
      }
      return value
    }
  if (name === 'case' && first)
    return (frame) => {
      const value = first(frame)
      for (let at = 1; at + 1 < steps.length; at += 2) {
        if (isSame(value, steps[at]?.(frame), frame, places[at] ?? 0)) return steps[at + 1]?.(frame)
      }
      return steps.length % 2 === 0 ? steps.at(-1)?.(frame) : undefined
    }
  return null
}

const scalar = (value: unknown, at: number): Scalar => {
  if (isMissing(value)) return null
  if (isRaw(value)) return value.rawJSON
  return typeof value === 'object' ? fail(`Can't compare lists and objects, such as ${shown(value)}`, at) : (value as Scalar)
}

function isSame(one: unknown, other: unknown, frame: Frame, at: number): boolean {
  const isPlain = typeof one === 'number' && typeof other === 'number'
  charge(frame, isPlain ? 8 : (typeof one === 'string' ? one.length : 0) + readingWork, at)
  // What is compared with must be plain; a number that no double holds is on the side that may be one.
  return isRaw(other) ? equals(other, scalar(one, at)) : equals(one, scalar(other, at))
}

function compared({ operator, right }: Binary, one: Step, other: Step): Step {
  const at = right.from
  if (operator === '=' || operator === '!=') return (frame) => isSame(one(frame), other(frame), frame, at) === (operator === '=')
  const holds =
    operator === '<'
      ? (it: number) => it < 0
      : operator === '<='
        ? (it: number) => it <= 0
        : operator === '>'
          ? (it: number) => it > 0
          : (it: number) => it >= 0
  return (frame) => {
    const [left, with_] = [one(frame), other(frame)]
    if (isMissing(left) || isMissing(with_)) return false
    if (typeof left === 'number' && typeof with_ === 'number') return holds(left - with_)
    charge(frame, (typeof left === 'string' ? left.length * 2 : 0) + readingWork, at)
    const found = order(left, scalar(with_, at))
    return found === null ? fail(`Can't compare ${shown(left)} with ${shown(with_)}`, at) : holds(found)
  }
}

/** Arithmetic. Where one of both is missing there is no result. */
function reckoned({ operator, left, right }: Binary, one: Step, other: Step): Step {
  const at = right.from
  const zero = () => fail("Can't divide by 0", at)
  const make =
    operator === '+'
      ? plus
      : operator === '-'
        ? minus
        : operator === '*'
          ? times
          : operator === '/'
            ? (a: RawNumber, b: RawNumber) => dividedBy(a, b) ?? zero()
            : (a: RawNumber, b: RawNumber) => remainder(a, b) ?? zero()
  return (frame) => {
    const [a, b] = [one(frame), other(frame)]
    if (isMissing(a) || isMissing(b)) return null
    const [first, second] = [numberOf(a, left.from), numberOf(b, right.from)]
    if (typeof a === 'string' || typeof b === 'string') charge(frame, readingWork, at)
    return reckon<RawNumber>(frame, at, make, first, second)
  }
}

function binary(formula: Binary, one: Step, other: Step): Step {
  const { operator, left, right } = formula
  if (operator === 'and') return (frame) => yesNoOf(one(frame), left.from) && yesNoOf(other(frame), right.from)
  if (operator === 'or') return (frame) => yesNoOf(one(frame), left.from) || yesNoOf(other(frame), right.from)
  if (operator === '&')
    return (frame) => {
      const [a, b] = [one(frame), other(frame)]
      const text = isMissing(a) ? '' : textOf(a, left.from)
      const rest = isMissing(b) ? '' : textOf(b, right.from)
      chargeOutput(frame, text.length + rest.length + 40, right.from)
      return text + rest
    }
  return ['+', '-', '*', '/', '%'].includes(operator) ? reckoned(formula, one, other) : compared(formula, one, other)
}

/** Made of numbers that were written down, such as `1 - 0.05`. */
const isConstant = (formula: Formula): boolean =>
  formula.kind === 'number' || (formula.kind === 'binary' && isConstant(formula.left) && isConstant(formula.right))

/** What does not depend on the record is made once; what fails does so for each record. */
function folded(formula: Formula, step: Step): Step {
  if (!isConstant(formula)) return step
  try {
    const value = step({ values: [], run: { now: new Date(0), hash: () => '' }, item: 0, left: workMax })
    return () => value
  } catch {
    return step
  }
}

/** Compiles a formula, or says what is wrong with it. */
export function compileFormula(text: string): CompiledFormula | { readonly error: string } {
  const checked = checkFormula(text)
  if ('problem' in checked) return { error: problemText(checked.problem) }
  const compiler = new Compiler()
  try {
    const step = compiler.step(checked.formula, null)
    const make = (values: readonly unknown[], run: MapRun) => {
      try {
        return step({ values, run, item: 0, left: workMax })
      } catch (thrown) {
        if (thrown instanceof TooManyDigits) return fail('A number has more than 1,000 digits', 0)
        throw thrown
      }
    }
    return { sources: compiler.sources, make }
  } catch (thrown) {
    if (thrown instanceof FormulaFault) return { error: `${thrown.what} at character ${thrown.at + 1}` }
    throw thrown
  }
}
