/** What a member has that ends or goes to somebody else with them. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly memberId: string }

export async function countSessions(db: Db, { companyId, memberId }: Which): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('user_id', '=', memberId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function namesOfKeys(db: Db, { companyId, memberId }: Which): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('name')
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .where('enabled', '=', true)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function connectorsOf(db: Db, { companyId, memberId }: Which) {
  const rows = await db
    .selectFrom('connectors')
    .select(['id', 'name', 'status'])
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(({ id, name, status }) => ({ _id: id, name, isActive: status === 'Active' }))
}

/** Active members but one. */
export async function listHeirs(db: Db, { companyId, memberId }: Which) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', companyId)
    .where('id', '<>', memberId)
    .where('active', '=', true)
    .where('confirmed', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('first_name')
    .orderBy('last_name')
    .limit(500)
    .execute()
  return rows.map((row) => ({ _id: row.id, name: `${row.first_name} ${row.last_name}`.trim() }))
}

/**
 * All connectors of somebody, deleted ones included, become another person's, and so do the sums of their records.
 * @returns the ids of those that are there.
 */
export async function handOver(tx: Db, { companyId, memberId }: Which, heir: string): Promise<string[]> {
  const rows = await tx
    .updateTable('connectors')
    .set({ owner_id: heir })
    .where('company_id', '=', companyId)
    .where('owner_id', '=', memberId)
    .returning(['id', 'deleted_at'])
    .execute()
  await sql`
    with gone as (delete from owner_sums where owner_id = ${memberId} and company_id = ${companyId} returning *)
    insert into owner_sums as t (company_id, owner_id, width, at, delivered, failed, skipped, unknown, took_ms, latencies)
    select company_id, ${heir}::uuid, width, at, delivered, failed, skipped, unknown, took_ms, latencies from gone
    on conflict (owner_id, width, at) do update set
      delivered = t.delivered + excluded.delivered, failed = t.failed + excluded.failed, skipped = t.skipped + excluded.skipped,
      unknown = t.unknown + excluded.unknown, took_ms = t.took_ms + excluded.took_ms,
      latencies = case when t.latencies is null then excluded.latencies when excluded.latencies is null then t.latencies
        else (select array_agg(a + b order by place) from unnest(t.latencies, excluded.latencies) with ordinality as u(a, b, place)) end`.execute(
    tx,
  )
  return rows.filter(({ deleted_at: at }) => at === null).map(({ id }) => id)
}
