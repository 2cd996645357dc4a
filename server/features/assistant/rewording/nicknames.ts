/** Connectors that are named by a word of their name or by how often they run: "the newsletter one", "the hourly sync", "our 5 minute order sync". */
import { stemsOfNames } from '../language/scopes.ts'
import { stemOf, tokensOf, type Word } from '../language/text.ts'

/** A connector with the schedule of its live version; null where it has none. */
export type Nameable = {
  readonly id: string
  readonly name: string
  readonly everySeconds: number | null
  readonly cron: string | null
}

const nouns = new Set('connector integration sync one job feed pipeline import export'.split(' '))
const articles = new Set('the our my your that this'.split(' '))
/** Words between the article and the noun. */
const wordsMax = 5
/** Runs that start before this hour are nightly. */
const morningHour = 6
const numbers: Readonly<Record<string, number>> = { one: 1, two: 2, five: 5, ten: 10, fifteen: 15, twenty: 20, thirty: 30 }
const seconds: Readonly<Record<string, number>> = { minute: 60, min: 60, hour: 3_600, day: 86_400 }
const hour = 3_600
const day = 86_400

type Rhythm = (of: Nameable) => boolean

const partsOf = ({ cron }: Nameable): readonly string[] => (cron === null ? [] : cron.trim().split(/\s+/).slice(-5))
const isDaily = (of: Nameable) => {
  const [minute = '', at = '', ...rest] = partsOf(of)
  return of.everySeconds === day || (/^\d+$/.test(minute) && /^\d+$/.test(at) && rest.every((it) => it === '*'))
}
const hasWord = ({ name }: Nameable, word: string) => tokensOf(name).some(({ text }) => text === word)
const hasEvery = ({ name }: Nameable, count: number, unit: string) =>
  tokensOf(name).some(
    ({ text }, at, all) =>
      Number(text) === count && all[at - 1]?.text === 'every' && stemOf(all[at + 1]?.text ?? '') === stemOf(unit),
  )
const isEvery = (of: Nameable, count: number, unit: string) => {
  const [minute = ''] = partsOf(of)
  const length = count * (seconds[unit] ?? 0)
  return of.everySeconds === length || hasEvery(of, count, unit) || (unit.startsWith('min') && minute === `*/${count}`)
}

const rhythms: Readonly<Record<string, Rhythm>> = {
  hourly: (of) => {
    const [minute = '', at = ''] = partsOf(of)
    return hasWord(of, 'hourly') || of.everySeconds === hour || (/^\d+$/.test(minute) && at === '*')
  },
  daily: (of) => hasWord(of, 'daily') || isDaily(of),
  nightly: (of) => hasWord(of, 'nightly') || (isDaily(of) && Number(partsOf(of)[1] ?? morningHour) < morningHour),
  weekly: (of) => hasWord(of, 'weekly') || (partsOf(of).length > 0 && /^\d$/.test(partsOf(of)[4] ?? '')),
  monthly: (of) => hasWord(of, 'monthly') || (partsOf(of).length > 0 && /^\d+$/.test(partsOf(of)[2] ?? '')),
}

/** The rhythm that stands at a place, and of how many words it is made. */
function rhythmAt(words: readonly string[], at: number): { readonly is: Rhythm; readonly length: number } | null {
  const skip = words[at] === 'every' ? 1 : 0
  const word = words[at + skip] ?? ''
  const named = Object.hasOwn(rhythms, word) ? rhythms[word] : undefined
  if (named !== undefined) return { is: named, length: 1 + skip }
  const joined = /^(?:every-)?(\d{1,3})-(minute|min|hour|day)s?$/.exec(word)
  if (joined !== null) return { is: (of) => isEvery(of, Number(joined[1]), joined[2] ?? ''), length: 1 + skip }
  const count = /^\d{1,3}$/.test(word) ? Number(word) : numbers[word]
  const unit = (words[at + skip + 1] ?? '').replace(/s$/, '')
  if (count === undefined || !Object.hasOwn(seconds, unit)) return null
  return { is: (of) => isEvery(of, count, unit), length: 2 + skip }
}

