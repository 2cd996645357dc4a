/** Numbers as the language of the page writes them. */
import { locale } from './language.ts'

const whole = new Intl.NumberFormat(locale)
const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** 12,345 */
export const number = (value: number) => whole.format(value)

/** 1.5, 3.0 */
export const inTenths = (value: number) => tenths.format(value)
