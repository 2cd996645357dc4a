/** A formula from a sentence: "set amount to quantity * price", "amount = net plus tax". */
import { checkFormula } from '#contract/connectors/config/formula/check.ts'
import { fieldInFormula } from '#contract/connectors/config/formula/from-rule.ts'
import type { Read } from './filter.ts'
import { type Fields, fieldAt, isOneOf, isOver, numberOf, type Token } from './tokens.ts'

const signs: Readonly<Record<string, string>> = {
  ...{ '*': '*', '×': '*', x: '*', times: '*', '/': '/', '+': '+', plus: '+', '-': '-', minus: '-', '(': '(', ')': ')' },
}
const operators = new Set(['*', '/', '+', '-'])
const termsMax = 60

/** Arithmetic over fields of the source; null where it is none. */
function arithmeticAt(tokens: readonly Token[], from: number, fields: Fields): Read<string> | null {
  const parts: string[] = []
  let at = from
  let [hasField, hasOperator] = [false, false]
  while (parts.length < termsMax) {
    const token = tokens[at]
    const sign = token?.kind === 'quoted' ? undefined : signs[token?.value ?? '']
    const isPhrase = isOneOf(token, 'multiplied', 'divided') && isOneOf(tokens[at + 1], 'by')
    const number = token ? numberOf(token) : null
    const field = sign === undefined && !isPhrase && number === null ? fieldAt(tokens, at, fields) : null
    if (sign !== undefined || isPhrase) {
      const written = sign ?? (token?.value === 'multiplied' ? '*' : '/')
      hasOperator ||= operators.has(written)
      parts.push(written)
      at += isPhrase ? 2 : 1
    } else if (number !== null && token) {
      parts.push(token.text)
      at += 1
    } else if (field) {
      hasField = true
      parts.push(fieldInFormula(field.field.path))
      at = field.next
    } else break
  }
  if (!hasField || !hasOperator) return null
  const isRounded = isOneOf(tokens[at], 'rounded') && isOneOf(tokens[at + 1], 'to')
  const digits = isRounded && tokens[at + 2] ? numberOf(tokens[at + 2] as Token) : null
  const text = parts.join(' ').replaceAll('( ', '(').replaceAll(' )', ')')
  if (digits === null) return { value: text, next: at }
  const isUnit = (place: number) => isOneOf(tokens[place], 'decimal', 'decimals', 'digits', 'places')
  return { value: `round(${text}, ${digits})`, next: isUnit(at + 4) ? at + 5 : isUnit(at + 3) ? at + 4 : at + 3 }
}

const making = new Set(['set', 'calculate', 'compute', 'fill', 'make'])
const linking = new Set(['to', 'as', '=', 'with', 'from', 'is'])

export type WishedFormula = { readonly target: string; readonly text: string }

/** "set amount to quantity * price", "amount = quantity * price"; undefined where no formula begins, null where one is not understood. */
export function formulaAt(
  tokens: readonly Token[],
  at: number,
  { source, destination }: { readonly source: Fields; readonly destination: Fields },
): Read<WishedFormula> | null | undefined {
  const isMade = isOneOf(tokens[at], ...making)
  const target = fieldAt(tokens, isMade ? at + 1 : at, destination)
  const isEqual = isOneOf(target ? tokens[target.next] : undefined, '=')
  if (!(target && (isMade ? linking.has(tokens[target.next]?.value ?? '') : isEqual))) return undefined
  const made = arithmeticAt(tokens, target.next + 1, source)
  if (made === null) return isMade || isEqual ? null : undefined
  const isChecked = !('problem' in checkFormula(made.value))
  const isWhole = isOver(tokens[made.next]) || isOneOf(tokens[made.next], 'and')
  return isChecked && isWhole ? { value: { target: target.field.path, text: made.value }, next: made.next } : null
}
