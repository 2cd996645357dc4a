/** Names of time zones, by the same rule everywhere. */

/** Whether it is a zone of the IANA database. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Where neither a person nor their company chose one. */
export const usualTimeZone = 'UTC'
