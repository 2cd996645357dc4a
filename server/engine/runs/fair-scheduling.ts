/** Companies share the places of a process (`faults.md` F42): who has the most gives one up for another that waits and would still have fewer. */
import type { Kysely } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'
import { waitingCompanies } from './resting-runs.repository.ts'
import type { RunHandle } from './run-handle.ts'

/** Called when every place is taken. A run that gives way keeps its place in the source and is taken over again when there is room. */
export function createSharing(db: Kysely<Tables>): (movers: readonly RunHandle[]) => Promise<void> {
  let isLeaving = false

  return async (movers) => {
    if (isLeaving || movers.length === 0) return
    const places = new Map<string, RunHandle[]>()
    for (const it of movers) places.set(it.run.companyId, [...(places.get(it.run.companyId) ?? []), it])
    const crowd = [...places.values()].reduce((a, b) => (b.length > a.length ? b : a))
    const waiting = await waitingCompanies(db)
    // Whoever is claimed next is of the company with the fewest moving runs, so the place goes to one that waits.
    if (!waiting.some((id) => (places.get(id)?.length ?? 0) + 1 < crowd.length)) return
    const newest = crowd.at(-1)
    if (!newest) return
    isLeaving = true
    newest.hold()
    void newest.done.then(() => {
      isLeaving = false
    })
  }
}
