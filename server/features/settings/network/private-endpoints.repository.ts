/** Private endpoints of companies: what was asked for and what was decided. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import type { HostPort } from '#contract/settings/network/host-port.ts'
import {
  type EndpointMove,
  type EndpointStatus,
  privateEndpointLifecycle,
} from '#contract/settings/network/private-endpoint.lifecycle.ts'
import type { EndpointForm } from '#contract/settings/network/private-endpoint.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }
export type EndpointRow = Selectable<Tables['private_endpoints']> & { gateway_name: string | null; company: string }

const endpoints = (db: Db) =>
  db
    .selectFrom('private_endpoints as e')
    .innerJoin('companies as c', 'c.id', 'e.company_id')
    .leftJoin('company_gateways as g', 'g.id', 'e.gateway_id')
    .selectAll('e')
    .select(['g.name as gateway_name', 'c.name as company'])

/** Newest first. */
export const listEndpoints = (db: Db, companyId: string): Promise<EndpointRow[]> =>
  endpoints(db).where('e.company_id', '=', companyId).orderBy('e.asked_at', 'desc').orderBy('e.id', 'desc').execute()

/** Ids of those with this name; two at most. */
export const idsOfEndpoints = async (db: Db, companyId: string, name: string): Promise<string[]> =>
  (await endpoints(db).where('e.company_id', '=', companyId).where('e.name', '=', name.trim()).limit(2).execute()).map(
    ({ id }) => id,
  )

export const findEndpoint = (db: Db, { companyId, id }: Which): Promise<EndpointRow | undefined> =>
  endpoints(db).where('e.company_id', '=', companyId).where('e.id', '=', id).executeTakeFirst()

/** Of whichever company: for the operator. */
export const findAnyEndpoint = (db: Db, id: string): Promise<EndpointRow | undefined> =>
  endpoints(db).where('e.id', '=', id).executeTakeFirst()

/** Of all companies: those that wait first, then the newest. */
export const listRequests = (db: Db, max: number): Promise<EndpointRow[]> =>
  endpoints(db).orderBy(sql`e.status <> 'asked'`).orderBy('e.asked_at', 'desc').orderBy('e.id', 'desc').limit(max).execute()

/** Two at once wait for each other. */
export async function addEndpoint(
  tx: Db,
  { companyId, id, askedBy, host, port, ...form }: Which & HostPort & EndpointForm & { readonly askedBy: string },
  max: number,
): Promise<'added' | 'too-many' | 'exists'> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
  if ((await listEndpoints(tx, companyId)).length >= max) return 'too-many'
  const { name, serviceType, endpointUrl, region, enabled, gatewayId } = form
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('private_endpoints')
    .values({
      ...{
        id,
        company_id: companyId,
        asked_by: askedBy,
        name: name.trim(),
        service_type: serviceType,
        endpoint_url: endpointUrl.trim(),
      },
      ...{ host, port, region, enabled, gateway_id: gatewayId },
    })
    .onConflict((on) => on.columns(['company_id', 'host', 'port', 'gateway_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n ? 'added' : 'exists'
}

/** False where it was changed since this revision, or is gone. Without a revision it is changed whatever it is. */
export async function switchEndpoint(tx: Db, { companyId, id }: Which, enabled: boolean, revision?: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('private_endpoints')
    .set({ enabled, revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(revision !== undefined, (change) => change.where('revision', '=', revision ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function removeEndpoint(tx: Db, { companyId, id }: Which): Promise<void> {
  await tx.deleteFrom('private_endpoints').where('company_id', '=', companyId).where('id', '=', id).execute()
}

type Decision = { readonly reason: string | null; readonly networks: readonly string[]; readonly askedBy?: string }

/** Moves it along its chart; false where it is in none of the states that allow that. @param companyId null: of whichever company. */
export async function moveEndpoint(
  tx: Db,
  { companyId, id }: { readonly companyId: string | null; readonly id: string },
  type: EndpointMove['type'],
  { reason, networks, askedBy }: Decision,
): Promise<boolean> {
  const from = statesAllowing(privateEndpointLifecycle, type)
  const to = moved(privateEndpointLifecycle, from[0] ?? 'asked', { type }, undefined) as EndpointStatus
  const isAsked = to === 'asked'
  const { rows } = await sql`
    update private_endpoints set status = ${to}, reason = ${reason}, networks = ${[...networks]}::text[], revision = revision + 1,
      asked_by = coalesce(${askedBy ?? null}::uuid, asked_by), asked_at = case when ${isAsked} then now() else asked_at end, decided_at = case when ${isAsked} then null else now() end
    where id = ${id} and (${companyId}::uuid is null or company_id = ${companyId}) and status = any(${from}) returning id`.execute(
    tx,
  )
  return rows.length === 1
}
