/** Mapping rules as functions of the values that they read. The set is closed; nothing of a rule is evaluated. */
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { isZone } from '#contract/kit/zone.ts'
import { type Path, parsePath } from '../../platform/json/path.ts'
import { isRaw } from '../../platform/json/raw-json.ts'
import type { MapRun } from '../kit/plan.ts'
import { contains, equals, isEmpty, order, type Scalar } from './conditions.ts'
import { isUnclearInstant, reformatter } from './dates.ts'
import { numberText, rounded } from './decimal.ts'
import { compileFormula } from './formula/compile.ts'
import { properCase } from './proper-case.ts'

/** A value that a rule cannot work with. `rule` completes "… must …"; `source` is the place of the value among those that were read. */
export class RuleFault extends Error {
  readonly rule: string
  readonly source: number

  constructor(rule: string, source: number) {
    super(rule)
    this.name = 'RuleFault'
    this.rule = rule
    this.source = source
  }
}

/** Values in, in the order of the paths; undefined out where nothing is to be written. Throws `RuleFault`. */
export type MakeValue = (values: readonly unknown[], run: MapRun) => unknown

/** `isList`: the values of all items at once; otherwise one value, of one item where the path has a list. */
export type RuleSource = { readonly path: Path; readonly isList: boolean }

export type CompiledRule = { readonly sources: readonly RuleSource[]; readonly make: MakeValue }

type Of<T extends NewMappingRule['type']> = Extract<NewMappingRule, { type: T }>

const refuse = (rule: string, source = 0): never => {
  throw new RuleFault(rule, source)
}

const isMissing = (value: unknown) => value === undefined || value === null

function textOf(value: unknown, source = 0): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRaw(value) ? value.rawJSON : refuse('text, a number or a yes/no value', source)
}

/** A rule of one value. What is missing stays missing, and null stays null. */
const ofOne =
  (make: (value: unknown) => unknown): MakeValue =>
  ([value]) =>
    isMissing(value) ? value : make(value)

/** What is missing is left out, so that no separator stands alone. */
function concatenate({ separator }: Of<'concatenate'>): MakeValue {
  return (values) => {
    const texts = values.flatMap((value, at) => (isMissing(value) || value === '' ? [] : [textOf(value, at)]))
    return texts.length === 0 ? undefined : texts.join(separator)
  }
}

function inCase({ to }: Of<'case'>): MakeValue {
  if (to === 'upper') return ofOne((value) => textOf(value).toUpperCase())
  if (to === 'lower') return ofOne((value) => textOf(value).toLowerCase())
  return ofOne((value) => properCase(textOf(value)))
}

const unclearUnit = 'a date with a clear unit (set the unit of the transform)'

function dateFormat({ from, to, timeZone = 'UTC', unit }: Of<'dateFormat'>): MakeValue {
  const write = reformatter(from, to, timeZone, unit ?? null)
  const form = `a date in the format ${JSON.stringify(from)}`
  const since = `an ISO 8601 date, or ${unit ?? 'seconds or milliseconds'} since 1970`
  const ruleFor = (value: unknown) => (unit === undefined && isUnclearInstant(value) ? unclearUnit : since)
  return ofOne((value) => write(value) ?? refuse(from === '' ? ruleFor(value) : form))
}

function numberFormat({ fractionDigits }: Of<'numberFormat'>): MakeValue {
  return ofOne((value) => {
    const text = numberText(value)
    if (text === null) return refuse('a number')
    return rounded(text, fractionDigits) ?? refuse('a number of at most 1,000 digits')
  })
}

function lookup({ table, otherwise }: Of<'lookup'>): MakeValue {
  const values = new Map(Object.entries(table))
  return ([value]) => {
    if (isMissing(value)) return otherwise === undefined ? value : otherwise
    const found = values.get(textOf(value))
    if (found !== undefined) return found
    return otherwise === undefined ? refuse('a value that its table contains') : otherwise
  }
}

