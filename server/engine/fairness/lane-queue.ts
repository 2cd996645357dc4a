/** Lanes that wait for a pace, woken in their turn. A lane that cannot send yet does not block the lanes behind it. */

/** A sender to the host, such as a run or one waiting request. */
export type Lane = {
  /** Requests a second that its system was set to; null: as many as the host takes. Lanes with the same number share it. */
  readonly perSecond: number | null
  /** Requests under way at the same time, of all lanes; absent: as many as the host takes. */
  readonly atOnce?: number | undefined
  /** Called when the lane may try again. */
  readonly wake: () => void
}

export type PaceClock = {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  /** Calls back after so many milliseconds; returns a function that cancels the call. */
  readonly later: (wait: number, work: () => void) => () => void
}

export const systemClock: PaceClock = {
  now: () => performance.now(),
  later: (wait, work) => {
    const timer = setTimeout(work, wait)
    return () => clearTimeout(timer)
  },
}

export type LaneQueue = {
  /** Whether a lane may send now. If not, it waits here and is woken. */
  readonly mayGo: (lane: Lane) => boolean
  /** The lane has sent, so the next turn is another lane's. */
  readonly gone: (lane: Lane) => void
  readonly leave: (lane: Lane) => void
  /** Wakes the lanes that may send now. */
  readonly serve: () => void
  readonly isEmpty: () => boolean
}

/** @param wait milliseconds that a lane has to wait; infinite: until `serve` is called. */
export function createLaneQueue({ now, later }: PaceClock, wait: (lane: Lane, at: number) => number): LaneQueue {
  const queue = new Set<Lane>()
  let serving: Lane | null = null
  let timer: { readonly due: number; readonly cancel: () => void } | null = null

  /** Wakes the queue when the first waiting lane may send. */
  function arm(left: number): void {
    const due = now() + left
    if (!Number.isFinite(left) || (timer !== null && timer.due <= due)) return
    timer?.cancel()
    timer = { due, cancel: later(Math.ceil(left), serve) }
  }

  function serve(): void {
    timer?.cancel()
    timer = null
    if (serving !== null) return
    for (const lane of [...queue]) {
      if (!queue.has(lane)) continue
      const left = wait(lane, now())
      if (left > 0) {
        arm(left)
        continue
      }
      queue.delete(lane)
      serving = lane
      lane.wake()
      serving = null
    }
  }

  /** Whether a lane that has waited longer could send now. */
  const isHeldFor = (at: number) => queue.size > 0 && queue.values().some((it) => wait(it, at) <= 0)

  return {
    mayGo: (lane) => {
      const at = now()
      const left = wait(lane, at)
      if (left <= 0 && (serving === lane || !isHeldFor(at))) return true
      queue.add(lane)
      arm(Math.max(0, left))
      return false
    },
    gone: (lane) => {
      if (serving === lane) serving = null
    },
    leave: (lane) => {
      if (queue.delete(lane)) serve()
    },
    serve,
    isEmpty: () => queue.size === 0,
  }
}
