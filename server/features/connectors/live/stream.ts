/** One reader of what changes: pulled by whoever reads, so that a slow one hears the newest state and nothing piles up. */
import { type Problem, ProblemError, toProblem } from '#contract/kit/problem.ts'
import type { Change } from '#server/platform/database/changes.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import type { Look, SeenConnector } from './connector-states.ts'
import type { Gathered } from './gathering.ts'

export type StreamEvent = {
  readonly at: string
  /** Null: nothing of one connector. */
  readonly id: string | null
  /** As it is now; null when it is gone. */
  readonly connector: SeenConnector | null
  /** Something may have been missed: what is shown must be read again. Without it and without an id it is a sign of life. */
  readonly missed: boolean
}

export type Wish = {
  /** Null: all that the person sees. */
  readonly ids: readonly string[] | null
  /** `bell` of the person and of the company, and nothing else beside it. */
  readonly what: readonly Change['what'][]
}

type Opening = {
  readonly wish: Wish
  readonly sight: TenantScope
  /** Milliseconds between two signs of life. */
  readonly beatEvery: number
  /** Milliseconds between two checks. */
  readonly checkEvery: number
  /** Rejects when the reader may not read any more. */
  readonly check: () => Promise<void>
  readonly released: () => void
}

export type Stream = AsyncIterableIterator<StreamEvent> & {
  readonly sight: TenantScope
  readonly wants: (gathered: Gathered) => boolean
  /** Something changed; how it is now is looked at when the reader is there. */
  readonly offer: (id: string, look: Look) => void
  readonly miss: () => void
  /** Ends it with a reason. */
  readonly end: (why: Problem) => void
}

/** Connectors that may wait for a reader; of more than that, it is told to read again. */
const waitingMax = 100

export function openStream({ wish, sight: tenantScope, beatEvery, checkEvery, check, released }: Opening): Stream {
  const waiting = new Map<string, Look>()
  const ids = wish.ids && new Set(wish.ids)
  let hasMissed = false
  let isBeatDue = false
  let why: Problem | null = null
  let isOver = false
  let wake = () => {}

  let lastBeat = performance.now()
  const timer = setInterval(() => {
    check().then(
      () => {
        // Timers are not exact: a beat that is almost due is due.
        if (performance.now() - lastBeat < beatEvery - checkEvery / 2) return
        lastBeat = performance.now()
        isBeatDue = true
        wake()
      },
      (thrown: unknown) => end(toProblem(thrown)),
    )
  }, checkEvery)

  function release() {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    waiting.clear()
    released()
    wake()
  }
  function end(reason: Problem) {
    why ??= reason
    wake()
  }
  const told = (it: Partial<StreamEvent>): IteratorResult<StreamEvent> => ({
    done: false,
    value: { at: new Date().toISOString(), id: null, connector: null, missed: false, ...it },
  })

  /** What is told of a connector; null when the reader does not see it. */
  async function tellingOf(id: string, look: Look): Promise<IteratorResult<StreamEvent> | null> {
    const connector = await look(id)
    if (!connector) return ids ? told({ id }) : told({ missed: true })
    const isSeen = tenantScope.ownerId === null || connector.connector.userId === tenantScope.ownerId
    return isSeen ? told({ id, connector }) : null
  }

  async function next(): Promise<IteratorResult<StreamEvent>> {
    while (!isOver) {
      const [first] = waiting
      if (why) {
        release()
        throw new ProblemError(why)
      }
      if (hasMissed) {
        hasMissed = false
        return told({ missed: true })
      }
      if (first) {
        waiting.delete(first[0])
        const telling = await tellingOf(...first)
        if (telling && !isOver) return telling
      } else if (isBeatDue) {
        isBeatDue = false
        return told({})
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    return { done: true, value: undefined }
  }

  return {
    sight: tenantScope,
    wants: ({ id, what }) => (!ids || ids.has(id)) && wish.what.some((each) => what.has(each)),
    offer: (id, look) => {
      waiting.set(id, look)
      if (waiting.size > waitingMax) {
        waiting.clear()
        hasMissed = true
      }
      wake()
    },
    miss: () => {
      hasMissed = true
      wake()
    },
    end,
    next: () =>
      next().catch((thrown: unknown) => {
        release()
        throw thrown
      }),
    return: async () => {
      release()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
