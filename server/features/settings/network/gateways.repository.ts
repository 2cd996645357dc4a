/** Gateways of a company, how they do, and what names them. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { GatewayForm, GatewayTest } from '#contract/settings/network/gateway.ts'
import { jsonText } from '../../../platform/database/json-text.ts'
import type { SealedValue } from '../../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }
type Use = Pick<Selectable<Tables['company_gateway_use']>, 'used_at' | 'failed_at' | 'failure' | 'test'>
export type GatewayRow = Selectable<Tables['company_gateways']> & { [Name in keyof Use]: Use[Name] | null }

const gateways = (db: Db, companyId: string) =>
  db
    .selectFrom('company_gateways as g')
    .leftJoin('company_gateway_use as u', 'u.gateway_id', 'g.id')
    .selectAll('g')
    .select(['u.used_at', 'u.failed_at', 'u.failure'])
    // A test of the gateway before it was changed says nothing about it now.
    .select(sql<GatewayTest | null>`case when u.tested_revision = g.revision then u.test end`.as('test'))
    .where('g.company_id', '=', companyId)

/** Newest first. */
export const listGateways = (db: Db, companyId: string): Promise<GatewayRow[]> =>
  gateways(db, companyId).orderBy('g.created_at', 'desc').orderBy('g.id', 'desc').execute()

/** Ids of those with this name; two at most. */
export const idsOfGateways = async (db: Db, companyId: string, name: string): Promise<string[]> =>
  (await gateways(db, companyId).where('g.name', '=', name.trim()).limit(2).execute()).map(({ id }) => id)

export const findGateway = (db: Db, { companyId, id }: Which): Promise<GatewayRow | undefined> =>
  gateways(db, companyId).where('g.id', '=', id).executeTakeFirst()

export type ChosenGateway = Omit<GatewayForm, 'presharedKey'> & { readonly secret: SealedValue }
const columnsOf = ({ name, provider, endpointUrl, username, enabled, secret }: ChosenGateway) => ({
  ...{ name: name.trim(), provider, endpoint_url: endpointUrl.trim(), username: username.trim(), enabled },
  secret: jsonText(secret),
})

/** False where the company has as many as it may. Two at once wait for each other. */
export async function addGateway(tx: Db, { companyId, id }: Which, chosen: ChosenGateway, max: number): Promise<boolean> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
  if ((await listGateways(tx, companyId)).length >= max) return false
  await tx
    .insertInto('company_gateways')
    .values({ id, company_id: companyId, ...columnsOf(chosen) })
    .execute()
  return true
}

/** False where it was changed since this revision, or is gone. Without a revision it is changed whatever it is. */
export async function changeGateway(
  tx: Db,
  { companyId, id }: Which,
  chosen: ChosenGateway,
  revision?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company_gateways')
    .set({ ...columnsOf(chosen), revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(revision !== undefined, (change) => change.where('revision', '=', revision ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeGateway(tx: Db, { companyId, id }: Which): Promise<void> {
  await tx.deleteFrom('company_gateways').where('company_id', '=', companyId).where('id', '=', id).execute()
}

const names = (config: string) =>
  sql`(${sql.ref(config)}::jsonb->'source'->>'gateway', ${sql.ref(config)}::jsonb->'destination'->>'gateway')`
/** Enrichments, and the destinations besides the first one. */
const enriches = (config: string, id: string) =>
  sql`(exists (select from jsonb_array_elements(case jsonb_typeof(${sql.ref(config)}::jsonb->'enrichment') when 'array'
    then ${sql.ref(config)}::jsonb->'enrichment' else '[]' end) e where e->>'gateway' = ${id})
    or exists (select from jsonb_array_elements(case jsonb_typeof(${sql.ref(config)}::jsonb->'routes'->'others') when 'array'
    then ${sql.ref(config)}::jsonb->'routes'->'others' else '[]' end) o where o->'destination'->>'gateway' = ${id}))`

/** Names of connectors whose draft or live version goes through it, and of private endpoints and connections behind it; so many at most. */
export async function usersOfGateway(db: Db, { companyId, id }: Which, max: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select c.name from connectors c
      left join connector_versions v on v.connector_id = c.id and v.company_id = c.company_id and v.number = c.live_version
      where c.company_id = ${companyId} and c.deleted_at is null and (
        ${id} in ${names('c.draft')} or ${enriches('c.draft', id)} or ${id} in ${names('v.config')} or ${enriches('v.config', id)})
      union all select name from private_endpoints where company_id = ${companyId} and gateway_id = ${id}
      union all select name from connections where company_id = ${companyId} and place ->> 'gateway' = ${id}
    ) users order by name limit ${max}`.execute(db)
  return rows.map(({ name }) => name)
}

/** Whether another test may be made now; then it is counted. Two at once wait for each other. */
export async function countGatewayTest(db: Db, id: string, anHour: number): Promise<boolean> {
  const { rows } = await sql`
    insert into company_gateway_use as u (gateway_id, tests) values (${id}, array[now()])
    on conflict (gateway_id) do update set tests = array(
      select t from unnest(u.tests) t where t > now() - interval '1 hour') || now()
    where (select count(*) from unnest(u.tests) t where t > now() - interval '1 hour') < ${anHour}
    returning gateway_id`.execute(db)
  return rows.length > 0
}

export async function keepGatewayTest(db: Db, id: string, revision: number, test: GatewayTest): Promise<void> {
  await db
    .updateTable('company_gateway_use')
    .set({ test: jsonText(test), tested_revision: revision })
    .where('gateway_id', '=', id)
    .execute()
}

/** What became of a request through it. @param failure null: it opened the way. Nothing where it was deleted meanwhile. */
export async function noteGatewayUse(db: Db, id: string, failure: string | null): Promise<void> {
  await sql`
    insert into company_gateway_use as u (gateway_id, used_at, failed_at, failure)
    select id, case when ${failure}::text is null then now() end, case when ${failure}::text is not null then now() end, ${failure}
    from company_gateways where id = ${id}
    on conflict (gateway_id) do update set
      used_at = coalesce(excluded.used_at, u.used_at), failed_at = coalesce(excluded.failed_at, u.failed_at),
      failure = coalesce(excluded.failure, u.failure)`.execute(db)
}

/** Calls that the API keys of a company have made in the minute and the hour that are. */
type Span = { readonly calls: number; readonly since: Date; readonly endsAt: Date }

export async function countedCalls(db: Kysely<Tables>, companyId: string): Promise<{ minute: Span; hour: Span }> {
  const of = async (span: 'minute' | 'hour'): Promise<Span> => {
    const [at, calls] = [sql.ref(`c.${span}_at`), sql.ref(`c.${span}_calls`)]
    const { rows } = await sql<Span>`
      select t.since, t.since + ${`1 ${span}`}::interval as "endsAt", case when ${at} = t.since then ${calls} else 0 end as calls
      from (select date_trunc(${sql.lit(span)}, clock_timestamp(), 'UTC') as since) t
      left join company_key_calls c on c.company_id = ${companyId}`.execute(db)
    return rows[0] ?? { calls: 0, since: new Date(), endsAt: new Date() }
  }
  return { minute: await of('minute'), hour: await of('hour') }
}
