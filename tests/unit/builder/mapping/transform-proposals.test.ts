import { describe, expect, test } from 'vitest'

import { proposeJoin, proposeTransform } from '#contract/builder/suggestions/transform-proposals.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'

type Type = ShapeField['types'][number]

/** What is proposed for a field of the type, by the values of the source and the examples of the destination. */
function proposed(type: Type, values: readonly unknown[], expected: readonly unknown[] = []) {
  const rule = proposeTransform({
    sourcePath: 'from',
    target: { path: 'to', types: [type], isRequired: false },
    sourceExamples: values.map((from) => ({ from })),
    targetExamples: expected.map((to) => ({ to })),
  })
  if (rule === null) return null
  const { name: _, ...rest } = rule
  return rest
}
const sourcePath = 'from'

describe('dates', () => {
  const into = (from: string) => ({ type: 'dateFormat', sourcePath, from, to: 'yyyy-MM-dd' })
  test.each([
    [['05.01.2026', '7.11.2026'], into('d.M.yyyy')],
    [['2026/1/5'], into('yyyy/M/d')],
    [['20260105'], into('yyyyMMdd')],
    [['05/01/2026', '25/01/2026'], into('d/M/yyyy')],
    [['01/05/2026', '01/25/2026'], into('M/d/yyyy')],
    // Either day could be meant, or neither can be.
    [['05/01/2026', '07/11/2026'], null],
    [['25/01/2026', '01/25/2026'], null],
    // These fit as they are, or in part.
    [['2026-01-05'], null],
    [['05.01.2026', 'tomorrow'], null],
    [[1_767_571_200_000], null],
    [[null, ''], null],
  ])('%j', (values, expected) => expect(proposed('date', values)).toEqual(expected))
})

describe('numbers', () => {
  test.each([
    ['number', ['12.50 EUR', '3 EUR'], { type: 'split', sourcePath, separator: ' ', index: 0 }],
    ['number', ['$12.50', '$3'], { type: 'split', sourcePath, separator: '$', index: 1 }],
    ['integer', [1.5, 2], { type: 'numberFormat', sourcePath, fractionDigits: 0 }],
    ['number', ['12.50', '3'], null],
    ['number', ['12.50 EUR', 'EUR 3'], null],
    ['number', ['12,50 EUR'], null],
    // Thousands, or three digits of a fraction.
    ['number', ['1.250 EUR', '3 EUR'], null],
    ['number', ['1.250 kg', '0.5 kg'], { type: 'split', sourcePath, separator: ' ', index: 0 }],
    ['number', [1.5], null],
    ['integer', ['3', 4.0], null],
    ['integer', [1.5, 'many'], null],
  ] as const)('%s of %j', (type, values, expected) => expect(proposed(type, values)).toEqual(expected))
})

describe('words in capitals', () => {
  test.each([
    [['open', 'closed'], ['OPEN', 'CLOSED'], { type: 'case', sourcePath, to: 'upper' }],
    [['Open'], ['open', 'closed'], { type: 'case', sourcePath, to: 'lower' }],
    [['OPEN'], ['OPEN'], null],
    // The destination was never seen to take it.
    [['open', 'paid'], ['OPEN'], null],
    [['open'], [], null],
  ])('%j where %j are known', (values, known, expected) => expect(proposed('string', values, known)).toEqual(expected))
})

test('fields of lists are left alone', () => {
  const sides = { sourceExamples: [{ a: [{ b: '05.01.2026' }] }], targetExamples: [] }
  const target = { path: 'c', types: ['date' as const], isRequired: false }
  expect(proposeTransform({ ...sides, sourcePath: 'a[*].b', target })).toBeNull()
})

describe('a full name of its two parts', () => {
  const field = (path: string, type: Type = 'string'): ShapeField => ({ path, types: [type], isRequired: false })
  const joined = (target: ShapeField, ...source: string[]) => {
    const rule = proposeJoin(
      target,
      source.map((path) => field(path)),
    )
    return rule?.type === 'concatenate' ? rule.sourcePaths : rule
  }
  const names = ['first_name', 'last_name']
  test.each([
    ['name', names],
    ['fullName', names],
    ['properties.display_name', names],
    ['customer.name', ['customer.firstName', 'customer.lastName']],
    ['contactName', ['surname', 'givenName'].toReversed()],
  ])('%s', (target, source) => expect(joined(field(target), 'id', ...source)).toEqual(source))

  test.each([
    ['of a company', field('company.name'), names],
    ['of one part', field('name'), ['first_name']],
    ['that the source has', field('name'), [...names, 'full_name']],
    ['of two people', field('name'), [...names, 'owner.first_name', 'owner.last_name']],
    ['in a list', field('people[*].name'), names],
    ['that is a number', field('name', 'integer'), names],
    ['that is another text', field('email'), names],
    ['of the payer', field('name'), ['billing.first_name', 'billing.last_name']],
  ])('none %s', (_, target, source) => expect(joined(target, ...source)).toBeNull())
})
