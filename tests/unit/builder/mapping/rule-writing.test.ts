import { Check } from 'typebox/schema'
import { describe, expect, it } from 'vitest'

import { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import {
  missingFields,
  ruleFields,
  ruleOf,
  ruleTypes,
  scalarOf,
  tableOf,
  unreadLines,
  type Written,
} from '#src/machines/builder/mapping/writing.ts'

const written: Written = {
  name: ' Rule ',
  value: '1',
  text: 'upper(a)',
  sourcePath: ' a ',
  sourcePaths: 'a\n\n b ',
  separator: ' ',
  index: '0',
  to: 'upper',
  from: '',
  fractionDigits: '2',
  table: 'DE = Germany\n\nFR=France',
  operator: 'equals',
  thenValue: 'x',
  elseValue: '',
}

it('names every kind of rule of the contract', () => {
  expect(ruleTypes.toSorted()).toEqual(NewMappingRule.anyOf.map(({ properties }) => properties.type.const).toSorted())
})

describe.each(ruleTypes)('a rule of the kind %s', (type) => {
  it('is sent as the contract has it', () => expect(Check(NewMappingRule, ruleOf(type, written))).toBe(true))

  it('needs its name and its fields', () => {
    expect(missingFields(type, written)).toEqual([])
    expect(missingFields(type, {})).toContain('name')
    const unknown = Object.keys(ruleOf(type, written)).filter(
      (key) => ![...ruleFields[type], 'type', 'name'].includes(key as never),
    )
    expect(unknown).toEqual([])
  })
})

it.each([
  ['12', 12],
  ['-1.5', -1.5],
  ['true', true],
  ['null', null],
  ['"12"', '12'],
  ['', ''],
  ['007', '007'],
  ['12345678901234567890', '12345678901234567890'],
  [' x ', ' x '],
])('%j is taken as %j', (text, value) => expect(scalarOf(text)).toBe(value))

it('reads a table line by line', () => {
  expect(tableOf('a = 1\nno pair\nb = x = y')).toEqual({ a: 1, b: 'x = y' })
})

it.each([
  ['DE = Germany\nFR: France\nAT Austria\n\nBE = Belgium', ['FR: France', 'AT Austria']],
  ['DE = Germany\nDE = Deutschland', ['DE = Deutschland']],
  ['DE = Germany\n  \nempty =\n= nothing', []],
])('of the table %j it names the lines that it would not hold', (table, unread) => {
  expect(unreadLines('lookup', { table })).toEqual(unread)
  expect(unreadLines('constant', { table })).toEqual([])
})
