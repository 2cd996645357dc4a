/** Phone numbers in the form of E.164. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** @param typed with its country code, however it is grouped. @returns e.g. `+491701234567`; null where it is no number that could be called. */
export function phoneNumberOf(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed.trim())
  return number?.isValid() && number.ext === undefined ? number.number : null
}
