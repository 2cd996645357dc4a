/** Formats of VAT numbers, by country. */
import { expect, it } from 'vitest'

import { countryCodes, countryName } from '#contract/billing/countries.ts'
import { vatNumberFault, vatNumberOf } from '#contract/billing/vat-number.ts'

it('knows every country by its code and name', () => {
  expect([countryCodes.length, new Set(countryCodes).size]).toEqual([249, 249])
  expect(countryCodes.every((code) => /^[A-Z]{2}$/.test(code) && countryName(code).length > 1)).toBe(true)
  expect(['US', 'CA', 'GB', 'AU', 'DE', 'FR', 'constructor'].map(countryName)).toEqual([
    ...['USA', 'Canada', 'UK', 'Australia', 'Germany', 'France', 'constructor'],
  ])
})

it('takes a number in the format of its country, however it is grouped', () => {
  expect(vatNumberOf(' che-123.456.788 mwst ')).toBe('CHE123456788MWST')
  for (const [country, typed] of [
    ...[['CH', 'CHE-123.456.788 MWST'] as const, ['DE', 'de 123 456 789'] as const, ['GR', 'EL123456789'] as const],
    ...[['NL', 'NL123456789B01'] as const, ['GB', 'XI123456789'] as const, ['IE', 'IE1234567WA'] as const],
    ...[['US', '12-3456789'] as const, ['JP', 'T1234567890123'] as const, ['DE', ' '] as const, [null, ''] as const],
  ])
    expect(vatNumberFault(country, typed), typed).toBeNull()
})

it('says what a wrong number should look like', () => {
  expect(vatNumberFault('DE', 'DE12345678')).toBe('Enter a VAT number for Germany, such as DE123456789')
  expect(vatNumberFault('GR', 'GR123456789')).toBe('Enter a VAT number for Greece, such as EL123456789')
  expect(vatNumberFault('FR', 'FRO1234567890')).toBe('Enter a VAT number for France, such as FR12345678901')
  expect(vatNumberFault('US', '12/34')).toBe('Enter a VAT number of 2 to 20 letters and digits')
  expect(vatNumberFault(null, 'DE123456789')).toBe("Choose the VAT number's country first")
})
