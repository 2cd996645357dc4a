/** The format of VAT numbers by country. Whether a number is registered is not checked. */
import { countryName } from './countries.ts'

/** As documented for VIES and by the tax offices; without spaces, dots and hyphens. */
const formats: Readonly<Record<string, { readonly form: RegExp; readonly example: string }>> = {
  AT: { form: /^ATU\d{8}$/, example: 'ATU12345678' },
  AU: { form: /^\d{11}$/, example: '51824753556' },
  BE: { form: /^BE[01]\d{9}$/, example: 'BE0123456789' },
  BG: { form: /^BG\d{9,10}$/, example: 'BG123456789' },
  CA: { form: /^\d{9}RT\d{4}$/, example: '123456789RT0001' },
  CH: { form: /^CHE\d{9}(?:MWST|TVA|IVA)$/, example: 'CHE123456788MWST' },
  CY: { form: /^CY\d{8}[A-Z]$/, example: 'CY12345678X' },
  CZ: { form: /^CZ\d{8,10}$/, example: 'CZ12345678' },
  DE: { form: /^DE\d{9}$/, example: 'DE123456789' },
  DK: { form: /^DK\d{8}$/, example: 'DK12345678' },
  EE: { form: /^EE\d{9}$/, example: 'EE123456789' },
  ES: { form: /^ES[A-Z\d]\d{7}[A-Z\d]$/, example: 'ESX1234567X' },
  FI: { form: /^FI\d{8}$/, example: 'FI12345678' },
  FR: { form: /^FR[A-HJ-NP-Z\d]{2}\d{9}$/, example: 'FR12345678901' },
  GB: { form: /^(?:GB|XI)(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, example: 'GB123456789' },
  GR: { form: /^EL\d{9}$/, example: 'EL123456789' },
  HR: { form: /^HR\d{11}$/, example: 'HR12345678901' },
  HU: { form: /^HU\d{8}$/, example: 'HU12345678' },
  IE: { form: /^IE\d[A-Z\d+*]\d{5}[A-Z]{1,2}$/, example: 'IE1234567WA' },
  IT: { form: /^IT\d{11}$/, example: 'IT12345678901' },
  LT: { form: /^LT(?:\d{9}|\d{12})$/, example: 'LT123456789' },
  LU: { form: /^LU\d{8}$/, example: 'LU12345678' },
  LV: { form: /^LV\d{11}$/, example: 'LV12345678901' },
  MT: { form: /^MT\d{8}$/, example: 'MT12345678' },
  NL: { form: /^NL\d{9}B\d{2}$/, example: 'NL123456789B01' },
  NO: { form: /^(?:NO)?\d{9}MVA$/, example: '123456785MVA' },
  PL: { form: /^PL\d{10}$/, example: 'PL1234567890' },
  PT: { form: /^PT\d{9}$/, example: 'PT123456789' },
  RO: { form: /^RO\d{2,10}$/, example: 'RO1234567890' },
  SE: { form: /^SE\d{12}$/, example: 'SE123456789001' },
  SI: { form: /^SI\d{8}$/, example: 'SI12345678' },
  SK: { form: /^SK\d{10}$/, example: 'SK1234567890' },
}
/** Of all other countries. */
const anyForm = /^[A-Z\d]{2,20}$/

/** As it is kept: capital letters, without what only groups it. */
export const vatNumberOf = (typed: string): string => typed.toUpperCase().replaceAll(/[\s.-]/g, '')

/** What is wrong with a VAT number, in a sentence; null: nothing, or there is none. */
export function vatNumberFault(country: string | null, typed: string): string | null {
  const number = vatNumberOf(typed)
  if (number === '') return null
  if (country === null || country === '') return "Choose the VAT number's country first"
  const format = Object.hasOwn(formats, country) ? formats[country] : undefined
  if (format === undefined) return anyForm.test(number) ? null : 'Enter a VAT number of 2 to 20 letters and digits'
  return format.form.test(number) ? null : `Enter a VAT number for ${countryName(country)}, such as ${format.example}`
}
