/** Writes outcomes down, many in one commit: a commit costs as much as a dozen records. */
import type { Attempt } from './attempts.repository.ts'

export type BatchCommitter = {
  /** `then` is called when the attempts are committed, all of them in one commit. */
  readonly add: (attempts: readonly Attempt[], then: () => void) => void
  /** Attempts that are not written yet. */
  readonly open: () => number
  /** Nothing more is coming for now: what waits need not wait for more. */
  readonly nudge: () => void
}

type Settling = {
  readonly commit: (attempts: readonly Attempt[]) => Promise<void>
  /** Told of each attempt after its commit. */
  readonly settled: (attempt: Attempt) => void
  /** Told when a commit failed for good; nothing is written after that. */
  readonly failed: (thrown: unknown) => void
  readonly ended: () => void
  /** Whether no request is open whose outcome could come soon. */
  readonly isIdle: () => boolean
  /** Milliseconds that an outcome waits for others, and how many are not waited for any more. */
  readonly pause: number
  readonly group: number
}

/** Of one commit, what was added at once counted once. */
const groupMax = 1_000

export function createBatchCommitter({ commit, settled, failed, ended, isIdle, pause, group }: Settling): BatchCommitter {
  const waiting: { readonly attempts: readonly Attempt[]; readonly then: () => void }[] = []
  let open = 0
  let working = false
  let timer: NodeJS.Timeout | null = null

  async function work() {
    if (timer) clearTimeout(timer)
    timer = null
    working = true
    try {
      do {
        const these = waiting.splice(0, groupMax)
        await commit(these.flatMap(({ attempts }) => attempts))
        for (const { attempts, then } of these) {
          open -= attempts.length
          attempts.forEach(settled)
          then()
        }
        ended()
      } while (isDue())
    } catch (thrown) {
      open = 0
      waiting.length = 0
      failed(thrown)
      ended()
    }
    working = false
    if (waiting.length > 0) later()
  }

  const isDue = () => waiting.length > 0 && (waiting.length >= group || isIdle())

  function later() {
    if (isDue()) void work()
    else timer ??= setTimeout(() => void work(), pause)
  }

  return {
    add: (attempts, then) => {
      waiting.push({ attempts, then })
      open += attempts.length
      if (!working) later()
    },
    open: () => open,
    nudge: () => {
      if (!working && isDue()) void work()
    },
  }
}
