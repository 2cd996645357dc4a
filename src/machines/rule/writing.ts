/** A mapping rule while a person writes it: every field is a text until it is sent. Pure. */
import type { NewMappingRule } from '../../../contract/mapping-rule.ts'

export type RuleType = NewMappingRule['type']

export const ruleFields = {
  constant: ['value'],
  default: ['sourcePath', 'value'],
  concatenate: ['sourcePaths', 'separator'],
  split: ['sourcePath', 'separator', 'index'],
  case: ['sourcePath', 'to'],
  dateFormat: ['sourcePath', 'from', 'to', 'timeZone'],
  numberFormat: ['sourcePath', 'fractionDigits'],
  lookup: ['sourcePath', 'table', 'otherwise'],
  condition: ['sourcePath', 'operator', 'compareTo', 'thenValue', 'elseValue'],
} as const satisfies Readonly<Record<RuleType, readonly string[]>>

export const ruleTypes = Object.keys(ruleFields) as RuleType[]
export type RuleField = 'name' | (typeof ruleFields)[RuleType][number]
export type Written = Readonly<Partial<Record<RuleField, string>>>

/** What may stay empty and is left out then. */
const optional: readonly RuleField[] = ['timeZone', 'otherwise', 'compareTo']
/** What an empty text says something in. */
const sayingEmpty: readonly RuleField[] = ['value', 'separator', 'from', 'thenValue', 'elseValue']

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

/** One entry a line: what is met, `=`, what is written instead. */
export const tableOf = (text: string): Readonly<Record<string, ReturnType<typeof scalarOf>>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.includes('='))
      .map((line) => {
        const at = line.indexOf('=')
        return [line.slice(0, at).trim(), scalarOf(line.slice(at + 1).trim())]
      }),
  )

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
  if (field === 'sourcePath' || field === 'timeZone') return text.trim()
  return type === 'case' || field !== 'name' ? text : text.trim()
}

/** The rule as it is sent. What a number should be and is not goes as the text that it is: the server says so at the field. */
export function ruleOf(type: RuleType, written: Written): NewMappingRule {
  const fields = ruleFields[type].filter((field: RuleField) => !(optional.includes(field) && (written[field] ?? '') === ''))
  const values = fields.map((field: RuleField) => [field, sentAs(type, field, written[field] ?? '')])
  return { type, name: (written.name ?? '').trim(), ...Object.fromEntries(values) } as NewMappingRule
}

/** Fields that must be filled before the server is asked. */
export function missingFields(type: RuleType, written: Written): readonly RuleField[] {
  const all: readonly RuleField[] = ['name', ...ruleFields[type]]
  const mayBeEmpty = [...optional, ...sayingEmpty]
  return all.filter((field) => !mayBeEmpty.includes(field) && (written[field] ?? '').trim() === '')
}
