/** What somebody searches for, and whether texts hold it. Words are found whole; neither case nor accents matter (`search-terms.ts`). */
import { folded, scanWords } from './search-terms.ts'

/** Words that stand side by side, whatever signs are between them. */
export type Phrase = { readonly text: string; readonly words: readonly string[]; readonly hashes: readonly number[] }

export type Search = {
  readonly phrases: readonly Phrase[]
  /** Of all words. */
  readonly hashes: readonly number[]
}

const quotedOrNot = /(?:"[^"]*"|\S)+/g

/** A text that was typed: what stands in quotes, or without a blank between, is a phrase, and every phrase has to be found; `phrasesIn` tells at most 31 apart. */
export function searchOf(text: string): Search {
  const phrases: Phrase[] = []
  for (const [typed] of text.matchAll(quotedOrNot)) {
    const bytes = Buffer.from(typed)
    const [words, hashes] = [[] as string[], [] as number[]]
    scanWords(bytes, false, (hash, from, until) => {
      words.push(folded(bytes.toString('utf8', from, until)))
      hashes.push(hash)
    })
    if (words.length > 0) phrases.push({ text: typed.replaceAll('"', ''), words, hashes })
  }
  return { phrases, hashes: [...new Set(phrases.flatMap(({ hashes }) => hashes))] }
}

type Scanned = { hashes: number[]; froms: number[]; untils: number[] }

function phraseAt({ words, hashes }: Phrase, at: number, { hashes: seen, froms, untils }: Scanned, bytes: Buffer): boolean {
  if (!hashes.every((hash, place) => seen[at + place] === hash && froms[at + place] !== -1)) return false
  return words.every((word, place) => folded(bytes.toString('utf8', froms[at + place], untils[at + place])) === word)
}

/** Which phrases stand in a text: a bit for each, in their order. `isJson`: escape sequences stand between words. */
export function phrasesIn({ phrases, hashes: wanted }: Search, bytes: Buffer, isJson: boolean): number {
  const scanned: Scanned = { hashes: [], froms: [], untils: [] }
  const { hashes, froms, untils } = scanned
  let isParted = false
  scanWords(bytes, isJson, (hash, from, until) => {
    if (!wanted.includes(hash)) {
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
