/** What could be sent now, in its order, and what of it may have been on its way before. */
import type { Item, Made } from './outcome-classifier.ts'

/**
 * Puts a delivery back to the head. Those of which nothing was tried keep the order in which they were read among each other: who takes the run over
 * from a process that ended knows by it how far the sending may have come (`outbox-takeover.ts`).
 */
export function putToHead(queue: Item[], item: Item): void {
  const at = item.isFresh ? queue.findIndex((it) => it.isFresh && it.delivery.position > item.delivery.position) : 0
  queue.splice(at < 0 ? queue.length : at, 0, item)
}

/** The records that may have been on their way when the run was broken off, through all that their deliveries are divided into. */
type CutOff = {
  /** The same item, which knows by then whether it holds one. */
  readonly known: (item: Item) => Item
  /** Who refuses the records had not taken them before. */
  readonly answered: (item: Item, outcome: Made) => void
}

export function createCutOff(): CutOff {
  const places = new Set<number>()
  return {
    known: (item) => {
      const { delivery } = item
      if (item.isCutOff) for (const place of delivery.positions()) places.add(place)
      else item.isCutOff = places.size > 0 && delivery.positions().some((place) => places.has(place))
      return item
    },
    answered: ({ delivery }, outcome) => {
      const isRefused = outcome.outcome === 'too-large' || (outcome.outcome === 'refused' && outcome.about === 'records')
      if (isRefused && places.size > 0) for (const place of delivery.positions()) places.delete(place)
    },
  }
}
