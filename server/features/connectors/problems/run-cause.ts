/** What most of the lost records of a run were lost for. */
import type { Kysely } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'
import { groupsOf, type LostGroup } from './problem-groups.repository.ts'

type OfRun = { readonly companyId: string; readonly connectorId: string; readonly runId: string }

/** Causes of runs that have ended: what was lost in one does not change any more. */
const known = new Map<string, LostGroup | null>()
const knownMax = 1_000

/** The most frequent cause of a run that has ended; null where it lost nothing. */
export async function causeOfRun(db: Kysely<Tables>, of: OfRun): Promise<LostGroup | null> {
  const kept = known.get(of.runId)
  if (kept !== undefined) return kept
  const [first = null] = (await groupsOf(db, of)).groups
  if (known.size >= knownMax) known.clear()
  known.set(of.runId, first)
  return first
}
