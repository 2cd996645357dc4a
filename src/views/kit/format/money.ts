/** Amounts of money as the person's language writes them, from whole minor units. */
import { locale } from './language.ts'

const made = new Map<string, Intl.NumberFormat>()

const whole = {} as const
/** As short as an axis needs it. */
const short = { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 } as const

function written(minor: number, currency: string, how: Intl.NumberFormatOptions): string {
  const key = `${locale()} ${currency} ${how.notation}`
  const format =
    made.get(key) ?? new Intl.NumberFormat(locale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...how })
  made.set(key, format)
  return format.format(minor / 100)
}

/** "$1,284.00" */
export const money = (minor: number, currency: string) => written(minor, currency, whole)

/** "$1.3k" */
export const shortMoney = (minor: number, currency: string) => written(minor, currency, short)
