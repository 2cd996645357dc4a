/** Companies share the event loop: while several of them call, few calls of each are answered at once and its others wait in its own line, person by person. */
import { comparisonEndpoints } from '../contract/comparison.ts'
import { dryRunEndpoints } from '../contract/dry-run.ts'
import { probeEndpoints } from '../contract/probe.ts'
import type { Caller } from './access.ts'

/** More would not be quicker: they share one thread. */
const alone = 8
const amongOthers = 1
/** Milliseconds after its last call in which a company counts among the others. */
const near = 1_000

/** These wait for other systems, for up to a minute; they have a limit of their own. */
const patient = new Set(
  [probeEndpoints, dryRunEndpoints, comparisonEndpoints].flatMap((them) => Object.values(them).map(({ path }) => path as string)),
)

/** A company: its calls that are being answered, and those that wait, by person; whoever is next stands first. */
type Gate = { open: number; seen: number; readonly lines: Map<string, (() => void)[]> }

export type FairCalls = <T>(caller: Caller | null, path: string, work: () => Promise<T>) => Promise<T>

/** @param now milliseconds of a clock that never goes back. */
export function createFairCalls(now: () => number = () => performance.now()): FairCalls {
  const gates = new Map<string, Gate>()

  function places(): number {
    const at = now()
    let active = 0
    for (const [id, { open, seen }] of gates) {
      if (open > 0 || at - seen < near) active += 1
      else gates.delete(id)
    }
    return active > 1 ? amongOthers : alone
  }

  function letIn(gate: Gate): void {
    for (const max = places(); gate.open < max; ) {
      const [first] = gate.lines
      if (!first) return
      const [person, line] = first
      const enter = line.shift()
      gate.lines.delete(person)
      if (line.length > 0) gate.lines.set(person, line)
      gate.open += 1
      enter?.()
    }
  }

  function enter({ companyId, userId }: Caller): Promise<Gate> {
    const gate = gates.get(companyId) ?? { open: 0, seen: 0, lines: new Map() }
    gates.set(companyId, gate)
    gate.seen = now()
    const line = gate.lines.get(userId) ?? []
    gate.lines.set(userId, line)
    const { promise, resolve } = Promise.withResolvers<Gate>()
    line.push(() => resolve(gate))
    letIn(gate)
    return promise
  }

  return async (caller, path, work) => {
    if (caller === null || patient.has(path)) return work()
    const gate = await enter(caller)
    try {
      return await work()
    } finally {
      gate.open -= 1
      letIn(gate)
    }
  }
}
