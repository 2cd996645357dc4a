/** How a question of slots is answered: which slots an answer needs, and which it can apply. One that holds another slot is not answered by it. */
import type { Intent } from '#contract/assistant/intents.ts'
import type { Scene } from '../scene.ts'
import type { Speech } from '../speech.ts'
import type { Slot, Slots, Subject } from './reading.ts'

export type Way = {
  readonly subject: Subject
  readonly intent: Intent
  /** Every one of these is filled. */
  readonly needs: readonly Slot[]
  /** One of these is filled at least; empty: it does not matter. */
  readonly oneOf: readonly Slot[]
  /** Those that may be filled as well. */
  readonly takes: readonly Slot[]
  /** Only behind another question, whose answer it narrows: alone it is answered elsewhere, with a chart. */
  readonly isBehind?: true
  /** What the values of the slots have to be. */
  readonly fits?: (slots: Slots) => boolean
  /** @returns false where it has no answer after all. */
  readonly say: (scene: Scene, slots: Slots, speech: Speech) => Promise<boolean>
}

/** Whether a way applies every slot of a question. */
export const isFor = ({ subject, needs, oneOf, takes, fits }: Way, slots: Slots): boolean => {
  const filled: readonly Slot[] = (Object.keys(slots) as Slot[]).filter((slot) => slot !== 'subject')
  const known = new Set<Slot>([...needs, ...oneOf, ...takes])
  return (
    slots.subject === subject &&
    needs.every((slot) => filled.includes(slot)) &&
    (oneOf.length === 0 || oneOf.some((slot) => filled.includes(slot))) &&
    filled.every((slot) => known.has(slot)) &&
    (fits?.(slots) ?? true)
  )
}
