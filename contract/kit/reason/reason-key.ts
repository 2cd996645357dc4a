/** Which of two sentences of another system say the same. */

import type { RemoteReason } from './markup-reason.ts'
import { longest, reasonOf } from './remote-reason.ts'

/** Characters of a sentence that is compared. */
const comparedMax = 1_000

const folded = '…'
const opening = '"\'“‘«`'
const closing = '"\'”’»`'
const hasDigit = /[0-9]/
const isWordEnd = (char: string | undefined) => char === undefined || !/[\p{L}\p{N}_]/u.test(char)

/** A sentence without what it quotes. An apostrophe inside a word opens nothing. */
function withoutQuoted(text: string): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const kind = opening.indexOf(text[at] ?? '')
    const end = kind >= 0 && isWordEnd(text[at - 1]) ? text.indexOf(closing[kind] ?? '', at + 1) : -1
    if (end < 0) {
      out += text[at]
      at += 1
      // A quote that nothing closes: what follows would be searched through again for each one.
      if (kind >= 0) return out + text.slice(at)
    } else {
      out += folded
      at = end + 1
    }
  }
  return out
}

const edges = new Set('.,;:!?()[]{}<>=')

/** A word between its punctuation, or `…` for an address, a number, an id or what holds one. */
function partsOf(word: string): readonly [before: string, inner: string, after: string] {
  let from = 0
  let to = word.length
  while (from < to && edges.has(word[from] ?? '')) from += 1
  while (to > from && edges.has(word[to - 1] ?? '')) to -= 1
  const inner = word.slice(from, to)
  const isValue =
    inner.length > 32 || inner.includes('://') || inner.includes('@') || inner.includes(folded) || hasDigit.test(inner)
  return [word.slice(0, from), isValue ? folded : inner, word.slice(to)]
}

/** The words of a sentence, values folded. Two values beside each other are one: "Anna 12" and "12" where names are quoted. */
function foldedParts(said: string) {
  const words = withoutQuoted(said.slice(0, comparedMax)).trim().split(/\s+/).map(partsOf)
  return words.filter(([, inner], at) => !(inner === folded && words[at - 1]?.[1] === folded))
}

/**
 * The same for sentences that differ only in what differs from record to record: what is quoted, numbers, addresses, ids. Linear, and of bounded
 * length.
 */
export function normalisedSentence(said: string): string {
  const words = foldedParts(said).map(([, inner]) => inner.toLowerCase())
  return words
    .filter((word) => word !== '')
    .join(' ')
    .slice(0, longest)
}

/** The sentence as it was written, with `…` for what differs from record to record. */
export const withoutValues = (said: string): string =>
  foldedParts(said)
    .map((parts) => parts.join(''))
    .join(' ')

/** Names of a field without places in lists. */
const normalisedField = (field: string) =>
  field
    .split(/[.[\]]/)
    .filter((name) => name !== '')
    .map((name) => (/^[0-9]+$/.test(name) ? folded : name))
    .join('.')

/** What a response is grouped by; null where it says nothing. */
export function reasonKey(body: string): string | null {
  const found = reasonOf(body) ?? plainText(body)
  if (found === null) return null
  const sentence = normalisedSentence(found.said)
  return found.field === null ? sentence : `${normalisedField(found.field)}: ${sentence}`
}

/** A response that is a sentence, not a page. */
function plainText(body: string): RemoteReason | null {
  const text = body.trim()
  return text === '' || text.startsWith('<') || text.startsWith('{') || text.startsWith('[') ? null : { said: text, field: null }
}
