/** Fields that a transform reads, held against those of the source; and a saved transform that is written on. */
import { expect, it } from 'vitest'

import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { closestTo, pathsIn, unknownPaths } from '#src/machines/builder/mapping/rule-paths.ts'
import { ruleOf, writtenOfRule } from '#src/machines/builder/mapping/writing.ts'

const known = ['firstName', 'lastName', 'email', 'lines[*].sku', 'customer.id']

it.each([
  ['lastname', 'lastName'],
  ['last_name', 'lastName'],
  ['emial', 'email'],
  ['lines[*].skus', 'lines[*].sku'],
  ['price', null],
  ['', null],
])('takes %j for %j', (path, meant) => {
  expect(closestTo(path, known)).toBe(meant)
})

it('knows any element of a list, and nothing is unknown while nothing is known', () => {
  expect(unknownPaths(['lines[0].sku', 'email', 'mail'], known)).toEqual([{ path: 'mail', meant: 'email' }])
  expect(unknownPaths(['mail'], [])).toEqual([])
})

it('reads what its type reads, and nothing that was written for another one', () => {
  const written = { sourcePath: ' email ', sourcePaths: 'firstName\n\nlastName' }
  expect(pathsIn('concatenate', written)).toEqual(['firstName', 'lastName'])
  expect(pathsIn('case', written)).toEqual(['email'])
  expect(pathsIn('constant', written)).toEqual([])
})

it.each<NewMappingRule>([
  { type: 'constant', name: 'a', value: '12' },
  { type: 'constant', name: 'a', value: 12 },
  { type: 'default', name: 'a', sourcePath: 'x', value: null },
  { type: 'concatenate', name: 'a', sourcePaths: ['x', 'y'], separator: ', ' },
  { type: 'split', name: 'a', sourcePath: 'x', separator: ' ', index: 2 },
  { type: 'case', name: 'a', sourcePath: 'x', to: 'title' },
  { type: 'dateFormat', name: 'a', sourcePath: 'x', from: '', to: 'yyyy', timeZone: 'UTC' },
  { type: 'numberFormat', name: 'a', sourcePath: 'x', fractionDigits: 2 },
  { type: 'lookup', name: 'a', sourcePath: 'x', table: { DE: 'Germany', '1': 'true' }, otherwise: false },
  { type: 'condition', name: 'a', sourcePath: 'x', operator: 'equals', compareTo: '7', thenValue: 'y', elseValue: '' },
])('opens %j and saves it as it is', (rule) => {
  expect(ruleOf(rule.type, writtenOfRule(rule))).toEqual(rule)
})
