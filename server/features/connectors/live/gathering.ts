/** Gathers what changed, so that of one connector no more than ten times a second is told, however many commits there are. */
import type { Change } from '#server/platform/database/changes.ts'

/** What changed of one connector since the last telling. */
export type Gathered = {
  readonly companyId: string
  readonly connectorId: string
  readonly what: ReadonlySet<Change['what']>
}

/** Milliseconds between two tellings. */
const tellPause = 100

export type Gathering = {
  readonly add: (change: Change) => void
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
    add: ({ companyId, connectorId, what }) => {
      const known = waiting.get(connectorId)
      if (known) known.what.add(what)
      else waiting.set(connectorId, { companyId, connectorId, what: new Set([what]) })
      // The first one after a rest is told at once.
      timer ??= setTimeout(flush, Math.max(0, last + tellPause - performance.now()))
    },
    stop: () => {
      if (timer) clearTimeout(timer)
      waiting.clear()
    },
  }
}