type Meant = { readonly among: readonly Nameable[]; readonly hasRhythm: boolean }

/** Connectors to which every word fits; null where a word says neither a rhythm nor a part of a name. */
function meantBy(words: readonly string[], connectors: readonly Nameable[]): Meant | null {
  let among = connectors
  let hasRhythm = false
  for (let at = 0; at < words.length; at += 1) {
    const rhythm = rhythmAt(words, at)
    if (rhythm !== null && at + rhythm.length <= words.length) {
      among = among.filter(rhythm.is)
      hasRhythm = true
      at += rhythm.length - 1
      continue
    }
    const stem = stemOf(words[at] ?? '')
    const fitting = connectors.filter((it) => stemsOfNames([it]).has(stem))
    if (fitting.length === 0) return null
    among = among.filter((it) => fitting.includes(it))
  }
  return { among, hasRhythm }
}

const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)

/** Connectors whose whole name stands in a text, with its place; a shorter name inside a longer one does not count. */
export function namesIn<It extends { readonly id: string; readonly name: string }>(
  text: string,
  connectors: readonly It[],
): readonly { readonly connector: It; readonly from: number; readonly to: number }[] {
  const lower = text.toLowerCase()
  const found: { connector: It; from: number; to: number }[] = []
  for (const connector of connectors.toSorted((one, other) => other.name.length - one.name.length)) {
    const name = connector.name.toLowerCase()
    const from = name === '' ? -1 : lower.indexOf(name)
    const to = from + name.length
    if (from === -1 || isLetter(lower[from - 1]) || isLetter(lower[to])) continue
    if (found.every((it) => to <= it.from || from >= it.to)) found.push({ connector, from, to })
  }
  return found.toSorted((one, other) => one.from - other.from)
}

type Nickname = { readonly from: number; readonly to: number; readonly name: string }

/** The nickname that ends at a noun. The longest one that means a single connector. */
function nicknameAt(tokens: readonly Word[], at: number, connectors: readonly Nameable[]): Nickname | null {
  const end = tokens[at]
  if (end === undefined || !nouns.has(end.text)) return null
  for (let count = Math.min(wordsMax, at); count > 0; count -= 1) {
    const words = tokens.slice(at - count, at)
    const before = tokens[at - count - 1]
    const hasArticle = before !== undefined && articles.has(before.text)
    const meant = meantBy(
      words.map(({ text }) => text),
      connectors,
    )
    const [only] = meant?.among ?? []
    if (meant === null || only === undefined || meant.among.length > 1 || (!hasArticle && !meant.hasRhythm)) continue
    return { from: (hasArticle ? before : words[0])?.from ?? end.from, to: end.to, name: only.name }
  }
  return null
}

/** "The nightly sync" where no connector runs at night: what was said; null where every such word means one. */
export function unknownRhythmIn(message: string, connectors: readonly Nameable[]): string | null {
  const tokens = tokensOf(message)
  if (namesIn(message, connectors).length > 0) return null
  for (const [at, end] of tokens.entries()) {
    for (let count = 1; nouns.has(end.text) && count <= Math.min(wordsMax, at - 1); count += 1) {
      const words = tokens.slice(at - count, at)
      if (!articles.has(tokens[at - count - 1]?.text ?? '')) continue
      const meant = meantBy(
        words.map(({ text }) => text),
        connectors,
      )
      if (meant?.hasRhythm && meant.among.length === 0) return message.slice(words[0]?.from, end.to)
    }
  }
  return null
}

/** The message with names of connectors in the place of their nicknames. One that may mean several stays. */
export function withNames(message: string, connectors: readonly Nameable[]): string {
  const tokens = tokensOf(message)
  const whole = namesIn(message, connectors)
  let text = message
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    const found = nicknameAt(tokens, at, connectors)
    if (found === null || whole.some((it) => found.from < it.to && found.to > it.from)) continue
    text = `${text.slice(0, found.from)}${found.name}${text.slice(found.to)}`
  }
  return text
}
