/** The filter of a connector: which records go on, and why the others do not. Compiled once per version; a comparison never throws. */
import { RE2JS } from 're2js'
import { conditionsOf, partsOf } from '#contract/connectors/config/records/conditions.ts'
import {
  conditionsMax,
  type FilterCondition,
  type FilterGroup,
  patternMax,
  type RecordFilter,
} from '#contract/connectors/config/records/record-filter.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { type Path, parsePath, valueAt } from '../../platform/json/path.ts'
import { exactNumber, isRaw, scalarText } from '../../platform/json/raw-json.ts'
import { contains, equals, isEmpty, order, type Scalar } from './conditions.ts'
import { instantOf } from './dates.ts'
import { numberText } from './decimal.ts'

/** Why a record does not go on: where the condition stands in the filter, and a sentence about its value. Null: it goes on. */
export type Judge = (record: unknown, now: number) => FieldProblem | null

type Test = (value: unknown, record: unknown, now: number) => boolean

/** Characters of a value that a pattern looks at, and of one that a reason shows. */
const matchedMax = 10_000
const shownMax = 60

const ordered = {
  greater: (it: number) => it > 0,
  atLeast: (it: number) => it >= 0,
  less: (it: number) => it < 0,
  atMost: (it: number) => it <= 0,
} as const

/** A yes/no value is also the text that a person writes for it. */
const same = (value: unknown, to: Scalar) =>
  equals(typeof value === 'boolean' && typeof to === 'string' ? String(value) : value, to)

const isThere = (value: unknown) => value !== undefined && value !== null

/** A value of a record as one that can be compared with; null for lists and objects, with which nothing is compared. */
const comparable = (value: unknown): Scalar | { readonly rawJSON: string } =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || isRaw(value) ? value : null

/** Before or after so many seconds ago; what is no date is neither. */
function testOfAge(is: keyof typeof ordered, seconds: number): Test {
  return (value, _record, now) => {
    const at = instantOf(value)
    return at !== null && ordered[is](at.at.getTime() - (now - seconds * 1_000))
  }
}

function testOfText(is: 'contains' | 'startsWith' | 'endsWith', to: Scalar): Test {
  if (is === 'contains')
    return (value) => contains(typeof value === 'string' || Array.isArray(value) ? value : scalarText(value), to) === true
  const part = String(to)
  return (value) => {
    const text = scalarText(value)
    return text !== null && (is === 'startsWith' ? text.startsWith(part) : text.endsWith(part))
  }
}

function testOfPattern(pattern: string): Test | string {
  if (pattern.length > patternMax) return `A pattern can have at most ${patternMax} characters`
  try {
    const compiled = RE2JS.compile(pattern)
    return (value) => {
      const text = scalarText(value)
      return text !== null && text.length <= matchedMax && compiled.matcher(text).find()
    }
  } catch (fault) {
    const why = fault instanceof Error ? fault.message.replace(/^error parsing regexp: /, '') : 'unknown error'
    return `This pattern isn't valid: ${why}`
  }
}

/** By the difference of two numbers. */
const compared = { ...ordered, is: (it: number) => it === 0, isNot: (it: number) => it !== 0 } as const

/** Most values are numbers that a double holds exactly: their difference says the same as their digits, in a fraction of the time. */
function ofNumbers(is: keyof typeof compared, to: Scalar, otherwise: Test): Test {
  const text = numberText(to)
  const number = text === null ? null : exactNumber(text)
  if (typeof number !== 'number') return otherwise
  const holds = compared[is]
  return (value, record, now) => (typeof value === 'number' ? holds(value - number) : otherwise(value, record, now))
}

