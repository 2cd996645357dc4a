/** What most of the lost records of a run were lost for. */
import type { Kysely } from 'kysely'

import type { Tables } from '#server/platform/database/tables/tables.ts'
import { deliveredSince } from './delivered-later.repository.ts'
import { groupsWithArrivals } from './problem-group.ts'
import type { LostGroup } from './problem-groups.repository.ts'

type OfRun = { readonly companyId: string; readonly connectorId: string; readonly runId: string }

/** With the records that have not arrived since. */
export type CauseOfRun = LostGroup & { readonly openRecords: number }

/** Causes of runs that have ended, by what was delivered since: while that is the same, so are they. */
const known = new Map<string, CauseOfRun | null>()
const knownMax = 1_000

/** The most frequent cause of a run that has ended, of the records that have not arrived since; null where it lost nothing. */
export async function causeOfRun(db: Kysely<Tables>, of: OfRun): Promise<CauseOfRun | null> {
  const key = `${of.runId} ${(await deliveredSince(db, [of])).get(of.runId) ?? 0}`
  const before = known.get(key)
  if (before !== undefined) return before
  const [first = null] = (await groupsWithArrivals(db, of)).groups
  if (known.size >= knownMax) known.clear()
  known.set(key, first)
  return first
}
