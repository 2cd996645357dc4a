/** From the path of a field to what its name means. */
import { generic, near, phrases, quiet, seamless } from './suggestion-terms.ts'

/** One part of a name. Senses are concepts, or the word itself when no phrase holds it. */
export type Part = { readonly word: string; readonly senses: readonly string[]; readonly weight: number }
export type Name = { readonly parts: readonly Part[]; readonly leaf: string; readonly depth: number; readonly lists: number }

/** How much a part says that stands one, two, … places before the end. */
const weights = [1, 0.55, 0.35, 0.25] as const
const quietly = 0.15
/** Of a name the last part says what it is, the ones before say whose. */
const before = 0.6
/** What is left to a generic part beside the one that it belongs to. */
const underPart = 0.5

const singular = (word: string): string => {
  if (word.length < 4 || /(ss|us|is|ous)$/.test(word)) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : word
}

const sensesOf = new Map<string, string[]>()
for (const [concept, written] of Object.entries(phrases)) {
  for (const phrase of written.split('|')) {
    const key = phrase.split(' ').map(singular).join(' ')
    sensesOf.set(key, [...(sensesOf.get(key) ?? []), concept])
  }
}
const longest = Math.max(...[...sensesOf.keys()].map((phrase) => phrase.split(' ').length))
const knownWords = new Set([...[...sensesOf.keys()].flatMap((phrase) => phrase.split(' ')), ...seamless])

/** `firstname` is two words that are known; `invoice` is one. Null where a rest remains. */
function apart(word: string): string[] | null {
  if (knownWords.has(word) || sensesOf.has(singular(word))) return [word]
  for (let at = word.length - 2; at >= 2; at -= 1) {
    const head = word.slice(0, at)
    if (!knownWords.has(head) && !knownWords.has(singular(head))) continue
    const rest = apart(word.slice(at))
    if (rest !== null) return [head, ...rest]
  }
  return null
}

/** The words of one name, small and singular: camel, snake, kebab and digits apart. */
export function termsOf(name: string): string[] {
  return name
    .replaceAll(/(?<=[A-Z]{2})s(?![a-z])/g, '')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/([A-Za-z])(\d)/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => apart(word) ?? [word])
    .map(singular)
}

/** The names of a path, from the outermost; `[*]` and `[0]` are none. */
export const namesOf = (path: string): string[] =>
  [...path.matchAll(/\["([^"]*)"\]|\[[^[\]]*\]|([^.[\]]+)/g)].flatMap(([, odd, name]) => odd ?? name ?? [])

type Word = { readonly word: string; readonly weight: number }

/** Phrases may begin in one name and end in the next: `BillEmail.Address`. */
function partsOf(messages: readonly Word[]): Part[] {
  const parts: Part[] = []
  for (let at = 0; at < messages.length; ) {
    const rest = messages.slice(at, at + longest)
    const said = (size: number) =>
      rest
        .slice(0, size)
        .map(({ word }) => word)
        .join(' ')
    let size = rest.length
    while (size > 1 && !sensesOf.has(said(size))) size -= 1
    const word = said(size)
    const weight = Math.max(...rest.slice(0, size).map((it) => it.weight))
    parts.push({ word, senses: sensesOf.get(word) ?? [word], weight: quiet.has(word) ? weight * quietly : weight })
    at += size
  }
  return parts
}

export function readName(path: string): Name {
  const names = namesOf(path)
  const messages = names.flatMap((name, at) => {
    const place = weights[Math.min(names.length - 1 - at, weights.length - 1)] ?? 0
    return termsOf(name).map((word, index, all): Word => ({ word, weight: index < all.length - 1 ? place * before : place }))
  })
  return {
    parts: headed(withoutRepeats(partsOf(messages))),
    leaf: termsOf(names.at(-1) ?? '').join(' '),
    depth: names.length,
    lists: path.split('[*]').length - 1,
  }
}

/** `BillEmail.Address` and `email_addresses.email` say one thing twice: the later, heavier one counts. */
function withoutRepeats(parts: readonly Part[]): Part[] {
  return parts.filter((part, at) => !parts.slice(at + 1).some((later) => later.word === part.word))
}

/** `contact.id` is a contact rather than an id: the part before a generic one says more. */
function headed(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1)
  const before = parts.slice(0, -1).findLastIndex(({ word }) => !quiet.has(word))
  if (last === undefined || before === -1 || !generic.has(last.word)) return parts
  return parts.map((part, at) => (part === last ? { ...part, weight: underPart } : at === before ? { ...part, weight: 1 } : part))
}

const nearness = new Map(
  near.flatMap(([one, other, how]) => [[`${one} ${other}`, how] as const, [`${other} ${one}`, how] as const]),
)

/** How alike two parts are: 1 the same word or concept, 0 nothing in common. */
export function likeness(one: Part, other: Part): number {
  if (one.word === other.word) return 1
  let best = 0
  for (const mine of one.senses) {
    for (const theirs of other.senses) {
      best = Math.max(best, mine === theirs ? 0.95 : (nearness.get(`${mine} ${theirs}`) ?? 0))
    }
  }
  return best > 0 ? best : abbreviates(one.word, other.word) || abbreviates(other.word, one.word) ? 0.7 : 0
}

/** `est` of `estimate`, `mgr` of `manager`: the same beginning, and each letter in its order. Never of words that are known. */
function abbreviates(short: string, long: string): boolean {
  if (short.length < 3 || short.length >= long.length || sensesOf.has(short) || short.includes(' ')) return false
  if (long.startsWith(short)) return true
  if (/[aeiou]/.test(short) || short[0] !== long[0]) return false
  let at = 0
  for (const letter of short) {
    at = long.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
