/** A mapping rule while a person writes it: every field is a text until it is sent. Pure. */

import { checkFormula } from '#contract/connectors/config/formula/check.ts'
import { fieldInFormula, formulaOf } from '#contract/connectors/config/formula/from-rule.ts'
import type { FormulaProblem } from '#contract/connectors/config/formula/syntax.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'

export type RuleType = NewMappingRule['type']

export const ruleFields = {
  formula: ['text'],
  constant: ['value'],
  default: ['sourcePath', 'value'],
  concatenate: ['sourcePaths', 'separator'],
  split: ['sourcePath', 'separator', 'index'],
  case: ['sourcePath', 'to'],
  dateFormat: ['sourcePath', 'from', 'unit', 'to', 'timeZone'],
  numberFormat: ['sourcePath', 'fractionDigits'],
  lookup: ['sourcePath', 'table', 'otherwise'],
  condition: ['sourcePath', 'operator', 'compareTo', 'thenValue', 'elseValue'],
} as const satisfies Readonly<Record<RuleType, readonly string[]>>

export const ruleTypes = Object.keys(ruleFields) as RuleType[]
export type RuleField = 'name' | (typeof ruleFields)[RuleType][number]
export type Written = Readonly<Partial<Record<RuleField, string>>>

/** What may stay empty and is left out then. */
const optional: readonly RuleField[] = ['timeZone', 'unit', 'otherwise', 'compareTo']
/** What an empty text says something in. */
const sayingEmpty: readonly RuleField[] = ['value', 'separator', 'from', 'thenValue', 'elseValue']

/** A unit is that of times since 1970: a format says how anything else is read. */
export const isUsed = (field: RuleField, { from = '' }: Written): boolean => field !== 'unit' || from === ''

const scalar = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/

/** `12`, `true` and `null` are what they look like, `"12"` is a text, and so is all the rest. */
export function scalarOf(text: string): string | number | boolean | null {
  const trimmed = text.trim()
  if (scalar.test(trimmed)) {
    const value = JSON.parse(trimmed.replace(/^(-?)0+(?=\d)/, '$1')) as number | boolean | null
    // A number that would change, such as a long id or a code with zeros before it, stays the text that it is.
    return typeof value === 'number' && String(value) !== trimmed ? text : value
  }
  return /^"[^"\\]*"$/.test(trimmed) ? trimmed.slice(1, -1) : text
}

/** What a line of a table finds and what it writes instead; null where nothing parts the two. */
function pairOf(line: string): readonly [string, ReturnType<typeof scalarOf>] | null {
  const at = line.indexOf('=')
  return at < 0 ? null : [line.slice(0, at).trim(), scalarOf(line.slice(at + 1).trim())]
}

/** One entry a line: what is met, `=`, what is written instead. */
export const tableOf = (text: string): Readonly<Record<string, ReturnType<typeof scalarOf>>> =>
  Object.fromEntries(
    linesOf(text)
      .map(pairOf)
      .filter((pair) => pair !== null),
  )

/** Lines of a table that are no pair, or that find what a line before them finds: none is left out in silence. */
export function unreadLines(type: RuleType, { table = '' }: Written): readonly string[] {
  if (type !== 'lookup') return []
  const lines = linesOf(table).map((line) => ({ line, found: pairOf(line)?.[0] }))
  const firstAt = new Map(lines.map(({ found }, at) => [found, at] as const).toReversed())
  return lines.filter(({ found }, at) => found === undefined || firstAt.get(found) !== at).map(({ line }) => line)
}

const wholeOf = (text: string): number | string => (/^-?\d{1,9}$/.test(text.trim()) ? Number(text) : text)

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function sentAs(type: RuleType, field: RuleField, text: string): unknown {
  if (field === 'index' || field === 'fractionDigits') return wholeOf(text)
  if (field === 'sourcePaths') return linesOf(text)
  if (field === 'table') return tableOf(text)
  if (['value', 'otherwise', 'compareTo', 'thenValue', 'elseValue'].includes(field)) return scalarOf(text)
  if (field === 'sourcePath' || field === 'timeZone' || field === 'text') return text.trim()
  return type === 'case' || field !== 'name' ? text : text.trim()
}

/** The rule as it is sent. What a number should be and is not goes as the text that it is: the server says so at the field. */
export function ruleOf(type: RuleType, written: Written): NewMappingRule {
  const fields = ruleFields[type].filter(
    (field: RuleField) => !(optional.includes(field) && (written[field] ?? '') === '') && isUsed(field, written),
  )
  const values = fields.map((field: RuleField) => [field, sentAs(type, field, written[field] ?? '')])
  return { type, name: (written.name ?? '').trim(), ...Object.fromEntries(values) } as NewMappingRule
}

/** What was written as another transform, as a formula; what cannot be one begins with the field that it reads. */
export function formulaFrom(type: RuleType, written: Written): string {
  const { text = '', sourcePath = '' } = written
  const isWritten = type !== 'formula' && missingFields(type, written).filter((it) => it !== 'name').length === 0
  if (!isWritten) return text === '' && sourcePath !== '' ? fieldInFormula(sourcePath) : text
  const made = formulaOf(ruleOf(type, written))
  return made === null || 'problem' in checkFormula(made) ? text : made
}

/** Fields that must be filled before the server is asked. */
export function missingFields(type: RuleType, written: Written): readonly RuleField[] {
  const all: readonly RuleField[] = ['name', ...ruleFields[type]]
  const mayBeEmpty = [...optional, ...sayingEmpty]
  return all.filter((field) => !mayBeEmpty.includes(field) && (written[field] ?? '').trim() === '')
}

/** What is wrong with a formula, and where; null of every other transform, and while nothing is written. */
export function formulaProblem(type: RuleType, { text = '' }: Written): FormulaProblem | null {
  if (type !== 'formula' || text.trim() === '') return null
  const checked = checkFormula(text)
  return 'problem' in checked ? checked.problem : null
}

/** Whether the rule says all that it must, and all that it says would be kept. */
export const isReadable = (type: RuleType, written: Written): boolean =>
  missingFields(type, written).length === 0 && unreadLines(type, written).length === 0 && formulaProblem(type, written) === null

/** A text that {@link scalarOf} reads as the value. */
function textOfScalar(value: string | number | boolean | null): string {
  return typeof value === 'string' && scalarOf(value) !== value ? JSON.stringify(value) : String(value)
}

function writtenAs(field: RuleField, value: unknown): string {
  if (field === 'sourcePaths') return (value as readonly string[]).join('\n')
  if (field === 'table') {
    const pairs = Object.entries(value as Readonly<Record<string, ReturnType<typeof scalarOf>>>)
    return pairs.map(([found, written]) => `${found} = ${textOfScalar(written)}`).join('\n')
  }
  const isScalar = ['value', 'otherwise', 'compareTo', 'thenValue', 'elseValue'].includes(field)
  return isScalar ? textOfScalar(value as string) : String(value)
}

/** A rule as a person goes on writing it. */
export function writtenOfRule(rule: NewMappingRule): Written {
  const fields: readonly RuleField[] = ['name', ...ruleFields[rule.type]]
  const values: Readonly<Record<string, unknown>> = { ...rule }
  return Object.fromEntries(fields.flatMap((field) => (field in values ? [[field, writtenAs(field, values[field])]] : [])))
}
