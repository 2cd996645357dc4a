/** Companies share the event loop: of one that uses more than its share one call is answered at a time, and its others wait in its own line, person by person. */

import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type CompanyTurns, createCompanyTurns, weights } from '../../engine/fairness/tenant-scheduling.ts'
import { workFor } from '../../platform/database/fair-connections.ts'
import type { Caller } from '../../platform/security/access.ts'

/** More would not be quicker: they share one thread. */
const most = 8
const overShare = 1

/** A company: its calls in progress, and those that wait, by person; the next one is first. */
type Gate = { open: number; readonly lines: Map<string, (() => void)[]> }

/** Whose turn it is. */
type Waiting = Pick<Caller, 'companyId' | 'userId'>

export type FairCalls = <T>(caller: Waiting | null, endpoint: Pick<Endpoint, 'isHeavy'>, work: () => Promise<T>) => Promise<T>

/** @param turns of the process, in which its runs stand too. */
export function createFairCalls(turns: CompanyTurns = createCompanyTurns()): FairCalls {
  const gates = new Map<string, Gate>()

  function letIn(companyId: string, gate: Gate): void {
    for (const max = turns.isOverShare(companyId) ? overShare : most; gate.open < max; ) {
      const [first] = gate.lines
      if (!first) break
      const [person, line] = first
      const enter = line.shift()
      gate.lines.delete(person)
      if (line.length > 0) gate.lines.set(person, line)
      gate.open += 1
      enter?.()
    }
    if (gate.open === 0) gates.delete(companyId)
  }

  function enter({ companyId, userId }: Waiting): Promise<Gate> {
    const gate = gates.get(companyId) ?? { open: 0, lines: new Map() }
    gates.set(companyId, gate)
    const line = gate.lines.get(userId) ?? []
    gate.lines.set(userId, line)
    const { promise, resolve } = Promise.withResolvers<Gate>()
    line.push(() => resolve(gate))
    letIn(companyId, gate)
    return promise
  }

  return async (caller, { isHeavy = false }, work) => {
    if (caller === null) return work()
    const { companyId } = caller
    if (isHeavy) {
      await turns.take(companyId, weights.call)
      return workFor(companyId, work)
    }
    const gate = await enter(caller)
    try {
      await turns.take(companyId, weights.call)
      return await workFor(companyId, work)
    } finally {
      gate.open -= 1
      letIn(companyId, gate)
    }
  }
}
