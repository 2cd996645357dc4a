/**
 * Turns at an origin: so many requests are open at once, and those who wait are let in party by party (a company) and within a party lane by
 * lane (a run), so that neither a long lane nor a company with many of them holds anybody else up (`faults.md` F42).
 * Undici has a queue of its own, but nothing can be taken back from it and its waiting counts as the other side's slowness; so it is kept empty.
 */
import { OutboundFault } from './fault.ts'

type Waiter = { readonly enter: () => void }
type WaitersByTenant = Map<string, Waiter[]>
/** In both maps whoever is next stands first. */
type Gate = { open: number; readonly parties: Map<string, WaitersByTenant> }

/** Whose turn. `signals` take a waiter back, who then gets an `OutboundFault` of the kind `withheld`. */
export type Turn = {
  readonly origin: string
  readonly party: string
  readonly lane: string
  readonly signals: readonly (AbortSignal | undefined)[]
}

export type Turns = {
  /** Resolves with what gives the turn back. Rejects with `withheld` when one of the signals is or becomes aborted before. */
  readonly take: (turn: Turn) => Promise<() => void>
}

/** Puts an entry at the end, or away when nothing of it is left. */
function sendToEnd<T>(map: Map<string, T>, name: string, it: T, isEmpty: boolean): void {
  map.delete(name)
  if (!isEmpty) map.set(name, it)
}

/** Takes the next waiter out of the line. */
function nextOf({ parties }: Gate): Waiter | undefined {
  const [party] = parties
  const [lane] = party?.[1] ?? []
  if (!party || !lane) return undefined
  const [name, lanes] = party
  const waiter = lane[1].shift()
  sendToEnd(lanes, lane[0], lane[1], lane[1].length === 0)
  sendToEnd(parties, name, lanes, lanes.size === 0)
  return waiter
}

function join({ parties }: Gate, { party, lane }: Turn, waiter: Waiter): void {
  const lanes: WaitersByTenant = parties.get(party) ?? new Map()
  parties.set(party, lanes)
  const waiters = lanes.get(lane) ?? []
  lanes.set(lane, waiters)
  waiters.push(waiter)
}

/** Leaves the line, without a change to the order of those who stay. */
function withdrawFrom({ parties }: Gate, { party, lane }: Turn, waiter: Waiter): void {
  const lanes = parties.get(party)
  const waiters = lanes?.get(lane)
  const at = waiters?.indexOf(waiter) ?? -1
  if (at >= 0) waiters?.splice(at, 1)
  if (waiters?.length === 0) lanes?.delete(lane)
  if (lanes?.size === 0) parties.delete(party)
}

/** @param atOnce requests per origin. */
export function createTurns(atOnce: number): Turns {
  const gates = new Map<string, Gate>()

  function leave(origin: string, gate: Gate): void {
    gate.open -= 1
    const waiter = nextOf(gate)
    if (waiter) waiter.enter()
    else if (gate.open === 0) gates.delete(origin)
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

  function wait(turn: Turn, gate: Gate): Promise<() => void> {
    const { origin, signals } = turn
    return new Promise((resolve, reject) => {
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
        withdrawFrom(gate, turn, waiter)
        reject(new OutboundFault('withheld', false))
      }
      for (const signal of signals) signal?.addEventListener('abort', withdraw, { once: true })
      join(gate, turn, waiter)
    })
  }

  return {
    take: async (turn) => {
      if (turn.signals.some((signal) => signal?.aborted)) throw new OutboundFault('withheld', false)
      const gate = gates.get(turn.origin) ?? { open: 0, parties: new Map() }
      gates.set(turn.origin, gate)
      return gate.open < atOnce && gate.parties.size === 0 ? once(turn.origin, gate) : wait(turn, gate)
    },
  }
}
