/** Gathers what changed, so that of one connector or bell no more than ten times a second is told, however many commits there are. */
import type { Change } from '#server/platform/database/changes.ts'

/** What changed of one connector, or what one bell counts, since the last telling. */
export type Gathered = {
  readonly companyId: string
  /** Of the connector; of the person whose bell it is; of the company where it is everybody's. */
  readonly id: string
  readonly what: ReadonlySet<Change['what']>
}

/** Milliseconds between two tellings. */
const tellPause = 100

export const gatheredOf = (it: Change): Gathered => ({
  companyId: it.companyId,
  id: it.what === 'bell' ? (it.userId ?? it.companyId) : it.connectorId,
  what: new Set([it.what]),
})

export type Gathering = {
  readonly add: (gathered: Gathered) => void
  /** What waits is not told any more. */
  readonly stop: () => void
}

export function createGathering(tell: (gathered: readonly Gathered[]) => void): Gathering {
  const waiting = new Map<string, Gathered & { readonly what: Set<Change['what']> }>()
  let timer: NodeJS.Timeout | null = null
  let last = Number.NEGATIVE_INFINITY

  function flush() {
    timer = null
    last = performance.now()
    const gathered = [...waiting.values()]
    waiting.clear()
    tell(gathered)
  }

  return {
    add: ({ companyId, id, what }) => {
      const known = waiting.get(id)
      if (known) for (const each of what) known.what.add(each)
      else waiting.set(id, { companyId, id, what: new Set(what) })
      // The first one after a rest is told at once.
      timer ??= setTimeout(flush, Math.max(0, last + tellPause - performance.now()))
    },
    stop: () => {
      if (timer) clearTimeout(timer)
      waiting.clear()
    },
  }
}
