/** What the ledger says of records that may be replayed: their own lines, and those of all their replays before. */
import { type Kysely, sql } from 'kysely'

import { openRunStates } from '#contract/connectors/runs/run.lifecycle.ts'
import type { ReplayRecordStatus } from '#contract/studio/replay.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { copyColdRecords } from '../ledger/cold-copies.repository.ts'
import { replacedAmong } from '../ledger/record-versions.repository.ts'
import { isNoneOf } from '../ledger/unsent.repository.ts'
import { withinRuns } from '../runs/run-bounds.repository.ts'
import type { ConnectorKey, NewReplayLine } from './replays.repository.ts'

type Db = Kysely<Tables>
type Place = { readonly r: string; readonly p: number }

const nameOf = (runId: string | null, position: number | null) => `${runId}/${position}`

/** What became of a record in one run. */
export type Fate = {
  /** Null where the ledger has no line of it. */
  readonly status: 'success' | 'failure' | 'skipped' | 'left-out' | 'unknown' | null
  readonly code: string | null
  /** Whether its run may still end it. */
  readonly isOpen: boolean
  readonly isKept: boolean
  /** Whether the live version does not have its destination any more. */
  readonly isRemoved: boolean
}

/** @param own of the transaction that is chosen; @param all of it, of what it was a replay of, and of all replays of that. */
export function recordStatusOf(own: Fate | undefined, all: readonly Fate[]): ReplayRecordStatus {
  if (all.some(({ status, isOpen }) => status === null && isOpen)) return 'pending'
  // Of an event without a list no record was read.
  if (!own?.isKept || own.code === 'source/no-list') return 'not-kept'
  if (own.isRemoved) return 'no-destination'
  if (all.some(({ status }) => status === 'success')) return 'arrived'
  if (all.some(({ status }) => status === 'unknown')) return 'unknown'
  return own.status === 'skipped' || own.status === 'left-out' ? 'skipped' : 'never-arrived'
}

async function fatesOf(db: Db, companyId: string, places: readonly Place[]): Promise<Map<string, Fate>> {
  await copyColdRecords(
    db,
    companyId,
    places.map(({ r, p }) => ({ runId: r, position: p })),
  )
  const open = sql.join(openRunStates.map((state) => sql`${state}`))
  const { rows } = await sql<Fate & Place>`
    select k.r, k.p, t.status, t.error ->> 'code' as code, coalesce(r.status in (${open}), false) as "isOpen", q.number is not null as "isKept",
      coalesce(${isNoneOf('v', 's.route')}, false) as "isRemoved"
    from json_to_recordset(${JSON.stringify(places)}::json) as k(r uuid, p int)
    left join runs r on r.id = k.r and r.company_id = ${companyId}
    left join transactions t on t.run_id = k.r and t.position = k.p and t.company_id = ${companyId} and ${withinRuns('t.run_id', places)}
    left join read_pages q on q.run_id = t.run_id and q.number = t.page and ${withinRuns('q.run_id', places)}
    left join source_pages s on s.run_id = t.run_id and s.number = t.page and ${withinRuns('s.run_id', places)}
    left join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    left join connector_versions v on v.company_id = c.company_id and v.connector_id = c.id and v.number = c.live_version`.execute(
    db,
  )
  return new Map(rows.map((row) => [nameOf(row.r, row.p), row]))
}

/** Where else some records were sent, by the record: by their replays, and by later runs that sent them first. */
async function replaysOf(db: Db, companyId: string, roots: readonly Place[]): Promise<Map<string, Place[]>> {
  const { rows } = await sql<{ readonly root: string; readonly rootPosition: number } & Place>`
    select l.root_run as root, l.root_position as "rootPosition", y.run_id as r, l.place as p
    from json_to_recordset(${JSON.stringify(roots)}::json) as k(r uuid, p int)
    join replay_lines l on l.root_run = k.r and l.root_position = k.p and l.company_id = ${companyId} and l.place is not null
    join replays y on y.id = l.replay_id and y.run_id is not null
    union all
    select c.from_run, c.from_position, c.run_id, c.position
    from json_to_recordset(${JSON.stringify(roots)}::json) as k(r uuid, p int)
    join carried_records c on c.from_run = k.r and c.from_position = k.p and c.company_id = ${companyId}`.execute(db)
  return Map.groupBy(rows, ({ root, rootPosition }) => nameOf(root, rootPosition))
}

