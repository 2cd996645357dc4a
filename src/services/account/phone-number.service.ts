/** Judges phone numbers as the server does, by the same library: loaded when a profile is changed. */

let judge: ((typed: string) => boolean) | null = null

/** Never fails: without it the server alone judges. */
export async function loadPhoneNumbers(): Promise<void> {
  try {
    const { parsePhoneNumberFromString } = await import('libphonenumber-js/min')
    judge = (typed) => {
      const number = parsePhoneNumberFromString(typed)
      return number?.isValid() === true && number.ext === undefined
    }
  } catch {
    judge = null
  }
}

/** True for none, and while nobody can tell. */
export const isPhoneNumber = (typed: string): boolean => typed.trim() === '' || (judge?.(typed.trim()) ?? true)
