/** The other transforms as formulas, so that somebody can go on with one of them. */
import type { NewMappingRule } from '../mapping-rule.ts'
import { formulaMax } from './syntax.ts'

type Scalar = string | number | boolean | null

const word = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[\d{1,5}\]|\[\*\])*$/u
const reserved = /^(?:and|or|not|true|false|null)$/i

/** A field as a formula names it: plain where it can be, in braces where it has unusual names. */
export const fieldInFormula = (path: string): string => (word.test(path) && !reserved.test(path) ? path : `{${path}}`)

const literal = (value: Scalar): string => (typeof value === 'number' ? String(value) : JSON.stringify(value))

function textOf(rule: NewMappingRule): string | null {
  switch (rule.type) {
    case 'formula':
      return rule.text
    case 'constant':
      return literal(rule.value)
    case 'default':
      return `coalesce(${fieldInFormula(rule.sourcePath)}, ${literal(rule.value)})`
    case 'concatenate':
      return `textJoin(${literal(rule.separator)}, ${rule.sourcePaths.map(fieldInFormula).join(', ')})`
    case 'split':
      return `part(${fieldInFormula(rule.sourcePath)}, ${literal(rule.separator)}, ${rule.index + 1})`
    case 'case':
      return `${rule.to === 'title' ? 'proper' : rule.to}(${fieldInFormula(rule.sourcePath)})`
    case 'dateFormat':
      return dateText(rule)
    case 'numberFormat':
      return `fixed(${fieldInFormula(rule.sourcePath)}, ${rule.fractionDigits})`
    case 'lookup': {
      const { sourcePath, table, otherwise } = rule
      const field = fieldInFormula(sourcePath)
      const pairs = Object.entries(table).map(([from, to]) => `${literal(from)}, ${literal(to)}`)
      if (pairs.length > 49 || pairs.length === 0) return null
      return otherwise === undefined
        ? `if(${field} = null, ${field}, case(text(${field}), ${pairs.join(', ')}, fail("The table does not contain this value")))`
        : `case(text(${field}), ${pairs.join(', ')}, ${literal(otherwise)})`
    }
    case 'condition': {
      const { operator, compareTo = null, thenValue, elseValue } = rule
      const field = fieldInFormula(rule.sourcePath)
      // Nothing can be greater or less than nothing: such a transform fails for every value.
      if (compareTo === null && (operator === 'greater' || operator === 'less')) return null
      const signs = { equals: '=', notEquals: '!=', greater: '>', less: '<' } as const
      const condition =
        operator === 'isEmpty'
          ? `isEmpty(${field})`
          : operator === 'contains'
            ? `contains(${field}, ${literal(compareTo)})`
            : `${field} ${signs[operator]} ${literal(compareTo)}`
      return `if(${condition}, ${literal(thenValue)}, ${literal(elseValue)})`
    }
  }
}

function dateText({ sourcePath, from, to, timeZone, unit }: Extract<NewMappingRule, { type: 'dateFormat' }>): string {
  const read = from === '' ? (unit ?? '') : from
  const zone = timeZone ?? (read === '' ? null : 'UTC')
  const rest = [to, ...(zone === null ? [] : [zone]), ...(read === '' ? [] : [read])]
  return `formatDate(${[fieldInFormula(sourcePath), ...rest.map(literal)].join(', ')})`
}

/** The formula that does what a transform does; null where it would be too long. */
export function formulaOf(rule: NewMappingRule): string | null {
  const text = textOf(rule)
  return text === null || text.length > formulaMax ? null : text
}
