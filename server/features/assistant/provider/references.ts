/**
 * What a provider is told and what it says, by reference: figures, times, links and texts of others are placeholders that the server fills in. So it can
 * say no figure that was not read, and texts of others reach it only where the administrator allowed that.
 */
import type { Part, Proposal, Sentence } from '#contract/assistant/assistant.ts'
import { createSpeech, type SentencePart, visible } from '../speech.ts'

type PlannerAnswer = ReturnType<ReturnType<typeof createSpeech>['told']>

const sentencesMax = 12
const lengthMax = 600
const suggestionsMax = 4

const placeholder = /\{\{([a-z]\d{1,4})\}\}/g

export function createReferences(allowTexts: boolean) {
  const speech = createSpeech()
  const parts = new Map<string, Part>()
  const proposals = new Map<string, Proposal>()

  function named(letter: string, part: Part): string {
    const known = [...parts].find(([, it]) => JSON.stringify(it) === JSON.stringify(part))?.[0]
    const name = known ?? `${letter}${parts.size + 1}`
    parts.set(name, part)
    return `{{${name}}}`
  }

  /** Behind a colon a label names a connector, and a value that is no number may be a word of others. */
  const meaningOf = ({ label, value }: { readonly label: string; readonly value: number | string }) =>
    allowTexts ? `${label}: ${value}` : `${label.split(':', 1)[0]}: ${typeof value === 'number' ? value : 'a word'}`

  const shown = (text: string) => (allowTexts ? ` "${text}"` : '')

  return {
    /** What the built-in planner found, as a provider may read it. */
    told({ facts, sentences, proposals: offered, chart }: PlannerAnswer): string {
      speech.draw(chart)
      const own = new Map(
        facts.map(({ id, label, value, href }) => [id, { part: speech.fact(label, value, href), label, value }]),
      )
      const legend = new Map<string, string>()
      const textOf = (part: Part): string => {
        if ('text' in part) return part.text
        if ('fact' in part) {
          const found = own.get(part.fact)
          if (!found) return ''
          const name = named('f', found.part)
          legend.set(name, meaningOf(found))
          return name
        }
        if ('at' in part) return named('t', part)
        if ('copy' in part) {
          const name = named('q', part)
          legend.set(name, 'an address to copy')
          return name
        }
        if ('quote' in part) {
          const name = named('q', part)
          legend.set(name, `a text by others${shown(part.quote)}`)
          return name
        }
        const name = named('l', part)
        legend.set(name, `a link${shown(part.label)}`)
        return name
      }
      const effectOf = (lines: readonly Sentence[]) => lines.map(({ parts: of }) => of.map(textOf).join('')).join(' ')
      const lines = sentences.map(({ parts: of }) => of.map(textOf).join(''))
      const can = offered.map((proposal) => {
        const name = `p${proposals.size + 1}`
        // Facts of its effect have other ids now.
        const renamed = proposal.effect.map(({ isItem, parts: of }) => ({
          isItem,
          parts: of.map((part) => ('fact' in part ? (own.get(part.fact)?.part ?? part) : part)),
        }))
        proposals.set(name, { ...proposal, effect: renamed } as Proposal)
        return { id: name, kind: proposal.kind, effect: effectOf(proposal.effect) }
      })
      return JSON.stringify({
        sentences: lines,
        placeholders: Object.fromEntries(legend),
        proposals: can,
        hasChart: chart !== null,
      })
    },

    /** What a provider said, filled in. Null where nothing of it can be shown. */
    filled(reply: {
      sentences: readonly string[]
      proposals: readonly string[]
      suggestions: readonly string[]
    }): PlannerAnswer | null {
      for (const text of reply.sentences.slice(0, sentencesMax)) {
        const said: SentencePart[] = []
        let from = 0
        const cut = text.slice(0, lengthMax)
        for (const match of cut.matchAll(placeholder)) {
          said.push(plain(cut.slice(from, match.index)))
          const part = parts.get(match[1] ?? '')
          if (part) said.push(part)
          from = match.index + match[0].length
        }
        said.push(plain(cut.slice(from)))
        if (said.some((it) => it !== '')) speech.say(...said)
      }
      for (const name of new Set(reply.proposals)) {
        const proposal = proposals.get(name)
        if (proposal) speech.propose(proposal)
      }
      speech.suggest(...reply.suggestions.slice(0, suggestionsMax).map((it) => visible(it).slice(0, 200)))
      const told = speech.told()
      return told.sentences.length === 0 ? null : told
    },
  }
}

/** Blanks around a placeholder stay. */
const plain = (text: string) => text.replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
