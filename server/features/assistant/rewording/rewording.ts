/**
 * What a message says with a word in the place of a name: "the hourly one", "this one", "the other one", "no, I meant …". Names take their place before
 * the message is read, so that every answer applies them.
 */
import { stemsOfNames } from '../language/scopes.ts'
import { stemOf, tokensOf } from '../language/text.ts'
import { plainIdiom } from './idioms.ts'
import { type Nameable, namesIn, withNames } from './nicknames.ts'

/** The question before, and which connectors its answer and the ones before it named. */
export type Previous = {
  /** As it was read, with names. */
  readonly message: string
  readonly named: readonly string[]
  /** Of the last answer that named several, in its order. */
  readonly list: readonly string[]
  /** What it said, as one text. */
  readonly said: string
}

type Given = {
  readonly message: string
  readonly connectors: readonly Nameable[]
  /** Connector of the page that is open; null of none. */
  readonly pageId: string | null
  readonly previous: Previous | null
}

const listedMax = 3

const ofPage = /\b(?:this|the current) (?:one|connector|integration|sync|pipeline|feed)\b/i
const bareOfPage =
  /\b(is|was|does|did|has|will|with|pause|resume|run|start|stop|owns|of|for) this(?= (?:ok|okay|fine|failing|broken|late|slow|slower|running|healthy|stuck|paused|take|run|runs|fail|work|working|deliver|start|now|one)\b|[?.! ]*$)/i

/** "Is this one ok?" on the page of a connector. */
function withPage(message: string, { connectors, pageId }: Given): string {
  const page = connectors.find(({ id }) => id === pageId)
  if (page === undefined || namesIn(message, connectors).length > 0) return message
  if (ofPage.test(message)) return message.replace(ofPage, page.name)
  return message.replace(bareOfPage, (_, before: string) => `${before} ${page.name}`)
}

const ordinals: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  '1st': 0,
  '2nd': 1,
  '3rd': 2,
}
const ordinal = /\b(?:the )?(first|second|third|fourth|fifth|1st|2nd|3rd) (?:one|connector|integration|sync)\b/i
const other =
  /\b(?:the )?(?:other|remaining) (?:ones?|two|connectors?|integrations?|syncs?)\b|\bthe (?:other|others|rest)(?=[?.! ]*$)/i

/** Words that add nothing to a name: "and what about …?" */
const leading = new Set('and so ok okay what how about also but now then the is it with for of please same'.split(' '))
/** Words of "no wait, I meant … instead". */
const correcting = new Set('no nope wait sorry oops actually meant mean instead rather'.split(' '))
const ofCorrection = new Set('i not that this one the it please of about hm hmm was was only just do but'.split(' '))

/** The connector that the words mean beside those of a frame; null where a word is left over or several are meant. */
function aloneIn(message: string, frame: (word: string) => boolean, connectors: readonly Nameable[]): Nameable | null {
  const [named, second] = namesIn(message, connectors)
  if (second !== undefined) return null
  const rest = named === undefined ? message : `${message.slice(0, named.from)} ${message.slice(named.to)}`
  const left = tokensOf(rest).filter(({ text }) => !frame(text))
  if (named !== undefined) return left.length === 0 ? named.connector : null
  const fitting = connectors.filter((it) => left.length > 0 && left.every(({ text }) => stemsOfNames([it]).has(stemOf(text))))
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** A question about one connector, asked of another one; null where it is not about one by name. */
function askedOf(message: string, { name }: Nameable, connectors: readonly Nameable[]): string | null {
  const [found, second] = namesIn(message, connectors)
  if (found === undefined || second !== undefined) return null
  return `${message.slice(0, found.from)}${name}${message.slice(found.to)}`
}

/** "No wait, I meant the newsletter one": the question before, of that connector. */
function corrected(message: string, { connectors, previous }: Given): string | null {
  const words = tokensOf(message).map(({ text }) => text)
  if (previous === null || !words.some((word) => correcting.has(word))) return null
  const meant = aloneIn(message, (word) => correcting.has(word) || ofCorrection.has(word), connectors)
  return meant === null ? null : askedOf(previous.message, meant, connectors)
}

/** The connectors that an ordinal or "the other one" means, in the last list; null where it means none. */
function inList(
  message: string,
  { connectors, previous }: Given,
): { readonly of: readonly Nameable[]; readonly by: RegExp } | null {
  if (previous === null || previous.list.length < 2) return null
  const named = (ids: readonly string[]) => ids.flatMap((id) => connectors.find((it) => it.id === id) ?? [])
  const place = ordinals[ordinal.exec(message)?.[1]?.toLowerCase() ?? '']
  if (place !== undefined) {
    const id = previous.list[place]
    return id === undefined ? null : { of: named([id]), by: ordinal }
  }
  const [spoken, second] = previous.named
  if (!other.test(message) || spoken === undefined || second !== undefined || !previous.list.includes(spoken)) return null
  return { of: named(previous.list.filter((id) => id !== spoken)).slice(0, listedMax), by: other }
}

/** "Why did the second one fail?", "and the other one?": a question of each connector that is meant. */
function withList(message: string, given: Given): readonly string[] {
  const found = inList(message, given)
  if (found === null || found.of.length === 0) return [message]
  return found.of.map((connector) => {
    const text = message.replace(found.by, connector.name)
    if (aloneIn(text, (word) => leading.has(word), given.connectors) === null) return text
    return askedOf(given.previous?.message ?? '', connector, given.connectors) ?? `Why is ${connector.name} failing?`
  })
}

const those =
  /^(?:and |so |ok |please )?(?:show|list|give|name|see|what are|which are|who are)(?: me)? (?:those|these|the|them|all)(?: (\d{1,4}))?(?: (?:records?|ones?|failures?))?[?.! ]*$/i
const outcomes = ['failed', 'delivered', 'skipped', 'unchanged'] as const

/** "Show me those 4": the records that the answer before counted. */
function withThose(message: string, { connectors, previous }: Given): string | null {
  const found = those.exec(message.trim())
  const count = found?.[1]
  if (previous === null || count === undefined) return null
  const [id, second] = previous.named
  const connector = second === undefined ? connectors.find((it) => it.id === id) : undefined
  const about = connector ?? namesIn(previous.message, connectors)[0]?.connector
  const words = tokensOf(previous.said).map(({ text }) => text)
  const outcome = words
    .flatMap((word, at) => (word === count ? words.slice(at + 1, at + 5) : []))
    .find((word) => (outcomes as readonly string[]).includes(word))
  if (about === undefined || outcome === undefined) return null
  return `List the ${outcome} records of ${about.name}`
}

/** The questions that a message asks, with names. It is one, except where "the others" are several connectors. */
export function reworded(given: Given): readonly string[] {
  const named = withPage(withNames(given.message, given.connectors), given)
  const own = withThose(named, given) ?? corrected(named, given)
  const texts = own === null ? withList(named, given) : [own]
  return texts.map((text) => plainIdiom(text, given.connectors))
}
