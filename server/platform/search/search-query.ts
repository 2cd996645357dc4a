/**
 * What somebody searches for, and whether texts hold it. Words are found whole, and by how they begin where a star stands behind; neither case nor
 * accents matter (`search-terms.ts`).
 */
import { folded, scanTerms } from './search-terms.ts'

/** Words that stand side by side, whatever signs are between them; `beginning`: how the word after them begins, null where none is asked for. */
export type Phrase = {
  readonly text: string
  readonly words: readonly string[]
  readonly hashes: readonly number[]
  readonly beginning: string | null
}

export type Search = {
  readonly phrases: readonly Phrase[]
  /** Of all whole words. */
  readonly hashes: readonly number[]
  /** The last word was typed so that it may go on: neither quoted nor with a star. */
  readonly isOpen: boolean
}

const quotedOrNot = /(?:"[^"]*"|\S)+/g

function searchFor(phrases: readonly Phrase[], isOpen: boolean): Search {
  return { phrases, hashes: [...new Set(phrases.flatMap(({ hashes }) => hashes))], isOpen }
}

/** The same with its last word as a beginning. */
function asPrefix({ text, words, hashes }: Phrase): Phrase {
  return { text, words: words.slice(0, -1), hashes: hashes.slice(0, -1), beginning: words.at(-1) ?? null }
}

/** What was typed without a blank between, or in quotes; `isOpen`: its last word ends where it ends. Null when it holds no word. */
function phraseOf(typed: string): (Phrase & { readonly isOpen: boolean }) | null {
  const text = typed.replaceAll('"', '')
  const isStarred = text.endsWith('*')
  const bytes = Buffer.from(isStarred ? text.slice(0, -1) : text)
  const [words, hashes] = [[] as string[], [] as number[]]
  let end = -1
  scanTerms(bytes, false, (hash, from, until) => {
    words.push(folded(bytes.toString('utf8', from, until)))
    hashes.push(hash)
    end = until
  })
  if (words.length === 0) return null
  const phrase = { text, words, hashes, beginning: null }
  const endsInWord = end === bytes.length
  return { ...(isStarred && endsInWord ? asPrefix(phrase) : phrase), isOpen: endsInWord && !isStarred && !typed.endsWith('"') }
}

/** A text that was typed: what stands in quotes, or without a blank between, is a phrase, and every phrase has to be found; `phrasesIn` tells at most 31 apart. */
export function searchOf(text: string): Search {
  const typed = [...text.matchAll(quotedOrNot)].map(([part]) => phraseOf(part)).filter((it) => it !== null)
  return searchFor(
    typed.map(({ isOpen: _, ...phrase }) => phrase),
    typed.at(-1)?.isOpen ?? false,
  )
}

/** The same search with its last word taken for a beginning; null where it was typed as a whole one. */
export function prefixSearch({ phrases, isOpen }: Search): Search | null {
  const last = phrases.at(-1)
  return isOpen && last !== undefined ? searchFor([...phrases.slice(0, -1), asPrefix(last)], false) : null
}

/** Words of a search, beginnings too. */
export const wordCount = ({ phrases }: Search): number =>
  phrases.reduce((count, { words, beginning }) => count + words.length + (beginning === null ? 0 : 1), 0)

type Scanned = { hashes: number[]; froms: number[]; untils: number[] }

function phraseAt(
  { words, hashes, beginning }: Phrase,
  at: number,
  { hashes: seen, froms, untils }: Scanned,
  bytes: Buffer,
): boolean {
  if (!hashes.every((hash, place) => seen[at + place] === hash && froms[at + place] !== -1)) return false
  const isWord = (word: string, place: number) => folded(bytes.toString('utf8', froms[at + place], untils[at + place])) === word
  if (!words.every(isWord)) return false
  const after = at + words.length
  return beginning === null || ((froms[after] ?? -1) !== -1 && begins(bytes, froms[after] ?? 0, untils[after] ?? 0, beginning))
}

/** Whether a word begins so. Most do not begin with its first letter, which costs a look at a byte. */
function begins(bytes: Buffer, from: number, until: number, beginning: string): boolean {
  const [first = 0, wanted] = [bytes[from], beginning.charCodeAt(0)]
  if (first < 0x80 && wanted < 0x80 && first !== wanted && (first | 0x20) !== wanted) return false
  return folded(bytes.toString('utf8', from, until)).startsWith(beginning)
}

/** Which phrases stand in a text: a bit for each, in their order. `isJson`: escape sequences stand between words. */
export function phrasesIn({ phrases, hashes: wanted }: Search, bytes: Buffer, isJson: boolean): number {
  const beginnings = phrases.flatMap(({ beginning }) => (beginning === null ? [] : [beginning]))
  const scanned: Scanned = { hashes: [], froms: [], untils: [] }
  const { hashes, froms, untils } = scanned
  let isParted = false
  scanTerms(bytes, isJson, (hash, from, until) => {
    if (!wanted.includes(hash) && !beginnings.some((it) => begins(bytes, from, until, it))) {
      isParted = true
      return
    }
    // Words that nobody searches for only part their neighbours.
    if (isParted) {
      hashes.push(0)
      froms.push(-1)
      untils.push(-1)
      isParted = false
    }
    hashes.push(hash)
    froms.push(from)
    untils.push(until)
  })
  let found = 0
  for (let at = 0; at < hashes.length; at += 1) {
    if (froms[at] === -1) continue
    for (const [place, phrase] of phrases.entries()) {
      if ((found & (1 << place)) === 0 && phraseAt(phrase, at, scanned, bytes)) found |= 1 << place
    }
  }
  return found
}

/** All phrases, as `phrasesIn` tells them. */
export const everyPhrase = ({ phrases }: Search): number => (1 << phrases.length) - 1

const [quote, backslash, opening, closing, openingList, closingList, comma] = [0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c]

/** The elements of a JSON array, each as the bytes that it stands in. */
export function elementsOf(array: Buffer): Buffer[] {
  const made: Buffer[] = []
  let depth = 0
  let from = 1
  let inText = false
  for (let at = 0; at < array.length; at += 1) {
    const byte = array[at]
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === opening || byte === openingList) depth += 1
    else if (byte === closing || byte === closingList) {
      depth -= 1
      if (depth === 0 && at > from) made.push(array.subarray(from, at))
    } else if (byte === comma && depth === 1) {
      made.push(array.subarray(from, at))
      from = at + 1
    }
  }
  return made
}