function holds({ operator, compareTo = null }: Of<'condition'>): (value: unknown) => boolean {
  const shown = JSON.stringify(compareTo)
  const ordered = (wanted: (it: number) => boolean) => (value: unknown) =>
    !isMissing(value) && wanted(order(value, compareTo) ?? refuse(`a value that can be compared with ${shown}`))
  switch (operator) {
    case 'equals':
      return (value) => equals(value, compareTo)
    case 'notEquals':
      return (value) => !equals(value, compareTo)
    case 'greater':
      return ordered((it) => it > 0)
    case 'less':
      return ordered((it) => it < 0)
    case 'contains':
      return (value) => !isMissing(value) && (contains(value, compareTo) ?? refuse('text or a list'))
    case 'isEmpty':
      return isEmpty
  }
}

function makerOf(rule: Exclude<NewMappingRule, { type: 'formula' }>): MakeValue {
  switch (rule.type) {
    case 'constant':
      return () => rule.value
    case 'default':
      return ([value]) => (isMissing(value) ? rule.value : value)
    case 'concatenate':
      return concatenate(rule)
    case 'split':
      return ofOne((value) => textOf(value).split(rule.separator)[rule.index])
    case 'case':
      return inCase(rule)
    case 'dateFormat':
      return dateFormat(rule)
    case 'numberFormat':
      return numberFormat(rule)
    case 'lookup':
      return lookup(rule)
    case 'condition': {
      const isTrue = holds(rule)
      return ([value]) => (isTrue(value) ? rule.thenValue : rule.elseValue)
    }
  }
}

/** JSON as it is taken in cannot carry such a number exactly, so what was meant is not known any more. */
const isVague = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)

function scalarsOf(rule: NewMappingRule): readonly (readonly [string, Scalar | undefined])[] {
  switch (rule.type) {
    case 'constant':
    case 'default':
      return [['/value', rule.value]]
    case 'lookup':
      return [
        ...Object.entries(rule.table).map(
          ([key, value]) => [`/table/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value] as const,
        ),
        ['/otherwise', rule.otherwise],
      ]
    case 'condition':
      return [
        ['/compareTo', rule.compareTo],
        ['/thenValue', rule.thenValue],
        ['/elseValue', rule.elseValue],
      ]
    default:
      return []
  }
}

function pathsOf(rule: Exclude<NewMappingRule, { type: 'formula' }>): readonly (readonly [string, string])[] {
  if (rule.type === 'constant') return []
  if (rule.type === 'concatenate') return rule.sourcePaths.map((text, at) => [`/sourcePaths/${at}`, text])
  return [['/sourcePath', rule.sourcePath]]
}

/** Compiles a rule of the contract's form, or says what is wrong with it; paths are JSON pointers into the rule. */
export function compileRule(rule: NewMappingRule): CompiledRule | { readonly errors: readonly FieldProblem[] } {
  if (rule.type === 'formula') {
    const compiled = compileFormula(rule.text)
    return 'error' in compiled ? { errors: [{ path: '/text', message: compiled.error }] } : compiled
  }
  const errors: FieldProblem[] = []
  const sources: RuleSource[] = []
  for (const [path, text] of pathsOf(rule)) {
    const parsed = parsePath(text)
    if ('path' in parsed) sources.push({ path: parsed.path, isList: false })
    else errors.push({ path, message: parsed.fault })
  }
  for (const [path, value] of scalarsOf(rule)) {
    if (isVague(value)) errors.push({ path, message: 'This number is too long to store exactly. Enter it as text' })
  }
  if (rule.type === 'dateFormat' && rule.timeZone !== undefined && !isZone(rule.timeZone))
    errors.push({ path: '/timeZone', message: `"${rule.timeZone}" is not a time zone. Enter one, such as Europe/Brussels` })
  if (rule.type === 'dateFormat' && rule.unit !== undefined && rule.from !== '')
    errors.push({ path: '/unit', message: "You can't combine a unit with a format. Remove one of them" })
  if (rule.type === 'condition' && rule.operator !== 'isEmpty' && rule.compareTo === undefined)
    errors.push({ path: '/compareTo', message: 'Enter the value to compare with' })
  return errors.length > 0 ? { errors } : { sources, make: makerOf(rule) }
}
