/**
 * Filters as identity providers send them: comparisons by `eq`, joined by `and` (RFC 7644, section 3.4.2.2). Others are refused by name, not
 * answered with a wrong list. Each character is looked at once.
 */
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { ScimError } from './scim-error.ts'

export type Condition = { readonly attribute: string; readonly value: string | boolean }

const invalid = (detail: string) => new ScimError(400, detail, 'invalidFilter')

/** Words, brackets, and strings with their quotes. */
function tokensOf(text: string): string[] {
  const tokens: string[] = []
  let word = ''
  const end = () => {
    if (word !== '') tokens.push(word)
    word = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '"') {
      end()
      const from = at
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
      if (at >= text.length) throw invalid('A string in the filter has no closing quotation mark.')
      tokens.push(text.slice(from, at + 1))
    } else if (character === '(' || character === ')') {
      end()
      tokens.push(character)
    } else if (character === ' ') end()
    else word += character
  }
  end()
  return tokens
}

function comparedTo(token: string): string | boolean {
  if (token.startsWith('"')) {
    try {
      return String(JSON.parse(token))
    } catch {
      throw invalid('A string in the filter is not valid JSON.')
    }
  }
  const lower = token.toLowerCase()
  if (lower === 'true' || lower === 'false') return lower === 'true'
  throw invalid('Compare with a quoted string, true or false.')
}

/** `urn:…:User:userName` is `username`, and an email of work is an email. */
const nameOf = (token: string) =>
  token
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/, '')
    .replace(/^members\.value$/, 'members')

/** @param known attributes in lower case. @throws ScimError `invalidFilter` */
export function conditionsOf(text: string, known: readonly string[]): Condition[] {
  if (text.length > scimLimits.filterMax) throw invalid(`A filter can have at most ${scimLimits.filterMax} characters.`)
  const tokens = tokensOf(text.replace(/emails\[type eq "work"\]\.value/i, 'emails.value'))
  const conditions: Condition[] = []
  for (let at = 0; at < tokens.length; at += 4) {
    const [attribute = '', operator = '', value, and] = tokens.slice(at, at + 4)
    const name = nameOf(attribute)
    if (!known.includes(name)) throw invalid(`You can filter only by ${known.join(', ')}.`)
    if (operator.toLowerCase() !== 'eq') throw invalid('Datacrane supports only the operator "eq".')
    if (value === undefined) throw invalid('The filter has no value after its operator.')
    if (and !== undefined && (and.toLowerCase() !== 'and' || at + 4 >= tokens.length))
      throw invalid('Join comparisons only with "and".')
    conditions.push({ attribute: name, value: comparedTo(value) })
  }
  if (conditions.length === 0) throw invalid('The filter is empty.')
  return conditions
}
