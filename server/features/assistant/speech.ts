/**
 * What an answer is put together from: words of ours, facts, and what others wrote. Figures come in as facts only: a sentence whose own words hold
 * a digit is left out, so nothing can be said that was not read.
 */
import { DateTime } from 'luxon'
import type { Fact, Part, Proposal, Sentence } from '#contract/assistant/assistant.ts'
import type { AnswerChart } from '#contract/assistant/chart.ts'
import type { Operator } from './accounting/operators.ts'

/** Of what others wrote so many characters are quoted. */
const quotedMax = 300

/** Control characters, and those that turn the direction of a text. */
const unseen = /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu

/** A text of others without what cannot be seen. */
export const visible = (text: string): string => text.replace(unseen, ' ').trim()

export const quote = (text: string): Part => {
  const plain = visible(text)
  return { quote: plain.length > quotedMax ? `${plain.slice(0, quotedMax)}…` : plain }
}
const instant = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/

/** A sentence of the product, e.g. a status: its instants are times, which each reader has in their own zone. */
export const ownSentence = (text: string): Part[] => {
  const plain = visible(text)
  const shown = plain.length > quotedMax ? `${plain.slice(0, quotedMax)}…` : plain
  return shown.split(instant).flatMap((part, index): Part[] => {
    if (part === '') return []
    return [index % 2 === 1 ? at(part) : { quote: part }]
  })
}
/** A text of the help, word for word: its figures are of the article, not of an answer. */
export const excerpt = (text: string): Part => ({ quote: text })
export const at = (instant: Date | string | number): Part => ({ at: new Date(instant).toISOString() })
/** What a person copies, whole. */
export const copy = (text: string): Part => ({ copy: text })
export const link = (href: string, label: string): Part => ({ link: href, label: visible(label) })

export type SentencePart = string | Part

export type Speech = ReturnType<typeof createSpeech>

/** "1 run", "8 runs": the word for a number. */
export const plural = (count: number, one: string, more = `${one}s`): string => (count === 1 ? one : more)

