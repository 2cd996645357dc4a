/** Amounts of money as the person's language writes them, from whole minor units. */
import { locale } from './language.ts'

const made = new Map<string, Intl.NumberFormat>()

/** "$1,284.00" */
export function money(minor: number, currency: string): string {
  const key = `${locale()} ${currency}`
  const format =
    made.get(key) ?? new Intl.NumberFormat(locale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  made.set(key, format)
  return format.format(minor / 100)
}
