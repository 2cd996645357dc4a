/** Amounts and rates as people write them, and as they are sent: in whole hundredths. */

/** No amount that is written is higher, so that a sum of them is exact. */
const writtenMax = 100_000_000

/** "99.5" → 9950; null for what is no price. */
export function minorOf(text: string): number | null {
  const [, whole, cents = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return minor <= writtenMax ? minor : null
}

export const majorOf = (minor: number) =>
  minor % 100 === 0 ? String(minor / 100) : `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`

const wholeRate = 10_000

/** "19" per cent → 1900, and 0 of nothing; null of what is no rate. */
export function rateOf(text: string): number | null {
  const minor = text.trim() === '' ? 0 : minorOf(text)
  return minor === null || minor > wholeRate ? null : minor
}