const tenths = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Milliseconds as people say them: "320 ms", "1.5 s", "26 s", "4 min 12 s", "2 h 5 min". */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = ms / 1_000
  if (seconds < 10) return `${tenths.format(seconds)} s`
  if (seconds < 59.5) return `${Math.round(seconds)} s`
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)]
  if (hours > 0) return minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`
  const rest = Math.round(seconds % 60) % 60
  return rest === 0 ? `${Math.max(1, Math.round(seconds / 60))} min` : `${minutes} min ${rest} s`
}

/** "A", "A and B", "A, B and 3 more". */
export function listed(parts: readonly Part[], most: number): SentencePart[] {
  const shown = parts.length > most ? parts.slice(0, most) : parts
  const rest = parts.length - shown.length
  return shown.flatMap((part, at): SentencePart[] => {
    if (at === 0) return [part]
    return [at === shown.length - 1 && rest === 0 ? ' and ' : ', ', part]
  })
}

type SpeechContent = {
  readonly facts: readonly Fact[]
  readonly sentences: readonly Sentence[]
  readonly proposals: readonly Proposal[]
  readonly suggestions: readonly string[]
  readonly chart: AnswerChart | null
}

export function createSpeech() {
  const facts: Fact[] = []
  const sentences: Sentence[] = []
  const proposals: Proposal[] = []
  const suggestions: string[] = []
  let chart: AnswerChart | null = null
  let hasScopes = true
  const applied = new Set<Operator>()

  const partsOf = (said: readonly SentencePart[]): Part[] | null => {
    const parts = said.filter((it) => it !== '').map((it) => (typeof it === 'string' ? { text: it } : it))
    const isInvented = parts.some((it) => 'text' in it && /\p{Nd}/u.test(it.text))
    const isUnknown = parts.some((it) => 'fact' in it && !facts.some(({ id }) => id === it.fact))
    return isInvented || isUnknown ? null : parts
  }
  const sentence = (isItem: boolean, said: readonly SentencePart[]): Sentence[] => {
    const parts = partsOf(said)
    return parts === null ? [] : [{ isItem, parts }]
  }

  function fact(label: string, value: number | string, href: string | null): Part {
    const known = facts.find((it) => it.label === label && it.value === value && it.href === href)
    const id = known?.id ?? `f${facts.length + 1}`
    if (!known) facts.push({ id, label, value, href })
    return { fact: id }
  }

  return {
    /** Keeps a figure, and gives what stands for it in a sentence. */
    fact,
    /** A figure with its noun: "1 run", "8 runs". */
    count: (label: string, value: number, href: string | null, one: string, more?: string): SentencePart[] => [
      fact(label, value, href),
      ` ${plural(value, one, more)}`,
    ],
    say: (...said: readonly SentencePart[]): void => void sentences.push(...sentence(false, said)),
    /** Before everything else: what the answer could not apply. */
    sayFirst: (...said: readonly SentencePart[]): void => void sentences.unshift(...sentence(false, said)),
    item: (...said: readonly SentencePart[]): void => void sentences.push(...sentence(true, said)),
    /** A sentence for a proposal. */
    effect: (...said: readonly SentencePart[]): Sentence[] => sentence(false, said),
    propose: (it: Proposal): void => void proposals.push(it),
    suggest: (...texts: readonly string[]): void => void suggestions.push(...texts),
    /** Draws figures that were read. An answer has one chart: the last one. */
    draw(it: AnswerChart | null): void {
      chart = it ?? chart
    },
    /** Everything that another speech says comes next. */
    takes(other: { readonly told: () => SpeechContent }): void {
      const it = other.told()
      const ids = new Map(it.facts.map((each) => [each.id, fact(each.label, each.value, each.href)]))
      const partOf = (part: Part): Part => ('fact' in part ? (ids.get(part.fact) ?? part) : part)
      sentences.push(...it.sentences.map((each) => ({ ...each, parts: each.parts.map(partOf) })))
      proposals.push(...it.proposals)
      suggestions.push(...it.suggestions)
      chart = it.chart ?? chart
    },
    /** It named the connectors that it is about: they are not named again. */
    sayNoScopes(): void {
      hasScopes = false
    },
    /** Words that change the question, and that this answer takes into account. */
    applies: (...of: readonly Operator[]): void => {
      for (const it of of) applied.add(it)
    },
    applied: (): ReadonlySet<Operator> => applied,
    /** Whether the last sentence asks the person something. */
    asksBack: (): boolean => {
      const last = sentences.at(-1)?.parts.findLast((part) => 'text' in part)
      return last !== undefined && 'text' in last && last.text.endsWith('?')
    },
    /** Whether it says something, and neither asks back nor offers a deed. */
    isAnswering: (): boolean => {
      if (!hasScopes) return false
      const last = sentences.at(-1)?.parts.findLast((part) => 'text' in part)
      return sentences.length > 0 && proposals.length === 0 && !(last !== undefined && 'text' in last && last.text.endsWith('?'))
    },
    told: () => ({ facts, sentences, proposals, suggestions: suggestions.slice(0, 4), chart }),
  }
}

const numberOf = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en') : value)

/** The same as plain text, for a program and for the list of conversations. */
export function plainText(sentences: readonly Sentence[], facts: readonly Fact[], zone = 'UTC'): string {
  const values = new Map(facts.map(({ id, value }) => [id, numberOf(value)]))
  const textOf = (part: Part) => {
    if ('text' in part) return part.text
    if ('fact' in part) return values.get(part.fact) ?? ''
    if ('at' in part) return `${DateTime.fromISO(part.at, { zone }).setLocale('en').toFormat('d LLL yyyy, HH:mm:ss')} ${zone}`
    if ('copy' in part) return part.copy
    return 'quote' in part ? part.quote : part.label
  }
  return sentences.map(({ isItem, parts }) => `${isItem ? '- ' : ''}${parts.map(textOf).join('')}`).join('\n')
}
