/** Numbers as the person's language writes them. */
import { byLocale } from './language.ts'

const whole = byLocale((locale) => new Intl.NumberFormat(locale))
const tenths = byLocale((locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }))

/** 12,345 */
export const number = (value: number) => whole().format(value)

const upToTenths = byLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/** 1.5, 3 */
export const roundedToTenths = (value: number) => upToTenths().format(value)

const short = byLocale((locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))

/** 12.3K */
export const compact = (value: number) => short().format(value)

/** 1.5, 3.0 */
export const inTenths = (value: number) => tenths().format(value)
