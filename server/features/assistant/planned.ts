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
})

/** The answer as one text. */
export const saidBy = ({ told }: Planned) => plainText(told.sentences, told.facts)
