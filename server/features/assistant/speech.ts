/**
 * What an answer is put together from: words of ours, facts, and what others wrote. Figures come in as facts only: a sentence whose own words hold
 * a digit is left out, so nothing can be said that was not read.
 */
import type { Fact, Part, Proposal, Sentence } from '#contract/assistant/assistant.ts'
import type { AnswerChart } from '#contract/assistant/chart.ts'

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
/** A text of the help, word for word: its figures are of the article, not of an answer. */
export const excerpt = (text: string): Part => ({ quote: text })
export const at = (instant: Date | string | number): Part => ({ at: new Date(instant).toISOString() })
export const link = (href: string, label: string): Part => ({ link: href, label: visible(label) })

export type Said = string | Part

export type Speech = ReturnType<typeof createSpeech>

export function createSpeech() {
  const facts: Fact[] = []
  const sentences: Sentence[] = []
  const proposals: Proposal[] = []
  const suggestions: string[] = []
  let chart: AnswerChart | null = null

  const partsOf = (said: readonly Said[]): Part[] | null => {
    const parts = said.filter((it) => it !== '').map((it) => (typeof it === 'string' ? { text: it } : it))
    const isInvented = parts.some((it) => 'text' in it && /\p{Nd}/u.test(it.text))
    const isUnknown = parts.some((it) => 'fact' in it && !facts.some(({ id }) => id === it.fact))
    return isInvented || isUnknown ? null : parts
  }
  const sentence = (isItem: boolean, said: readonly Said[]): Sentence[] => {
    const parts = partsOf(said)
    return parts === null ? [] : [{ isItem, parts }]
  }

  return {
    /** Keeps a figure, and gives what stands for it in a sentence. */
    fact(label: string, value: number | string, href: string | null): Part {
      const known = facts.find((it) => it.label === label && it.value === value && it.href === href)
      const id = known?.id ?? `f${facts.length + 1}`
      if (!known) facts.push({ id, label, value, href })
      return { fact: id }
    },
    say: (...said: readonly Said[]): void => void sentences.push(...sentence(false, said)),
    item: (...said: readonly Said[]): void => void sentences.push(...sentence(true, said)),
    /** A sentence for a proposal. */
    effect: (...said: readonly Said[]): Sentence[] => sentence(false, said),
    propose: (it: Proposal): void => void proposals.push(it),
    suggest: (...texts: readonly string[]): void => void suggestions.push(...texts),
    /** Draws figures that were read. An answer has one chart: the last one. */
    draw(it: AnswerChart | null): void {
      chart = it ?? chart
    },
    told: () => ({ facts, sentences, proposals, suggestions: suggestions.slice(0, 4), chart }),
  }
}

const numberOf = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en') : value)

/** The same as plain text, for a program and for the list of conversations. */
export function plainText(sentences: readonly Sentence[], facts: readonly Fact[]): string {
  const values = new Map(facts.map(({ id, value }) => [id, numberOf(value)]))
  const textOf = (part: Part) => {
    if ('text' in part) return part.text
    if ('fact' in part) return values.get(part.fact) ?? ''
    if ('at' in part) return part.at
    return 'quote' in part ? part.quote : part.label
  }
  return sentences.map(({ isItem, parts }) => `${isItem ? '- ' : ''}${parts.map(textOf).join('')}`).join('\n')
}
