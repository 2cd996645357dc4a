/** Writes outcomes down: whatever has come in while one commit was being made goes into the next. */
import type { Attempt } from '../store/attempts.ts'

export type Settler = {
  readonly add: (attempt: Attempt) => void
  /** Attempts that are not written yet. */
  readonly open: () => number
}

type Settling = {
  readonly commit: (attempts: readonly Attempt[]) => Promise<void>
  /** Told of each attempt after its commit. */
  readonly settled: (attempt: Attempt) => void
  /** Told when a commit failed for good; nothing is written after that. */
  readonly failed: (thrown: unknown) => void
  readonly ended: () => void
}

/** Attempts of one commit. */
const groupMax = 1_000

export function createSettler({ commit, settled, failed, ended }: Settling): Settler {
  const waiting: Attempt[] = []
  let open = 0
  let working = false

  async function work() {
    working = true
    try {
      while (waiting.length > 0) {
        const group = waiting.splice(0, groupMax)
        await commit(group)
        open -= group.length
        for (const attempt of group) settled(attempt)
        ended()
      }
    } catch (thrown) {
      open = 0
      waiting.length = 0
      failed(thrown)
      ended()
    }
    working = false
  }

  return {
    add: (attempt) => {
      waiting.push(attempt)
      open += 1
      if (!working) void work()
    },
    open: () => open,
  }
}