/** The test of a condition, or what is wrong with it. */
function testOf({ is, to }: FilterCondition): Test | { readonly path: string; readonly message: string } {
  const wrong = (message: string, path = '/to') => ({ path, message })
  if (is === 'isEmpty') return isEmpty
  if (is === 'isNotEmpty') return (value) => !isEmpty(value)
  if (to === undefined || to === '') return wrong('Enter a value to compare with')
  if (is === 'oneOf') {
    if (!Array.isArray(to)) return wrong('Enter at least one value')
    return (value) => to.some((it) => same(value, it))
  }
  if (Array.isArray(to)) return wrong('Only "is one of" accepts several values')
  if (typeof to === 'object' && 'ago' in to)
    return is in ordered
      ? testOfAge(is as keyof typeof ordered, to.ago)
      : wrong('Compare an age with greater, atLeast, less or atMost', '/is')
  if (is === 'matches') {
    const test = typeof to === 'string' ? testOfPattern(to) : 'Enter a pattern'
    return typeof test === 'string' ? wrong(test) : test
  }
  const compare = (against: (record: unknown) => Scalar | { readonly rawJSON: string } | undefined): Test => {
    const isSame = (value: unknown, other: unknown) => same(value, other as Scalar)
    if (is === 'is' || is === 'isNot')
      return (value, record) => {
        const other = against(record)
        return isThere(value) && isThere(other) && isSame(value, other) === (is === 'is')
      }
    if (is in ordered)
      return (value, record) => {
        const other = against(record)
        const found = isThere(value) && isThere(other) ? order(value, other as Scalar) : null
        return found !== null && ordered[is as keyof typeof ordered](found)
      }
    return (value, record, now) => {
      const other = against(record)
      return isThere(other) && testOfText(is as 'contains', scalarText(other) ?? '')(value, record, now)
    }
  }
  if (typeof to !== 'object') {
    if (is === 'contains' || is === 'startsWith' || is === 'endsWith') return testOfText(is, to)
    return ofNumbers(
      is as keyof typeof compared,
      to,
      compare(() => to),
    )
  }
  const parsed = parsePath(to.path)
  if ('fault' in parsed) return wrong(parsed.fault, '/to/path')
  if (parsed.path.some(({ kind }) => kind === 'each')) return wrong(oneValue, '/to/path')
  return compare((record) => comparable(valueAt(record, parsed.path)))
}

const oneValue = 'A condition compares a single value. Use a path without [*]'

const cut = (text: string) => (text.length <= shownMax ? text : `${text.slice(0, shownMax)}…`)

/** `"status" is "pending"`: what a record has where the condition looks. */
function reasonOf(path: string, value: unknown): string {
  const text = scalarText(value)
  if (text !== null && text !== '') return `"${path}" is ${typeof value === 'string' ? `"${cut(text)}"` : cut(text)}`
  if (isEmpty(value)) return `"${path}" is empty`
  return Array.isArray(value) ? `"${path}" is a list of ${value.length}` : `"${path}" is an object`
}

function compileCondition(condition: FilterCondition, at: string, errors: FieldProblem[]): CompiledFilter | null {
  const parsed = parsePath(condition.path)
  const test = testOf(condition)
  if ('fault' in parsed) errors.push({ path: `${at}/path`, message: parsed.fault })
  else if (parsed.path.some(({ kind }) => kind === 'each')) errors.push({ path: `${at}/path`, message: oneValue })
  if (typeof test !== 'function') errors.push({ path: `${at}${test.path}`, message: test.message })
  if ('fault' in parsed || typeof test !== 'function') return null
  const { path } = parsed
  const { to } = condition
  const other = typeof to === 'object' && !Array.isArray(to) && 'path' in to ? parsePath(to.path) : null
  return {
    paths: other !== null && 'path' in other ? [path, other.path] : [path],
    judge: (record, now) => {
      const value = valueAt(record, path)
      return test(value, record, now) ? null : { path: at, message: reasonOf(condition.path, value) }
    },
  }
}

/** Of a group that needs all: the first reason. Of one that needs any: the reasons of all its conditions, as one. */
function together(judges: readonly Judge[], needs: 'all' | 'any', at: string): Judge {
  if (needs === 'all')
    return (record, now) => {
      for (const judge of judges) {
        const reason = judge(record, now)
        if (reason !== null) return reason
      }
      return null
    }
  return (record, now) => {
    const reasons: FieldProblem[] = []
    for (const judge of judges) {
      const reason = judge(record, now)
      if (reason === null) return null
      reasons.push(reason)
    }
    return { path: at, message: [...new Set(reasons.map(({ message }) => message))].join(', ') }
  }
}

export type CompiledFilter = { readonly paths: readonly Path[]; readonly judge: Judge }

/** @param at where the filter stands in the configuration. */
export function compileFilter(
  filter: RecordFilter,
  at = '/records/only',
): { readonly filter: CompiledFilter } | { readonly errors: readonly FieldProblem[] } {
  const errors: FieldProblem[] = []
  const paths: Path[] = []
  const compileGroup = (group: FilterGroup | RecordFilter, place: string): Judge => {
    const { items, needs } = partsOf<FilterCondition | FilterGroup>(group)
    const judges = items.flatMap((item, index): Judge[] => {
      const here = `${place}/${needs}/${index}`
      if (!('path' in item)) return [compileGroup(item, here)]
      const compiled = compileCondition(item, here, errors)
      if (compiled === null) return []
      paths.push(...compiled.paths)
      return [compiled.judge]
    })
    return together(judges, needs, place)
  }
  const judge = compileGroup(filter, at)
  if (conditionsOf(filter).length > conditionsMax)
    errors.push({ path: at, message: `A filter can have at most ${conditionsMax} conditions` })
  return errors.length > 0 ? { errors } : { filter: { paths, judge } }
}
