/** What a destination refused a record for, as far as its words tell it: what can be done about it follows from that. */

/** `duplicate`: another record has the value already. `blocked`: it does not want this recipient. `value`: another value could pass. */
export type RefusalKind = 'duplicate' | 'blocked' | 'value'

const duplicateWords = new Set(['duplicate', 'duplicated', 'duplicates', 'taken', 'unique', 'uniqueness'])
const blockedWords = new Set([
  ...['suppression', 'suppressed', 'unsubscribed', 'blocked', 'blacklisted', 'blacklist', 'blocklist', 'blocklisted', 'banned'],
  ...['archived', 'closed', 'locked'],
])
/** Characters that are looked at. */
const readMax = 500

/** @param said the sentence of the destination. */
export function refusalKindOf(said: string): RefusalKind {
  const words = new Set(
    said
      .slice(0, readMax)
      .toLowerCase()
      .split(/[^\p{L}]+/u),
  )
  const has = (some: ReadonlySet<string>) => [...some].some((word) => words.has(word))
  if (has(duplicateWords) || words.has('already')) return 'duplicate'
  return has(blockedWords) ? 'blocked' : 'value'
}
