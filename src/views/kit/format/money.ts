/** Amounts of money as the language of the page writes them, from whole minor units. */
import { locale } from './language.ts'

const made = new Map<string, Intl.NumberFormat>()

/** "$1,284.00" */
export function money(minor: number, currency: string): string {
  const format =
    made.get(currency) ?? new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  made.set(currency, format)
  return format.format(minor / 100)
}
