/** Which tax is on an invoice. */
import { expect, it } from 'vitest'

import { noTax, type RuleFacts, taxOn } from '#contract/billing/tax-choice.ts'
import { newRule, ruleOf } from '#src/machines/billing/tax-rule-entry.ts'

const rule: RuleFacts = { country: 'FR', name: 'TVA', rate: 2_000, reverseCharge: true, from: '2026-01-01' }
const facts = {
  ...{ own: { name: '', rate: 0 }, country: 'FR', vatNumber: '', seller: 'DE', day: '2026-11-04' },
  rules: [rule],
}

it('is the rule of the country that began last, and the later one of two of a day', () => {
  expect(taxOn(facts)).toEqual({ name: 'TVA', rate: 2_000, reason: 'Tax rule for France from 2026-01-01. TVA of 20 % applies.' })
  expect(taxOn({ ...facts, day: '2025-12-31' })).toBe(noTax)
  expect(taxOn({ ...facts, country: 'DE' })).toBe(noTax)
  expect(taxOn({ ...facts, country: null })).toBe(noTax)
  const rules = [
    { ...rule, rate: 550, from: '2026-05-01' },
    { ...rule, rate: 1_000, from: '2026-12-01' },
    { ...rule, rate: 2_100, from: '2026-05-01' },
    rule,
  ]
  expect(taxOn({ ...facts, rules })).toMatchObject({ rate: 550 })
  expect(taxOn({ ...facts, rules: [{ ...rule, name: '', rate: 0, from: '2026-06-01' }, rule] }), 'a rule without a name').toBe(
    noTax,
  )
})

it('is reverse charge with a VAT number in another country than the operator, where the rule says so', () => {
  const reversed = { ...facts, vatNumber: 'FR12345678901' }
  expect(taxOn(reversed)).toEqual({
    ...{ name: 'Reverse charge', rate: 0 },
    reason:
      'Tax rule for France from 2026-01-01. Reverse charge applies. The company has the VAT number FR12345678901, and the operator is in Germany.',
  })
  for (const change of [{ seller: 'FR' }, { seller: null }, { vatNumber: '' }, { rules: [{ ...rule, reverseCharge: false }] }])
    expect(taxOn({ ...reversed, ...change })).toMatchObject({ name: 'TVA', rate: 2_000 })
})

it('is what the operator set for the company, whatever the rules say', () => {
  expect(taxOn({ ...facts, own: { name: 'VAT', rate: 0 } })).toEqual({
    ...{ name: 'VAT', rate: 0, reason: 'The operator set this tax for the company.' },
  })
})

it('is sent as it was written, once every field is right', () => {
  const entry = { ...newRule('2026-11-26'), country: 'FR', name: ' TVA ', rate: '5.5', reverseCharge: 'yes' }
  expect(ruleOf(entry)).toEqual({ ...rule, rate: 550, from: '2026-11-26' })
  expect(ruleOf({ ...entry, name: '', rate: '', reverseCharge: '' })).toMatchObject({ name: '', rate: 0 })
  for (const change of [{ country: '' }, { name: '' }, { rate: '101' }, { from: '' }])
    expect(ruleOf({ ...entry, ...change })).toBeNull()
})
