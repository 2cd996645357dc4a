/** What a mapping rule makes, as a person would write it. */
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { ruleMeaningMessages as messages } from './rule-meaning.messages.ts'

const quoted = (value: unknown) => JSON.stringify(value)

/** Such as `firstName + " " + lastName`: the fields that it reads, and what is done to them. */
export function ruleMeaning(rule: NewMappingRule): string {
  switch (rule.type) {
    case 'formula':
      return rule.text
    case 'constant':
      return quoted(rule.value)
    case 'default':
      return messages.default(rule.sourcePath, quoted(rule.value))
    case 'concatenate':
      return rule.sourcePaths.join(rule.separator === '' ? ' + ' : ` + ${quoted(rule.separator)} + `)
    case 'split':
      return messages.split(rule.index + 1, rule.sourcePath, quoted(rule.separator))
    case 'case':
      return messages.case[rule.to](rule.sourcePath)
    case 'dateFormat':
      return messages.date(rule.sourcePath, rule.to)
    case 'numberFormat':
      return messages.number(rule.sourcePath, rule.fractionDigits)
    case 'lookup':
      return messages.table(rule.sourcePath, Object.keys(rule.table).length)
    case 'condition': {
      const { sourcePath, operator, compareTo, thenValue, elseValue } = rule
      const compared = operator === 'isEmpty' ? '' : ` ${quoted(compareTo ?? null)}`
      return messages.condition(`${sourcePath} ${messages.operators[operator]}${compared}`, quoted(thenValue), quoted(elseValue))
    }
  }
}
