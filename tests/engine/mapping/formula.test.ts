import { describe, expect, it } from 'vitest'

import { formulaFunctions } from '#contract/connectors/config/formula/functions.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { checkRule } from '#server/engine/plan/plan.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { edge } from '../kit/mapped.ts'

const run = { now: new Date('2026-11-28T23:30:00.000Z'), hash: (text: string) => `${text.length}`.padStart(16, '0') }

function made(text: string, record: string, target = 'w'): string {
  const compiled = compileMapping([edge({ type: 'formula', text }, target)])
  if ('errors' in compiled) return compiled.errors.map(({ path, message }) => `${path} ${message}`).join()
  try {
    return JSON.stringify(compiled.map(parseExactly(record), run))
  } catch (thrown) {
    return (thrown as Error).message
  }
}

it.each(formulaFunctions.map(({ example }) => example))('%s makes %s, as its help says', (text, makes) => {
  expect(made(text, '{}')).toBe(`{"w":${makes}}`)
})

it.each([
  ['a + b', '{"a":0.1,"b":0.2}', '{"w":0.3}'],
  ['a * 3', '{"a":"1.1"}', '{"w":3.3}'],
  ['a + 1', '{"a":12345678901234567890}', '{"w":12345678901234567891}'],
  ['a / b', '{"a":1,"b":3}', '{"w":0.33333333333333333333}'],
  ['a / b', '{"a":1,"b":8}', '{"w":0.125}'],
  ['a * b', '{"a":1.5}', '{"w":null}'],
  ['a & "-" & b', '{"a":1}', '{"w":"1-"}'],
  ['a', '{}', '{}'],
  ['not a', '{}', '{"w":true}'],
  ['"9" < 10', '{}', '{"w":true}'],
  ['a = null', '{}', '{"w":true}'],
  ['a < 3', '{}', '{"w":false}'],
  [
    'if(a > 100, "large", a > 10, "x")',
    '{"a":1}',
    '/dataMapping/0/rule/text if has too many values at character 1. Write if(condition, then, [else])',
  ],
  ['today("Europe/Brussels")', '{}', '{"w":"2026-11-29"}'],
  ['now()', '{}', '{"w":"2026-11-28T23:30:00.000Z"}'],
  ['hash(a)', '{"a":"abc"}', '{"w":"0000000000000003"}'],
  ['left(a, 2)', '{"a":"😀é😀"}', '{"w":"😀é"}'],
  ['addDays(a, 1, "Europe/Brussels")', '{"a":"2026-10-24T12:00:00Z"}', '{"w":"2026-10-25T13:00:00.000Z"}'],
])('%s of %s makes %s', (text, record, makes) => expect(made(text, record)).toBe(makes))

it.each([
  ['a * 2', '{"a":"x"}', '"w" couldn\'t be calculated. Expected a number, but found "x" (character 1 of the formula "R")'],
  ['1 / (a - 1)', '{"a":1}', '"w" couldn\'t be calculated. Can\'t divide by 0 (character 5 of the formula "R")'],
  ['upper(a)', '{"a":[1]}', '"w" couldn\'t be calculated. Expected text, but found [1] (character 7 of the formula "R")'],
  ['a > "x"', '{"a":5}', '"w" couldn\'t be calculated. Can\'t compare 5 with "x" (character 5 of the formula "R")'],
  [
    'year(a)',
    '{"a":"tomorrow"}',
    '"w" couldn\'t be calculated. Expected a date, but found "tomorrow" (character 6 of the formula "R")',
  ],
  [
    'if(a < 0, fail("Negative price"), a)',
    '{"a":-1}',
    '"w" couldn\'t be calculated. Negative price (character 11 of the formula "R")',
  ],
  ['padLeft("", 2000000)', '{}', '"w" couldn\'t be calculated. The result is longer than 1 MB (character 1 of the formula "R")'],
  ['a + 1', '{"a":1e2000}', '"w" couldn\'t be calculated. A number has more than 1,000 digits (character 1 of the formula "R")'],
])('%s of %s fails this record: %s', (text, record, told) => expect(made(text, record)).toBe(told))

describe('lists', () => {
  const order = '{"rate":2,"lines":[{"sku":"a","qty":2,"price":1.1},{"sku":"b","qty":1,"price":0.3}]}'
  it.each([
    ['sum(lines[*].qty * lines[*].price)', 'total', '{"total":2.5}'],
    ['count(lines[*].sku)', 'count', '{"count":2}'],
    ['join(lines[*].sku, ", ")', 'skus', '{"skus":"a, b"}'],
    ['upper(lines[*].sku)', 'skus', '{"skus":["A","B"]}'],
    ['lines[*].qty * lines[*].price * rate', 'items[*].total', '{"items":[{"total":4.4},{"total":0.6}]}'],
    [
      'lines[*].qty / sum(lines[*].qty)',
      'items[*].share',
      '{"items":[{"share":0.66666666666666666667},{"share":0.33333333333333333333}]}',
    ],
    ['max(lines[*].price, 7)', 'max', '{"max":7}'],
    [
      'lines[*].qty',
      'items[*].parts[*].qty',
      '/dataMapping/0/targetPath No list fills "items[*].parts[*]". Map a field of a list to it, or remove [*] from the target path',
    ],
  ])('%s fills %s', (text, target, makes) => expect(made(text, order, target)).toBe(makes))

  it('takes the inner list of each outer item', () => {
    const orders = '{"orders":[{"lines":[{"p":1},{"p":2}]},{"lines":[{"p":5}]},{}]}'
    expect(made('sum(orders[*].lines[*].p)', orders, 'o[*].total')).toBe('{"o":[{"total":3},{"total":5},{"total":0}]}')
    expect(made('sum(orders[*].lines[*].p)', orders, 'total')).toBe('{"total":8}')
  })
})

it.each([
  ['__proto__', '"__proto__" can\'t be part of a path at character 1'],
  ['a.constructor.x', '"constructor" can\'t be part of a path at character 1'],
  ['a +', 'A value is missing after "+" at character 4'],
])('a rule with the formula %s is refused', (text, message) => {
  expect(checkRule({ type: 'formula', name: 'R', text })).toEqual([{ path: '/text', message }])
})

it('reads what a record has itself, and nothing of what it inherits', () => {
  expect(made('toString & a.length & {hasOwnProperty}', '{"a":"x"}')).toBe('{"w":""}')
})
