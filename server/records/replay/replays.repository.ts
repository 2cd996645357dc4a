/** Replays as the rest of the program asks for them. Their runs stand in `replay-runs.repository.ts`, what is known of their records in `replay-status.repository.ts`. */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { ReplayInclude, ReplayRecordStatus, ReplaySelection, ReplaySource } from '#contract/studio/replay.ts'
import { isSelectable, isSent, replayedStatuses } from '#contract/studio/replay-selection.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type ReplayRow = Selectable<Tables['replays']>
export type ReplayLineRow = Selectable<Tables['replay_lines']>
export type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

export type NewReplayLine = Pick<ReplayLineRow, 'run_id' | 'position' | 'root_run' | 'root_position' | 'record_key'>

export type NewReplay = ConnectorKey & {
  readonly id: string
  readonly version: number
  readonly source: ReplaySource
  readonly delay: number
  readonly from: Date | null
  readonly to: Date | null
  readonly found: number
  readonly given: Buffer | null
  readonly plannedBy: string
  readonly lines: readonly NewReplayLine[]
}

/** Keeps a plan, and says whether it is new. One with this id that is there already stays as it is: the request was made before. */
export async function addReplay(tx: Db, it: NewReplay): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('replays')
    .values({
      id: it.id,
      company_id: it.companyId,
      connector_id: it.connectorId,
      version: it.version,
      source: it.source,
      delay_ms: it.delay,
      from_at: it.from,
      to_at: it.to,
      found: it.found,
      given: it.given,
      planned_by: it.plannedBy,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return false
  const given = it.lines.map((line, at) => ({ n: at + 1, ...line }))
  await sql`
    insert into replay_lines (company_id, replay_id, number, run_id, position, root_run, root_position, record_key)
    select ${it.companyId}, ${it.id}, n, run_id, position, root_run, root_position, record_key
    from json_to_recordset(${jsonText(given)}::json)
      as g(n int, run_id uuid, position int, root_run uuid, root_position int, record_key text)`.execute(tx)
  return true
}

const own = (db: Db, { companyId, connectorId }: ConnectorKey) =>
  db.selectFrom('replays').where('company_id', '=', companyId).where('connector_id', '=', connectorId)

/** One replay of a connector, or null. */
export const findReplay = async (db: Db, whose: ConnectorKey, id: string): Promise<ReplayRow | null> =>
  (await own(db, whose).selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** The same; nobody else starts or discards it before the transaction ends. */
export const lockReplay = async (tx: Db, whose: ConnectorKey, id: string): Promise<ReplayRow | null> =>
  (await own(tx, whose).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** The name of the person who planned a replay; null where that person is gone. */
export async function plannerOf(db: Db, { company_id, planned_by }: ReplayRow): Promise<string | null> {
  if (planned_by === null) return null
  const row = await db
    .selectFrom('users')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('id', '=', planned_by)
    .where('company_id', '=', company_id)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Replays of a connector, newest first. `page` counts from 1. */
export async function listReplays(
  db: Db,
  whose: ConnectorKey,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ rows: ReplayRow[]; total: number }> {
  const rows = await own(db, whose)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { total } = await own(db, whose)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

/** The records of a replay, in order. */
export const linesOfReplay = (db: Db, { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>): Promise<ReplayLineRow[]> =>
  db
    .selectFrom('replay_lines')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('replay_id', '=', id)
    .orderBy('number')
    .execute()

/** Nothing of a plan is selected otherwise than its choice says. */
export const asChosen: ReplaySelection = { withFailing: true, add: [], leave: [] }

/** A condition on lines of `replay_lines` whose standing was counted: those that are sent by a choice and a selection. */
function selectedWhere(include: ReplayInclude, { withFailing, add, leave }: ReplaySelection) {
  const seen = add.filter(({ standing }) => isSelectable(standing))
  const numbers = add.map(({ number }) => number)
  return sql<boolean>`number <> all(${[...leave]}::int[]) and case when number = any(${numbers}::int[])
    then exists (select 1 from json_to_recordset(${JSON.stringify(seen)}::json) as s(number int, standing text)
      where s.number = replay_lines.number and s.standing = replay_lines.standing)
    else standing = any(${replayedStatuses(include)}::text[])
      and (${withFailing} or not (would_fail and standing = 'never-arrived')) end`
}

/** Which lines of a plan are wanted: those that are sent by a choice and a selection, or all others. */
export type LinesPart = { readonly include: ReplayInclude; readonly selection: ReplaySelection; readonly isSent: boolean }

const partWhere = ({ include, selection, isSent: sent }: LinesPart) => {
  const selected = selectedWhere(include, selection)
  return sent ? selected : sql<boolean>`(${selected}) is not true`
}

/** How many counted lines of a plan belong to a part. */
export async function countLines(
  db: Db,
  { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>,
  part: LinesPart,
): Promise<number> {
  const { count } = await db
    .selectFrom('replay_lines')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', company_id)
    .where('replay_id', '=', id)
    .where(partWhere(part))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Writes down which counted lines of a plan a person selected, and returns how many. The others are not sent, whatever becomes of them until their turn. */
export async function pickLines(
  tx: Db,
  row: Pick<ReplayRow, 'id' | 'company_id'>,
  include: ReplayInclude,
  selection: ReplaySelection,
): Promise<number> {
  const selected = selectedWhere(include, selection)
  await sql`
    update replay_lines set picked = case when (${selected}) is true
      then case when standing = any(${replayedStatuses(include)}::text[]) then null else standing end else 'left' end
    where replay_id = ${row.id} and company_id = ${row.company_id}`.execute(tx)
  return countLines(tx, row, { include, selection, isSent: true })
}

/** Whether a line is sent as it stands now, by its choice and by what a person selected at the start. */
export function isPicked(
  { standing, picked }: { readonly standing: ReplayRecordStatus; readonly picked: ReplayLineRow['picked'] },
  include: ReplayInclude,
): boolean {
  if (picked === null) return isSent(standing, include)
  return picked === standing && isSelectable(standing)
}

/** The records of a replay after a number, in order; with `part` those of a part of a counted plan. */
export const linesAfter = (
  db: Db,
  { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>,
  after: number,
  limit: number,
  part: LinesPart | null = null,
  offset = 0,
): Promise<ReplayLineRow[]> =>
  db
    .selectFrom('replay_lines')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('replay_id', '=', id)
    .where('number', '>', after)
    .$if(part !== null, (lines) => lines.where(part === null ? sql<boolean>`true` : partWhere(part)))
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute()

export type StartedLine = { readonly number: number; readonly standing: ReplayRecordStatus; readonly place: number | null }

/** Writes down what of some lines is sent, and where. */
export async function placeLines(
  tx: Db,
  { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>,
  lines: readonly StartedLine[],
): Promise<void> {
  await sql`
    update replay_lines set standing = g.standing, place = g.place
    from json_to_recordset(${JSON.stringify(lines)}::json) as g(number int, standing text, place int)
    where replay_id = ${id} and company_id = ${company_id} and replay_lines.number = g.number`.execute(tx)
}

/** Writes down with which run a replay was started, and what of it is sent. */
export async function startReplay(
  tx: Db,
  row: ReplayRow,
  { runId, include, lines }: { readonly runId: string; readonly include: ReplayInclude; readonly lines: readonly StartedLine[] },
): Promise<void> {
  const { id, company_id } = row
  await placeLines(tx, row, lines)
  await tx
    .updateTable('replays')
    .set({ run_id: runId, include: JSON.stringify(include) })
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .execute()
}

/** Gives a plan up that was not started. */
export async function discardReplay(tx: Db, { id, company_id }: ReplayRow): Promise<void> {
  await tx
    .updateTable('replays')
    .set({ discarded_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('company_id', '=', company_id)
    .where('run_id', 'is', null)
    .where('discarded_at', 'is', null)
    .execute()
}

/** Removes replays that were planned so many days ago and whose run, if they had one, has ended. */
export async function forgetOldReplays(db: Db, days: number): Promise<void> {
  await sql`
    delete from replays y where created_at < now() - ${days}::int * interval '1 day'
      and not exists (select 1 from runs r where r.id = y.run_id and r.company_id = y.company_id and r.ended_at is null)
      and not exists (select 1 from replay_lines l join runs o on o.id = l.root_run where l.replay_id = y.id and o.unsent > 0)`.execute(
    db,
  )
}