type Whence = Pick<NewReplayLine, 'run_id' | 'position' | 'root_run' | 'root_position' | 'record_key'>

/**
 * The status of each record of a plan, in order. A record that failed or whose outcome is unknown counts as arrived where a later version of it did. Where
 * the name of the records is only guessed, another record may have come under the same key: then it may have arrived, and a person decides.
 */
export async function recordStatusesOf(db: Db, whose: ConnectorKey, lines: readonly Whence[]): Promise<ReplayRecordStatus[]> {
  const standings = await ownStatuses(db, whose.companyId, lines)
  const replaced = await replacedAmong(
    db,
    whose,
    lines.filter((_, at) => standings[at] === 'never-arrived' || standings[at] === 'unknown'),
  )
  return lines.map((line, at) => {
    const later = replaced.get(line)
    return later ? (later.isSame ? 'arrived' : 'unknown') : (standings[at] ?? 'not-kept')
  })
}

/** The same by what the ledger says of the records themselves. */
async function ownStatuses(db: Db, companyId: string, lines: readonly Whence[]): Promise<ReplayRecordStatus[]> {
  const placed = lines.flatMap(({ run_id, position, root_run, root_position }) =>
    run_id === null || position === null || root_run === null || root_position === null
      ? []
      : [{ own: { r: run_id, p: position }, root: { r: root_run, p: root_position } }],
  )
  if (placed.length === 0) return lines.map(() => 'new')
  const replays = await replaysOf(
    db,
    companyId,
    placed.map(({ root }) => root),
  )
  const places = new Map(
    [...placed.flatMap(({ own, root }) => [own, root]), ...[...replays.values()].flat()].map(({ r, p }) => [
      nameOf(r, p),
      { r, p },
    ]),
  )
  const fates = await fatesOf(db, companyId, [...places.values()])
  return lines.map(({ run_id, position, root_run, root_position }) => {
    if (run_id === null) return 'new'
    const root = nameOf(root_run, root_position)
    const names = [nameOf(run_id, position), root, ...(replays.get(root) ?? []).map(({ r, p }) => nameOf(r, p))]
    return recordStatusOf(
      fates.get(nameOf(run_id, position)),
      names.flatMap((name) => fates.get(name) ?? []),
    )
  })
}

/** What some transactions go back to: of a replay the record that was replayed first, of one that was
 * sent for an earlier run the record there, of others they themselves. */
export async function rootsOf(db: Db, companyId: string, places: readonly Place[]): Promise<Place[]> {
  if (places.length === 0) return []
  const { rows } = await sql<Place & { readonly root: string | null; readonly rootPosition: number | null }>`
    select k.r, k.p, l.root_run as root, l.root_position as "rootPosition"
    from json_to_recordset(${JSON.stringify(places)}::json) as k(r uuid, p int)
    join replays y on y.run_id = k.r and y.company_id = ${companyId}
    join replay_lines l on l.replay_id = y.id and l.place = k.p
    union all
    select k.r, k.p, c.from_run, c.from_position
    from json_to_recordset(${JSON.stringify(places)}::json) as k(r uuid, p int)
    join carried_records c on c.run_id = k.r and c.position = k.p and c.company_id = ${companyId}`.execute(db)
  const roots = new Map(rows.map((row) => [nameOf(row.r, row.p), row]))
  return places.map(({ r, p }) => {
    const known = roots.get(nameOf(r, p))
    return known?.root == null ? { r, p } : { r: known.root, p: known.rootPosition ?? 0 }
  })
}
