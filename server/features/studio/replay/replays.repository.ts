/** Replays as the rest of the program asks for them. Their runs stand in `replay-runs.repository.ts`, what is known of their records in `replay-status.repository.ts`. */
import { type Kysely, type Selectable, sql } from 'kysely'

import type { ReplayInclude, ReplayRecordStatus, ReplaySource } from '#contract/studio/replay.ts'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type ReplayRow = Selectable<Tables['replays']>
export type ReplayLineRow = Selectable<Tables['replay_lines']>
export type Whose = { readonly companyId: string; readonly connectorId: string }

export type NewReplayLine = Pick<ReplayLineRow, 'run_id' | 'position' | 'root_run' | 'root_position' | 'record_key'>

export type NewReplay = Whose & {
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

const own = (db: Db, { companyId, connectorId }: Whose) =>
  db.selectFrom('replays').where('company_id', '=', companyId).where('connector_id', '=', connectorId)

/** One replay of a connector, or null. */
export const findReplay = async (db: Db, whose: Whose, id: string): Promise<ReplayRow | null> =>
  (await own(db, whose).selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** The same; nobody else starts or discards it before the transaction ends. */
export const lockReplay = async (tx: Db, whose: Whose, id: string): Promise<ReplayRow | null> =>
  (await own(tx, whose).selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Replays of a connector, newest first. `page` counts from 1. */
export async function listReplays(
  db: Db,
  whose: Whose,
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

/** The records of a replay after a number, in order; with `standings` those that were seen to stand so. */
export const linesAfter = (
  db: Db,
  { id, company_id }: Pick<ReplayRow, 'id' | 'company_id'>,
  after: number,
  limit: number,
  standings: readonly ReplayRecordStatus[] | null = null,
): Promise<ReplayLineRow[]> =>
  db
    .selectFrom('replay_lines')
    .selectAll()
    .where('company_id', '=', company_id)
    .where('replay_id', '=', id)
    .where('number', '>', after)
    .$if(standings !== null, (lines) => lines.where('standing', 'in', standings ?? []))
    .orderBy('number')
    .limit(limit)
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
