/** Connectors as a judge of alarms finds them, at a time that a test gives. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Alarm, AlarmExplanation, AlarmKind, ConnectorAlarms } from '#contract/alerts/alarm.ts'
import { judgeOnce } from '#server/features/alerts/alarm-evaluation.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { emailOf, goodConfig, makeConnector, type TestServer, type Who } from '../kit/test-server.ts'

export const publicUrl = 'https://crane.example'
export const hour = 3_600_000
export const minute = 60_000

/** A Friday. */
export const friday = new Date('2026-11-20T09:20:00.000Z')
export const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)

/** Nothing of the tests before is judged or counted. */
export async function clear({ database: { db } }: TestServer): Promise<void> {
  await sql`update connectors set deleted_at = now() where deleted_at is null`.execute(db)
  await sql`delete from schedules`.execute(db)
  await sql`delete from alarm_events`.execute(db)
  await sql`delete from alarms`.execute(db)
  await sql`delete from messages`.execute(db)
}

type Scene = { readonly name?: string; readonly status?: string; readonly activeSince?: Date; readonly as?: Who }

/** A connector that works since long ago. */
export async function working(server: TestServer, { name = 'Orders', status = 'Active', activeSince, as = 'userA' }: Scene = {}) {
  const { db } = server.database
  const { connector } = await makeConnector(server, as)
  const whose = { companyId: server.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config: goodConfig, authorId: server.ids.userA })
  await sql`update connectors set name = ${name}, status = ${status}, live_version = 1,
    status_since = ${activeSince ?? new Date('2026-01-01T00:00:00Z')} where id = ${connector._id}`.execute(db)
  return connector._id
}

export async function schedule(server: TestServer, id: string, nextAt: Date, of: { cron?: string; zone?: string | null } = {}) {
  await sql`insert into schedules (connector_id, company_id, cron, time_zone, next_at)
    values (${id}, ${server.companies.A}, ${of.cron ?? '0 9 * * *'}, ${of.zone ?? null}, ${nextAt})`.execute(server.database.db)
}

type Count = { readonly delivered?: number; readonly failed?: number }

/** Records of one hour, or of a quarter of it. */
export async function records(server: TestServer, id: string, at: Date, { delivered = 0, failed = 0 }: Count, width = 60) {
  await sql`insert into connector_sums (company_id, connector_id, width, at, delivered, failed, skipped, unknown, took_ms)
    values (${server.companies.A}, ${id}, ${width}, ${at}, ${delivered}, ${failed}, 0, 0, 0)`.execute(server.database.db)
}

export async function run(server: TestServer, id: string, status: string, at: Date, trigger = 'schedule') {
  const isOver = status === 'failed' || status === 'succeeded'
  await sql`insert into runs (id, company_id, connector_id, version, trigger, status, status_reason, status_next, checkpoint, created_at, started_at, ended_at)
    values (${uuid()}, ${server.companies.A}, ${id}, 1, ${trigger}, ${status}, '', '', '{}', ${at}, ${isOver ? at : null}, ${isOver ? at : null})`.execute(
    server.database.db,
  )
}

export const judge = (server: TestServer, now: Date) => judgeOnce({ db: server.database.db, publicUrl }, now)

export async function letters(server: TestServer, who: Who = 'userA') {
  const all = server.database.db.selectFrom('messages').select(['subject', 'body']).where('recipient', '=', emailOf(who))
  return all.orderBy('created_at').orderBy('id').execute()
}

export const subjects = async (server: TestServer, who: Who = 'userA') =>
  (await letters(server, who)).map(({ subject }) => subject)

export const alarmsOf = async (server: TestServer, id: string, as: Who = 'userA') =>
  (await server.ask('GET', `/api-connectors/${id}/alarms`, { as })).json<ConnectorAlarms>()

export async function alarm(server: TestServer, id: string, kind: AlarmKind): Promise<Alarm> {
  const found = (await alarmsOf(server, id)).alarms.find((it) => it.kind === kind)
  if (!found) throw new Error(`there is no alarm of the kind ${kind}`)
  return found
}

export const explain = async (server: TestServer, id: string, kind: AlarmKind) =>
  (await server.ask('GET', `/api-connectors/${id}/alarms/${kind}/explain`, { as: 'userA' })).json<AlarmExplanation>()

export const set = (server: TestServer, id: string, body: object, as: Who = 'userA') =>
  server.ask('PATCH', `/api-connectors/${id}/alarms/settings`, { as, body })
