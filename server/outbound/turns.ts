/**
 * Turns at an origin: so many requests are open at once, and those who wait are let in lane by lane, so that a long lane holds nobody else up.
 * Undici has a queue of its own, but nothing can be taken back from it and its waiting counts as the other side's slowness; so it is kept empty.
 */
import { OutboundFault } from './fault.ts'

type Waiter = { readonly enter: () => void }
type Gate = { open: number; readonly lanes: Map<string, Waiter[]> }

/** Whose turn: a lane is a run; `signals` take a waiter back, who then gets an `OutboundFault` of the kind `withheld`. */
export type Turn = { readonly origin: string; readonly lane: string; readonly signals: readonly (AbortSignal | undefined)[] }

export type Turns = {
  /** Resolves with what gives the turn back. Rejects with `withheld` when one of the signals is or becomes aborted before. */
  readonly take: (turn: Turn) => Promise<() => void>
}

/** @param atOnce requests per origin. */
export function createTurns(atOnce: number): Turns {
  const gates = new Map<string, Gate>()

  function leave(origin: string, gate: Gate): void {
    gate.open -= 1
    const [first] = gate.lanes
    if (first) {
      const [lane, waiters] = first
      const waiter = waiters.shift()
      // The lane goes to the end: the next turn is another's.
      gate.lanes.delete(lane)
      if (waiters.length > 0) gate.lanes.set(lane, waiters)
      waiter?.enter()
    } else if (gate.open === 0) gates.delete(origin)
  }

  function once(origin: string, gate: Gate): () => void {
    gate.open += 1
    let left = false
    return () => {
      if (left) return
      left = true
      leave(origin, gate)
    }
  }

  function wait({ origin, lane, signals }: Turn, gate: Gate): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const waiters = gate.lanes.get(lane) ?? []
      const forget = () => {
        for (const signal of signals) signal?.removeEventListener('abort', withdraw)
      }
      const waiter: Waiter = {
        enter: () => {
          forget()
          resolve(once(origin, gate))
        },
      }
      const withdraw = () => {
        forget()
        const at = waiters.indexOf(waiter)
        if (at >= 0) waiters.splice(at, 1)
        if (waiters.length === 0 && gate.lanes.get(lane) === waiters) gate.lanes.delete(lane)
        reject(new OutboundFault('withheld', false))
      }
      for (const signal of signals) signal?.addEventListener('abort', withdraw, { once: true })
      waiters.push(waiter)
      gate.lanes.set(lane, waiters)
    })
  }

  return {
    take: async (turn) => {
      if (turn.signals.some((signal) => signal?.aborted)) throw new OutboundFault('withheld', false)
      const gate = gates.get(turn.origin) ?? { open: 0, lanes: new Map() }
      gates.set(turn.origin, gate)
      return gate.open < atOnce && gate.lanes.size === 0 ? once(turn.origin, gate) : wait(turn, gate)
    },
  }
}
