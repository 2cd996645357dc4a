/** A planned answer, and what the question behind it may point at. */
import { idsIn, type Scene } from './scene.ts'
import { plainText, type Speech } from './speech.ts'
import type { Asked, Before } from './structured/structured.ts'

export type Planned = {
  readonly scene: Scene
  readonly told: ReturnType<Speech['told']>
  /** What a question of slots asked; absent of others. */
  readonly asked?: Asked
}

const hrefStart = '/details/'
/** Connectors that an answer names, in its order. */
const connectorsNamedBy = ({ told }: Planned): readonly string[] => {
  const links = told.sentences.flatMap(({ parts }) => parts.flatMap((part) => ('link' in part ? [part.link] : [])))
  const ids = links
    .filter((href) => href.startsWith(hrefStart))
    .map((href) => href.slice(hrefStart.length).split(/[/?]/)[0] ?? '')
  return told.proposals.length > 0 ? [] : [...new Set(ids)]
}
/** What a question behind this answer may take over. */
export const beforeOf = (planned: Planned): Before => ({
  asked: planned.asked ?? null,
  named: connectorsNamedBy(planned),
  among: idsIn(planned.scene),
  record: planned.scene.marked.ids[0] ?? null,
  values: planned.scene.intent === 'values' && planned.told.facts.length > 0 ? planned.scene : null,
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
