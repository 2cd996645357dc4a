/** What terms of the product mean: "what is a webhook", "difference between skipped and failed". Words that are left over make another question of it. */
import { searched } from '#contract/help/articles.ts'
import { type GlossaryTerm, glossary } from '#contract/help/glossary.ts'
import { stemOf } from '../../language/text.ts'
import type { Scene } from '../../scene.ts'
import { excerpt, link, type Speech } from '../../speech.ts'
import { hrefOf } from '../offers.ts'

const termsMax = 3

/** Words that frame a question about a term, and say nothing of it. */
const frames = new Set(
  `what what's whats is are was a an the does do did mean means meaning meant by with when it says if you say explain define definition of describe tell me
   us please pls between and or difference differ differs different from vs versus to in simple simply plain words english word term terms the same as how
   i we my our not really exactly actually just can could would someone here datacrane there any about for so hi hello hey next record records connector
   run status state thing one again that this be called exact`.split(/\s+/),
)
const asksMeaning = /\b(?:mean|means|meaning|meant|definition|define)\b/i
const asksDifference = /\b(?:difference|differ|differs|different|same as|vs|versus)\b/i
const asksWhat =
  /^(?:(?:so|and|hi|hello|hey|please|can you|could you|tell me|pls)[ ,]+)*(?:what(?:'s|s| is| are)|explain|describe|define)\b/i

type Place = { readonly of: GlossaryTerm; readonly at: number; readonly length: number }

const namesOf = ({ term, names = [] }: GlossaryTerm): readonly string[] => [term.toLowerCase(), ...names]
const pluralOf = (name: string) => (name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`)

const byName: readonly (readonly [words: readonly string[], term: GlossaryTerm])[] = glossary
  .flatMap((of) => namesOf(of).flatMap((name) => [[name.split(' '), of] as const, [pluralOf(name).split(' '), of] as const]))
  .toSorted(([one], [other]) => other.length - one.length)

/** Terms in the order of the words, the longest first where they overlap. */
function termsIn(words: readonly string[]): readonly Place[] {
  const found: Place[] = []
  for (let at = 0; at < words.length; ) {
    const isAt = (parts: readonly string[]) => parts.every((part, place) => words[at + place] === part)
    const isNear = (parts: readonly string[]) =>
      parts.length === 1 && stemOf(parts[0] ?? '') === stemOf(words[at] ?? '') && !frames.has(words[at] ?? '')
    const [name, of] = byName.find(([parts]) => isAt(parts)) ?? byName.find(([parts]) => isNear(parts)) ?? [[], undefined]
    if (of !== undefined) found.push({ of, at, length: name.length })
    at += Math.max(1, name.length)
  }
  return found
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
/** Names of methods and of figures take no article. */
const bare = /^(?:API|SCIM|MCP|IP|multi|single|pagination|latency|throughput)/
const named = ({ term, meaning }: GlossaryTerm): string => {
  if (meaning.startsWith('means ') || (bare.test(term) && term !== 'API key')) return `${capital(term)} ${meaning}`
  return `${/^[aeiou]/i.test(term) ? 'An' : 'A'} ${term} ${meaning}`
}

/** @returns whether the question asks for terms only, and was answered. */
export function sayTerms({ words, marked, when, message }: Scene, speech: Speech): boolean {
  if (marked.connectors.length + marked.ids.length + marked.codes.length + marked.systems.length > 0 || when.isNamed) return false
  const isCompared = asksDifference.test(message)
  const isOwn = /\b(?:our|my)\b/i.test(message)
  if (isOwn || (!isCompared && !asksMeaning.test(message) && !asksWhat.test(message))) return false
  const places = termsIn(words)
  const isIn = (at: number) => places.some((place) => at >= place.at && at < place.at + place.length)
  if (words.some((word, at) => !isIn(at) && !frames.has(word))) return false
  // "What does failed mean next to a record": the last words say where it is seen.
  const behind = words.findIndex(
    (word, at) =>
      at > 0 && (word === 'next' || word === 'of' || word === 'in' || word === 'for') && places.some((place) => place.at < at),
  )
  const meant = isCompared || behind === -1 ? places : places.filter(({ at }) => at < behind)
  const found = [...new Set(meant.map(({ of }) => of))].slice(0, termsMax)
  if (found.length === 0 || (isCompared && found.length === 1)) return false
  speech.applies('comparison', 'general')
  speech.sayNoScopes()
  for (const it of found) {
    if (found.length === 1) speech.say(excerpt(named(it)))
    else speech.item(excerpt(named(it)))
  }
  const articles = [...new Set(found.flatMap(({ article }) => searched.filter(({ id }) => id === article)))]
  for (const article of articles) speech.say('Read more: ', link(hrefOf(article), article.title))
  return true
}
