/** The run of a replay: how it is opened, and which records it begins with. What people see of a replay stands in `replays.ts`. */
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { changed } from '../../platform/database/changes.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { parseExactly } from '../../platform/json/exact.ts'
import { type AsRead, recordsOf } from '../ledger/read-records.repository.ts'
import { hasOwnKey, replacedAmong } from '../ledger/record-versions.repository.ts'
import { withinRuns } from '../runs/run-bounds.repository.ts'
import type { ConnectorKey } from './replays.repository.ts'

type Db = Kysely<Tables>

type NewReplayRun = {
  readonly companyId: string
  readonly connectorId: string
  readonly version: number
  readonly startedBy: string
}

/** Puts the run of a replay into the queue and returns its id; null while another replay of the connector is open. */
export async function openReplayRun(tx: Db, it: NewReplayRun): Promise<string | null> {
  const open = sql.join(openRunStates.map((state) => sql.lit(state)))
  const { rows } = await sql<{ id: string }>`
    insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, started_by)
    values (${newId()}, ${it.companyId}, ${it.connectorId}, ${it.version}, 'replay', 'queued', 'Waiting for the engine.',
      'The engine takes it over as soon as it is free.', '{}', ${it.startedBy})
    on conflict (connector_id, (trigger = 'replay')) where status in (${open}) do nothing
    returning id`.execute(tx)
  const [row] = rows
  if (!row) return null
  await changed(tx, { companyId: it.companyId, connectorId: it.connectorId, what: 'run' })
  return row.id
}

type RunOf = { readonly companyId: string; readonly id: string }

export type ReplayOfRun = {
  readonly replayId: string
  /** Milliseconds between two records. */
  readonly delay: number
  /** Records that are replayed; null where that is decided slice by slice (`replay-slices.repository.ts`). */
  readonly count: number | null
}

/** The replay that a run is of. */
export async function replayOfRun(db: Db, { companyId, id }: RunOf): Promise<ReplayOfRun> {
  const { rows } = await sql<ReplayOfRun>`
    select y.id as "replayId", y.delay_ms as delay,
      case when y.counts is null then (select count(*)::int from replay_lines l where l.replay_id = y.id and l.place is not null) end as count
    from replays y where y.run_id = ${id} and y.company_id = ${companyId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`run ${id} is of no replay`)
  return row
}

type Line = { readonly number: number; readonly run_id: string | null; readonly position: number | null }

/** The records of a person, as they are kept with a replay. */
export const givenText = (records: readonly unknown[]): Buffer => Buffer.from(JSON.stringify(records))

/** The records of some lines of a replay, from the first on as many as are opened at once (`recordsOf`). */
export async function recordsOfLines(db: Db, companyId: string, replayId: string, lines: readonly Line[]): Promise<AsRead[]> {
  const { given } = await db
    .selectFrom('replays')
    .select('given')
    .where('company_id', '=', companyId)
    .where('id', '=', replayId)
    .executeTakeFirstOrThrow()
  if (given === null) {
    const places = lines.map(({ run_id, position }) => ({ runId: run_id ?? '', position: position ?? 0 }))
    return recordsOf(db, companyId, places)
  }
  const records = parseExactly(given.toString()) as unknown[]
  return lines.map(({ number }) => ({ record: records[(number - 1) % records.length] }))
}

/** A record as it was read, the name of its own that it has in the ledger, and the number of its destination (null: a person gave the record); null where it went out of keeping. */
type Replayed = (NonNullable<AsRead> & { readonly name: string | null; readonly route: number | null }) | null

/** Stands for a record of which a later version has arrived since the replay was planned. */
export const overtaken = Symbol('overtaken')

const columns = ['number', 'run_id', 'position', 'root_run', 'root_position', 'record_key', 'standing', 'place'] as const

/** Of some places in the run of a replay those whose record must not be sent any more, because a later version of it arrived meanwhile. */
export async function overtakenPlaces(
  db: Db,
  whose: ConnectorKey,
  replayId: string,
  places: readonly number[],
): Promise<ReadonlySet<number>> {
  const lines = await db
    .selectFrom('replay_lines')
    .select(columns)
    .where('company_id', '=', whose.companyId)
    .where('replay_id', '=', replayId)
    .where('place', '=', sql<number>`any(${places}::int[])`)
    .where('standing', '=', 'never-arrived')
    .execute()
  const replaced = await replacedAmong(db, whose, lines)
  return new Set(lines.flatMap((line) => (replaced.has(line) && line.place !== null ? line.place : [])))
}

/** The numbers of the destinations of some records, in their order; null of those that no run has read. */
async function routesOf(
  db: Db,
  companyId: string,
  lines: readonly Pick<Line, 'run_id' | 'position'>[],
): Promise<(number | null)[]> {
  const places = lines.flatMap(({ run_id, position }, i) => (run_id === null ? [] : { i, r: run_id, p: position }))
  if (places.length === 0) return []
  const { rows } = await sql<{ i: number; route: number }>`
    select k.i, s.route from json_to_recordset(${JSON.stringify(places)}::json) as k(i int, r uuid, p int)
    join lateral (
      select route from source_pages s where s.company_id = ${companyId} and s.run_id = k.r and ${withinRuns('s.run_id', places)} and s.first_position <= k.p
      order by s.number desc limit 1) s on true`.execute(db)
  const routes = new Map(rows.map(({ i, route }) => [i, route]))
  return lines.map((_, at) => routes.get(at) ?? null)
}

/** The records of a replay from a place in its run on, as many of so many as are opened at once. */
export async function replayedRecords(
  db: Db,
  whose: ConnectorKey,
  replayId: string,
  from: number,
  limit: number,
): Promise<(Replayed | typeof overtaken)[]> {
  const lines = await db
    .selectFrom('replay_lines')
    .select(columns)
    .where('company_id', '=', whose.companyId)
    .where('replay_id', '=', replayId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(limit)
    .execute()
  const replaced = await replacedAmong(
    db,
    whose,
    lines.filter(({ standing }) => standing === 'never-arrived'),
  )
  const records = await recordsOfLines(db, whose.companyId, replayId, lines)
  const routes = await routesOf(db, whose.companyId, lines)
  return lines.map((line, at) => {
    const record = records[at] ?? null
    if (replaced.has(line)) return overtaken
    return record && { ...record, name: hasOwnKey(line) ? line.record_key : null, route: routes[at] ?? null }
  })
}
