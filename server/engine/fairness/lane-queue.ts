/** Those that wait for a pace, woken in their turn; one that cannot go yet does not hold up those behind it. */

/** Somebody who sends to the host, such as a run or one waiting request. */
export type Lane = {
  /** Requests a second that its system was set to; null: as many as the host takes. Lanes with the same number share it. */
  readonly perSecond: number | null
  /** Called when it may ask again. */
  readonly wake: () => void
}

export type PaceClock = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Calls back after so many milliseconds; returns what takes that back. */
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
  /** Whether a lane may go now. When not, it waits here and is woken. */
  readonly mayGo: (lane: Lane) => boolean
  /** It went, and what follows is the turn of another. */
  readonly gone: (lane: Lane) => void
  readonly leave: (lane: Lane) => void
  /** Wakes those that may go now. */
  readonly serve: () => void
  readonly isEmpty: () => boolean
}

/** @param wait milliseconds that a lane has to wait; infinite: until `serve` is called. */
export function createLaneQueue({ now, later }: PaceClock, wait: (lane: Lane, at: number) => number): LaneQueue {
  const queue = new Set<Lane>()
  let serving: Lane | null = null
  let timer: { readonly due: number; readonly cancel: () => void } | null = null

  /** Comes back when the first of those that wait may go. */
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

  /** Whether somebody who waits longer could go now. */
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
