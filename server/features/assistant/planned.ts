/** A planned answer, and what the question behind it may point at. */
import { idsIn, type Scene } from './scene.ts'
import { plainText, type Speech } from './speech.ts'
import type { Asked, Before } from './structured/structured.ts'

export type Planned = {
  readonly scene: Scene
  readonly told: ReturnType<Speech['told']>
  /** What a question of slots asked; absent of others. */
  readonly asked?: Asked
  /** Connectors of the last answer that named several, for "the second one". */
  readonly list?: readonly string[]
}

const hrefStart = '/details/'
const idsOf = (sentences: Planned['told']['sentences']): readonly string[] => {
  const links = sentences.flatMap(({ parts }) => parts.flatMap((part) => ('link' in part ? [part.link] : [])))
  const ids = links
    .filter((href) => href.startsWith(hrefStart))
    .map((href) => href.slice(hrefStart.length).split(/[/?]/)[0] ?? '')
  return [...new Set(ids)]
}
/** Connectors that an answer names, in its order. */
const connectorsNamedBy = ({ told }: Planned): readonly string[] => (told.proposals.length > 0 ? [] : idsOf(told.sentences))

/** With the connectors that "the second one" may mean: those of the items of this answer, else of the one before. */
export function withList(planned: Planned, before: Before | null): Planned {
  const items = idsOf(planned.told.sentences.filter(({ isItem }) => isItem))
  const named = items.length > 1 ? items : connectorsNamedBy(planned)
  return { ...planned, list: named.length > 1 ? named : (before?.list ?? []) }
}
/** An answer that counted records, also where it found none, and did not decline. */
const isCounted = ({ told: { facts, sentences } }: Planned): boolean => {
  const [first] = sentences[0]?.parts ?? []
  return facts.length > 0 || (first !== undefined && 'text' in first && first.text === 'No record')
}

/** What a question behind this answer may take over. */
export const beforeOf = (planned: Planned): Before => ({
  asked: planned.asked ?? null,
  named: connectorsNamedBy(planned),
  among: idsIn(planned.scene),
  record: planned.scene.marked.ids[0] ?? null,
  list: planned.list ?? [],
  message: planned.scene.message,
  said: saidBy(planned),
  values: planned.scene.intent === 'values' && isCounted(planned) ? planned.scene : null,
})

const ofRecord = /\b(?:it|(?:this|that) (?:order|record|customer|one))\b/i
const reason = /^(?:and |but |so |ok,? )?why(?: not| is that| so)?\s*\??$/i
/** "Did it reach the CRM?" behind a question about one record is about that record. */
export function withRecord(message: string, record: string | null): string {
  if (record === null || /\d/.test(message)) return message
  if (reason.test(message.trim())) return `Why did ${record} fail?`
  return ofRecord.test(message) ? message.replace(ofRecord, record) : message
}

/** The answer as one text. */
export const saidBy = ({ told }: Planned) => plainText(told.sentences, told.facts)
