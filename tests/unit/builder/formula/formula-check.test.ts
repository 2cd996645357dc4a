import { describe, expect, it } from 'vitest'

import { checkFormula } from '#contract/connectors/config/formula/check.ts'
import { formulaFunctions } from '#contract/connectors/config/formula/functions.ts'
import { problemText } from '#contract/connectors/config/formula/syntax.ts'

const fault = (text: string) => {
  const checked = checkFormula(text)
  return 'problem' in checked ? problemText(checked.problem) : 'fine'
}
const fieldsOf = (text: string) => {
  const checked = checkFormula(text)
  return 'problem' in checked ? fault(text) : checked.fields.map(({ path, isList }) => (isList ? `list ${path}` : path))
}

it.each([
  ['concat("C-" customer.id)', 'A comma is missing at character 12'],
  ['price quantity', 'An operator is missing at character 6. Use +, -, *, / or & between two values'],
  ['(price', 'A bracket is not closed at character 1. Add a closing bracket'],
  ['round(price', 'A bracket is not closed at character 6. Add a closing bracket'],
  ['price)', 'A closing bracket has no opening bracket at character 6'],
  ['price +', 'A value is missing after "+" at character 8'],
  ['price + * 2', 'A value is missing before "*" at character 9'],
  ['uper(name)', 'There is no function "uper" at character 1. Did you mean upper?'],
  ['substring(name)', 'There is no function "substring" at character 1. Did you mean mid?'],
  ['constructor(name)', 'There is no function "constructor" at character 1'],
  ['toString()', 'There is no function "toString" at character 1. Did you mean text?'],
  ['left(name)', 'left has too few values at character 1. Write left(text, count)'],
  ['name + "x"', '"+" adds numbers, but this is text at character 8. Use & to join text'],
  ['round("x")', 'round needs a number, but this is text at character 7'],
  ['if(price, 1, 2) and 3', '"and" needs a condition, but this is a number at character 1. Add a comparison, such as > 0'],
  ['1 < price < 3', 'Two comparisons are in a row at character 11. Write "and" between them'],
  ['upper(split(name, ";"))', 'upper needs text, but this is a list at character 7. Use join to turn the list into text'],
  ['today("Nowhere")', 'today can\'t use this value at character 7. Enter a time zone such as "Europe/Brussels"'],
  [
    'startOf(date, unit)',
    'startOf can\'t use this value at character 15. Enter a unit: "years", "months", "weeks", "days", "hours", "minutes", "seconds"',
  ],
  ['"open', 'Text is not closed at character 1. Add a closing quotation mark'],
  ['{Full name', 'A field name is not closed at character 1. Add a closing brace'],
  ['lines[x]', 'A bracket is not valid at character 6. Use [0], [*] or ["name"]'],
  ['price ; 2', '";" is not allowed at character 7'],
  ['', 'The formula is empty at character 1. Enter a formula, such as price * quantity'],
  [`${'('.repeat(50)}1${')'.repeat(50)}`, 'The formula is nested too deeply at character 41. Use fewer brackets'],
  ['1'.repeat(2_001), 'The formula is too long at character 2001. Use at most 2,000 characters'],
])('says of %s what is wrong, and where', (text, told) => expect(fault(text)).toBe(told))

it.each([
  ['= price * quantity', ['price', 'quantity']],
  ['{Full name} & ["odd.name"].x & {customer.First name}', ['Full name', '["odd.name"].x', 'customer.First name']],
  ['UPPER(sku) AND NOT (stock = 0)', '"and" needs a condition, but this is text at character 1. Add a comparison, such as > 0'],
  ['a.b[0].c', ['a.b[0].c']],
  ['sum(lines[*].qty * lines[*].price) + shipping', ['list lines[*].qty', 'list lines[*].price', 'shipping']],
  ["'it''s'", 'An operator is missing at character 5. Use +, -, *, / or & between two values'],
])('reads of %s the fields', (text, fields) => expect(fieldsOf(text)).toEqual(fields))

describe('the list of functions', () => {
  it('names each once, with an example that can be read', () => {
    expect(new Set(formulaFunctions.map(({ name }) => name.toLowerCase())).size).toBe(formulaFunctions.length)
    expect(formulaFunctions.filter(({ example: [text] }) => fault(text) !== 'fine')).toEqual([])
  })
})
