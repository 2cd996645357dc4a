/** What is still lost of a run, where other runs delivered some of it later. */
import { type Kysely, sql } from 'kysely'

import { groupedMax } from '#contract/connectors/problems/problem-group.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type DeliveredLater, deliveredLaterOf } from './arrivals.repository.ts'
import type { Range } from './problem-groups.repository.ts'

type Db = Kysely<Tables>

type OfRun = { readonly companyId: string; readonly connectorId: string; readonly runId: string }
type LostOfRun = OfRun & { readonly failed: number; readonly unknown: number }

/** Records that each of some runs lost and that were delivered since, by run id. Nothing is looked at where nothing was delivered since. */
export async function deliveredLaterOfRuns(db: Db, runs: readonly LostOfRun[]): Promise<ReadonlyMap<string, DeliveredLater>> {
  const found = new Map<string, DeliveredLater>()
  const lost = runs.filter(({ failed, unknown }) => failed + unknown > 0 && failed + unknown <= groupedMax)
  const since = await deliveredSince(db, lost)
  for (const { failed, unknown, ...of } of lost) {
    const delivered = since.get(of.runId) ?? 0
    if (delivered === 0) continue
    found.set(of.runId, await followed(db, of, `${of.runId} ${failed} ${unknown} ${delivered}`))
  }
  return found
}

/** How many records of one company's runs were delivered by runs that began after each, by run id. A run of events receives the same record again while it is open. */
export async function deliveredSince(db: Db, runs: readonly OfRun[]): Promise<ReadonlyMap<string, number>> {
  const [first] = runs
  if (first === undefined) return new Map()
  const { rows } = await sql<{ readonly id: string; readonly delivered: number }>`
    select r.id, later.delivered from runs r cross join lateral (
      select coalesce(sum(l.records_delivered), 0)::int8 as delivered from runs l
      where l.company_id = r.company_id and l.connector_id = r.connector_id
        and (l.created_at > r.created_at or (l.id = r.id and r.trigger = 'webhook'))) later
    where r.company_id = ${first.companyId} and r.id = any(${runs.map(({ runId }) => runId)}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, delivered }) => [id, Number(delivered)]))
}

/** By what was lost and what was delivered since: while both are the same, so is what arrived. */
const known = new Map<string, DeliveredLater>()
const knownMax = 1_000

async function followed(db: Db, range: Range, key: string): Promise<DeliveredLater> {
  const before = known.get(key)
  if (before !== undefined) return before
  const later = await deliveredLaterOf(db, range)
  if (known.size >= knownMax) known.clear()
  known.set(key, later)
  return later
}
