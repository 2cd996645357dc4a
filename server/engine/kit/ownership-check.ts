/**
 * Nothing is sent for a run by a process that may not own it any more. A look at the rows is good for half a second: whoever pauses a run of
 * another process waits that long and then knows that nothing more will be started, and a process that was frozen looks again before it sends.
 */
import { performance } from 'node:perf_hooks'

import type { Look } from '../../records/runs/run-leases.repository.ts'

export type Fence = {
  readonly isFresh: () => boolean
  /** Looks again; resolves when it has looked or could not. */
  readonly refresh: () => Promise<void>
  /** A look that was made in another way, begun at a time of `performance.now()`. */
  readonly looked: (looks: readonly Look[], begun: number) => void
}

type Looking = {
  /** The only process: nobody else can take a run over, and who pauses tells it directly. */
  readonly exclusive: boolean
  readonly freshFor: number
  readonly look: () => Promise<readonly Look[]>
  readonly tell: (looks: readonly Look[], begun: number) => void
  readonly fault: (thrown: unknown) => void
}

export function createFence({ exclusive, freshFor, look, tell, fault }: Looking): Fence {
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  function looked(looks: readonly Look[], begun: number) {
    lookedAt = Math.max(lookedAt, begun)
    tell(looks, begun)
  }

  async function refresh() {
    const begun = performance.now()
    try {
      looked(await look(), begun)
    } catch (thrown) {
      fault(thrown)
      // Without the database nothing may be sent; asked again after a moment.
      await new Promise((resolve) => setTimeout(resolve, freshFor))
    }
  }

  return {
    isFresh: () => exclusive || performance.now() - lookedAt < freshFor,
    refresh: () => {
      looking ??= refresh().finally(() => {
        looking = null
      })
      return looking
    },
    looked,
  }
}
