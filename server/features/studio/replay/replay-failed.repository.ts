/** Plans of everything that failed, however many records that is: made by one statement, and counted in slices. What becomes of them stands in `replay-slices.repository.ts`. */
import { type Kysely, sql } from 'kysely'

import type { ReplayRecordStatus } from '#contract/studio/replay.ts'
import type { ReplayCounts } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { copyColdRange } from '#server/records/ledger/cold-ranges.repository.ts'
import { sliceMax } from '#server/records/replay/replay-slices.repository.ts'
import { recordStatusesOf } from '#server/records/replay/replay-status.repository.ts'
import {
  addReplay,
  type ConnectorKey,
  linesAfter,
  type NewReplay,
  type ReplayRow,
} from '#server/records/replay/replays.repository.ts'
import { allLost } from '../../connectors/problems/problem-groups.repository.ts'

type Db = Kysely<Tables>

/** What failed: of a run, or in a time (ISO 8601; the end is not included), or there by one cause. */
export type Failed = {
  readonly runId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly problem?: string | undefined
  /** The number of a destination. */
  readonly destination?: number | undefined
}

export type NewFailedReplay = Omit<NewReplay, 'source' | 'given' | 'lines' | 'found'> & { readonly failed: Failed }

const nothingCounted: ReplayCounts = { standings: {}, chosen: 0, decided: 0, placed: 0 }

/**
 * Keeps a plan of everything that failed. A line for each record, with what it goes back to, oldest first; of several that go back to the same one the
 * newest, and of several versions of a record (`record-versions.repository.ts`) the newest.
 */
export async function addFailedReplay(tx: Db, { failed, ...it }: NewFailedReplay): Promise<void> {
  const { runId = null } = failed
  const isNew = await addReplay(tx, { ...it, source: 'live', given: null, lines: [], found: 0 })
  if (!isNew) return
  await copyColdRange(tx, { companyId: it.companyId, connectorId: it.connectorId, ...failed }, true)
  const lost = allLost({ companyId: it.companyId, connectorId: it.connectorId, ...failed }, failed.problem)
  const { rows } = await sql<{ found: number }>`
    with lost as materialized (${lost}),
    rooted as (
      select t.*, coalesce(l.root_run, c.from_run, t.run_id) as root_run, coalesce(l.root_position, c.from_position, t.position) as root_position
      from lost t
      left join replays y on y.run_id = t.run_id and y.company_id = ${it.companyId}
      left join replay_lines l on l.replay_id = y.id and l.place = t.position
      left join carried_records c on c.run_id = t.run_id and c.position = t.position and c.company_id = ${it.companyId}),
    once as (select distinct on (root_run, root_position) * from rooted order by root_run, root_position, run_id desc, position desc),
    counted as (select *, count(*) over (partition by record_key, root_run) as alike from once),
    versions as (
      select *, record_key <> position::text and max(alike) over (partition by record_key) = 1 as named,
        max(root_run::text collate "C") filter (where record_key <> position::text) over (partition by record_key) as newest
      from counted),
    written as (
      insert into replay_lines (company_id, replay_id, number, run_id, position, root_run, root_position, record_key)
      select ${it.companyId}, ${it.id}, row_number() over (order by root_run, root_position), run_id, position, root_run, root_position, record_key
      from versions where not named or root_run::text = newest)
    select count(*)::int as found from lost`.execute(tx)
  await tx
    .updateTable('replays')
    .set({ found: rows[0]?.found ?? 0, of_run: runId, counts: JSON.stringify(nothingCounted) })
    .where('id', '=', it.id)
    .where('company_id', '=', it.companyId)
    .execute()
}

/**
 * Whether retention has removed all records of such a plan since it was counted. It removes pages of whole runs, so one page of one run says that there
 * is something left; what is missing of the others is counted when its slice is sent.
 */
export async function isRemoved(db: Db, { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>): Promise<boolean> {
  const { rows } = await sql<{ planned: boolean; kept: boolean }>`
    with runs as materialized (
      select distinct run_id from replay_lines where replay_id = ${id} and company_id = ${company_id} and run_id is not null)
    select exists (select 1 from runs) as planned,
      exists (select 1 from runs r join read_pages q on q.run_id = r.run_id) or exists (select 1 from cold_files f
        where f.company_id = ${company_id} and f.week in (select week_of_run(run_id) from runs)) as kept`.execute(db)
  return rows[0]?.planned === true && !rows[0].kept
}

/** Writes down how each record of such a plan stands, slice by slice, and then how many there are of each. Nobody waits for it but who asked. */
export async function countFailedReplay(
  db: Db,
  whose: ConnectorKey,
  replay: Pick<ReplayRow, 'id' | 'company_id'>,
): Promise<void> {
  const sums = new Map<ReplayRecordStatus, number>()
  for (let from = 0; ; ) {
    const lines = await linesAfter(db, replay, from, sliceMax)
    const last = lines.at(-1)
    if (!last) break
    const standings = await recordStatusesOf(db, whose, lines)
    const known = lines.map(({ number }, at) => ({ number, standing: standings[at] ?? 'not-kept' }))
    for (const { standing } of known) sums.set(standing, (sums.get(standing) ?? 0) + 1)
    await sql`
      update replay_lines set standing = g.standing from json_to_recordset(${JSON.stringify(known)}::json) as g(number int, standing text)
      where replay_id = ${replay.id} and company_id = ${replay.company_id} and replay_lines.number = g.number and place is null`.execute(
      db,
    )
    from = last.number
  }
  await db
    .updateTable('replays')
    .set({ counts: JSON.stringify({ ...nothingCounted, standings: Object.fromEntries(sums) } satisfies ReplayCounts) })
    .where('id', '=', replay.id)
    .where('company_id', '=', replay.company_id)
    .where('run_id', 'is', null)
    .execute()
}
