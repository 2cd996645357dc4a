/** The newest calls of webhooks: what became of each, and not what it carried. */
import { type Kysely, sql } from 'kysely'
import { type HookCall, hookCallsKept } from '#contract/connectors/triggers/hook.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

export type NewHookCall = ConnectorKey & Omit<HookCall, 'id' | 'at'> & { readonly at: Date }

type Refusal = { readonly at: string; readonly why: NonNullable<HookCall['why']>; readonly seconds: number | null }

/** What a column of whole numbers holds: the time of a request is whatever its sender writes. */
const intMax = 2_147_483_647

/** Adds calls, and removes those of the same webhooks that are too many: refused and answered ones, which anybody can cause, push out only such. */
export async function addHookCalls(db: Db, calls: readonly NewHookCall[]): Promise<void> {
  const of = <T>(read: (call: NewHookCall) => T) => calls.map(read)
  await sql`
    insert into hook_calls (company_id, connector_id, at, verdict, why, seconds, bytes, network, event_id)
    select c.company_id, c.id, e.at, e.verdict, e.why, e.seconds, e.bytes, e.network, e.event_id
    from unnest(${of((it) => it.connectorId)}::uuid[], ${of((it) => it.companyId)}::uuid[], ${of((it) => it.at.toISOString())}::timestamptz[],
      ${of((it) => it.verdict)}::text[], ${of((it) => it.why)}::text[], ${of(({ seconds }) => seconds && Math.max(-intMax, Math.min(seconds, intMax)))}::int[], ${of((it) => it.bytes)}::int[],
      ${of((it) => it.network)}::text[], ${of((it) => it.eventId)}::uuid[])
      with ordinality as e (connector_id, company_id, at, verdict, why, seconds, bytes, network, event_id, place)
    join connectors c on c.id = e.connector_id and c.company_id = e.company_id order by e.place`.execute(db)
  const connectors = [...new Set(of((it) => it.connectorId))]
  await sql`
    delete from hook_calls where id in (
      select id from (
        select id, row_number() over (partition by connector_id, verdict in ('refused', 'answered') order by id desc) as nth
        from hook_calls where connector_id = any(${connectors}::uuid[])) aged
      where nth > ${hookCallsKept}::int)`.execute(db)
}

/** The newest first. @param verdict null: all of them. */
export async function hookCalls(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  verdict: HookCall['verdict'] | null,
): Promise<HookCall[]> {
  const rows = await db
    .selectFrom('hook_calls')
    .select(['id', 'at', 'verdict', 'why', 'seconds', 'bytes', 'network', 'event_id as eventId'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .$if(verdict !== null, (some) => some.where('verdict', '=', verdict as HookCall['verdict']))
    .orderBy('id', 'desc')
    .limit(2 * hookCallsKept)
    .execute()
  return rows.map((row) => ({ ...row, id: String(row.id), at: row.at.toISOString() }))
}

/** The newest call that was refused since then; null where none was. */
export async function newestRefusal(db: Db, { companyId, connectorId }: ConnectorKey, since: Date): Promise<Refusal | null> {
  const row = await db
    .selectFrom('hook_calls')
    .select(['at', 'why', 'seconds'])
    .where('company_id', '=', companyId)
    .where('connector_id', '=', connectorId)
    .where('verdict', '=', 'refused')
    .where('at', '>=', since)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.why ? { at: row.at.toISOString(), why: row.why, seconds: row.seconds } : null
}

/** Removes calls that are so many days old. */
export async function forgetOldHookCalls(db: Db, days: number): Promise<void> {
  await sql`delete from hook_calls where at < now() - ${days}::int * interval '1 day'`.execute(db)
}
