/** Connections of a company. Every reading names who asks: a USER sees those that are shared with them and their own. */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { ConnectionState } from '#contract/connections/connection.lifecycle.ts'
import type { ConnectionForm, ConnectionUse } from '#contract/connections/connection.ts'
import type { ConnectionMember } from '#contract/connections/connection-page.ts'
import { jsonText } from '#server/platform/database/json-text.ts'
import type { ConnectionPlace, StoredAuth } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { TenantScope } from '#server/platform/security/access.ts'
import { stallPauses } from '#server/records/runs/stalls.repository.ts'

type Db = Kysely<Tables>
type Which = { readonly companyId: string; readonly id: string }
export type ConnectionRow = Selectable<Tables['connections']> & {
  readonly owner: string | null
  /** That somebody signed in to. */
  readonly account: string | null
  readonly uses: number
}

/** Whether a person who sees only their own may use a connection. */
const isShared = (userId: string) => sql<boolean>`(c.visibility = 'everyone' or c.owner_id = ${userId} or exists (
  select from connection_people p where p.company_id = c.company_id and p.connection_id = c.id and p.user_id = ${userId}))`

const connections = (db: Db, { companyId, ownerId }: TenantScope) =>
  db
    .selectFrom('connections as c')
    .leftJoin('users as o', (on) =>
      on.onRef('o.id', '=', 'c.owner_id').onRef('o.company_id', '=', 'c.company_id').on('o.removed_at', 'is', null),
    )
    .leftJoin('connection_tokens as t', (on) =>
      on.onRef('t.company_id', '=', 'c.company_id').onRef('t.connection_id', '=', 'c.id'),
    )
    .selectAll('c')
    .select('t.account')
    .select(sql<string | null>`nullif(trim(o.first_name || ' ' || o.last_name), '')`.as('owner'))
    .where('c.company_id', '=', companyId)
    .$if(ownerId !== null, (query) => query.where(isShared(ownerId ?? '')))

/** How many connectors use each connection in their draft or live version. Not those of deleted connectors, which have no rows. */
const used = (db: Db, companyId: string, id?: string) =>
  db
    .selectFrom('connection_uses')
    .select(['connection_id as id', sql<number>`count(distinct connector_id)::int`.as('uses')])
    .where('company_id', '=', companyId)
    .$if(id !== undefined, (query) => query.where('connection_id', '=', id ?? ''))
    .groupBy('connection_id')
    .execute()

/** In the order of their names. */
export async function listConnections(db: Db, scope: TenantScope): Promise<ConnectionRow[]> {
  const rows = await connections(db, scope).orderBy(sql`lower(c.name)`).execute()
  if (rows.length === 0) return []
  const counts = new Map((await used(db, scope.companyId)).map(({ id, uses }) => [id, uses]))
  return rows.map((row) => ({ ...row, uses: counts.get(row.id) ?? 0 }))
}

export async function findConnection(db: Db, scope: TenantScope, id: string): Promise<ConnectionRow | null> {
  const row = await connections(db, scope).where('c.id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const [count] = await used(db, scope.companyId, id)
  return { ...row, uses: count?.uses ?? 0 }
}

/** Those of these connections that may be used. */
export const connectionsById = (db: Db, scope: TenantScope, ids: readonly string[]) =>
  connections(db, scope)
    .where('c.id', 'in', ids.length === 0 ? [''] : [...ids])
    .execute()

/** Those with these names, in capitals or not, that may be used. */
export const connectionsByName = (db: Db, scope: TenantScope, names: readonly string[]) =>
  connections(db, scope)
    .where(sql<string>`lower(c.name)`, 'in', names.length === 0 ? [''] : names.map((it) => it.trim().toLowerCase()))
    .execute()

/** Ids of the people that each connection of the company is shared with, by its id. */
export async function sharedWith(db: Db, companyId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ id: string; people: string[] }>`
    select p.connection_id as id, array_agg(p.user_id::text) as people from connection_people p
    join users u on u.id = p.user_id and u.company_id = p.company_id and u.removed_at is null
    where p.company_id = ${companyId} group by p.connection_id`.execute(db)
  return new Map(rows.map(({ id, people }) => [id, people]))
}

export async function peopleOf(db: Db, { companyId, id }: Which): Promise<{ _id: string; name: string }[]> {
  return db
    .selectFrom('connection_people as p')
    .innerJoin('users as u', (on) => on.onRef('u.id', '=', 'p.user_id').onRef('u.company_id', '=', 'p.company_id'))
    .select(['u.id as _id', sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('name')])
    .where('p.company_id', '=', companyId)
    .where('p.connection_id', '=', id)
    .where('u.removed_at', 'is', null)
    .orderBy('name')
    .execute()
}

export async function nameOfMember(db: Db, { companyId, userId }: { readonly companyId: string; readonly userId: string }) {
  const row = await db
    .selectFrom('users')
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? null
}

const active = (db: Db, companyId: string) =>
  db.selectFrom('users').where('company_id', '=', companyId).where('removed_at', 'is', null).where('active', '=', true)

const asMember = [
  'id as _id',
  'role',
  sql<string>`coalesce(nullif(trim(first_name || ' ' || last_name), ''), email)`.as('name'),
] as const

/** Active members by name. `page` counts from 1. */
export async function activeMembers(
  db: Db,
  companyId: string,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ data: ConnectionMember[]; total: number }> {
  const { total } = await active(db, companyId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const data = await active(db, companyId)
    .select([...asMember])
    .orderBy(sql`lower(first_name || ' ' || last_name)`)
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { data, total: Number(total) }
}

/** Null where no active member of the company has this id. */
export async function activeMember(db: Db, companyId: string, id: string): Promise<ConnectionMember | null> {
  const row = await active(db, companyId)
    .select([...asMember])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export type ChosenConnection = {
  readonly form: ConnectionForm
  readonly auth: StoredAuth
  readonly origin: string
  readonly state: ConnectionState
}

function placeOf({ url, database, gateway, requestsPerSecond, atOnce, testPath }: ConnectionForm): ConnectionPlace {
  return {
    ...(url === undefined ? {} : { url: url.trim() }),
    ...(database === undefined ? {} : { database }),
    ...(gateway === undefined ? {} : { gateway }),
    ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
    ...(atOnce === undefined ? {} : { atOnce }),
    ...(testPath === undefined ? {} : { testPath }),
  }
}

const columnsOf = ({ form, auth, origin, state }: ChosenConnection) => ({
  ...{ name: form.name.trim(), kind: form.kind, visibility: form.visibility, origin, state },
  ...{ place: jsonText(placeOf(form)), auth: jsonText(auth) },
})

export async function isNameTaken(tx: Db, { companyId, id }: Which, name: string): Promise<boolean> {
  const row = await tx
    .selectFrom('connections')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '<>', id)
    .where(sql`lower(name)`, '=', name.trim().toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Two that name a connection at once wait for each other. */
export async function lockConnectionNames(tx: Db, companyId: string): Promise<void> {
  await tx.selectFrom('companies').select('id').where('id', '=', companyId).forNoKeyUpdate().execute()
}

/** False where the company has as many as it may. The caller holds the lock of names. */
export async function addConnection(
  tx: Db,
  { companyId, id, ownerId }: Which & { readonly ownerId: string },
  chosen: ChosenConnection,
  max: number,
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('connections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= max) return false
  await tx
    .insertInto('connections')
    .values({ id, company_id: companyId, owner_id: ownerId, ...columnsOf(chosen) })
    .execute()
  return true
}

/** False where it was changed since this revision, or is gone. Without a revision it is changed whatever it is. */
export async function changeConnection(
  tx: Db,
  { companyId, id }: Which,
  { isReplaced, ...chosen }: ChosenConnection & { readonly isReplaced: boolean },
  revision?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connections')
    .set({
      ...columnsOf(chosen),
      state_at: sql<Date>`case when state = ${chosen.state} then state_at else now() end`,
      last_check: sql`case when ${chosen.state} = 'new' then null else last_check end`,
      revision: sql<number>`revision + 1`,
      ...(isReplaced ? { access_revision: sql<number>`access_revision + 1` } : {}),
    })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(revision !== undefined, (change) => change.where('revision', '=', revision ?? 0))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Runs of these connectors, and parts of runs, that wait for a connection go on with the next claim. The pause after interruptions stays. */
export async function wakeRuns(tx: Db, companyId: string, connectorIds: readonly string[]): Promise<void> {
  if (connectorIds.length === 0) return
  await sql`update runs set waits_until = null
    where company_id = ${companyId} and connector_id = any(${[...connectorIds]}::uuid[]) and status = 'running' and owner is null
      and waits_until > now() and held_by = 'connection'`.execute(tx)
  await sql`update run_parts p set waits_until = null, free_since = now() from runs r
    where r.id = p.run_id and r.company_id = p.company_id and r.company_id = ${companyId}
      and r.connector_id = any(${[...connectorIds]}::uuid[]) and r.status = 'running' and r.held_by = 'connection'
      and p.ended_at is null and p.owner is null and p.waits_until > now() and p.stalls <= ${stallPauses.free}`.execute(tx)
}

export async function moveConnection(tx: Db, { companyId, id }: Which, state: ConnectionState): Promise<void> {
  await tx
    .updateTable('connections')
    .set({ state, state_at: sql<Date>`now()`, last_check: null, revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Those of these people who belong to the company are the ones it is shared with. */
export async function sharePeople(tx: Db, { companyId, id }: Which, people: readonly string[]): Promise<void> {
  await tx.deleteFrom('connection_people').where('company_id', '=', companyId).where('connection_id', '=', id).execute()
  if (people.length === 0) return
  await sql`insert into connection_people (company_id, connection_id, user_id)
    select ${companyId}, ${id}, u.id from users u
    where u.company_id = ${companyId} and u.removed_at is null and u.id = any(${people}::uuid[])`.execute(tx)
}

export async function removeConnection(tx: Db, { companyId, id }: Which): Promise<void> {
  await tx.deleteFrom('connections').where('company_id', '=', companyId).where('id', '=', id).execute()
}

type Use = Omit<ConnectionUse, 'isSeen'> & { readonly ownerId: string }

/** Connectors whose draft or live version uses it, in the order of their names. */
export async function usesOfConnection(db: Db, { companyId, id }: Which): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select c.id as "connectorId", c.name, c.status, c.owner_id as "ownerId", c.live_version as "liveVersion",
      array_agg(distinct u.role) as roles, bool_or(u.version = 0) as "inDraft", bool_or(u.version > 0) as "isLive"
    from connection_uses u join connectors c on c.id = u.connector_id and c.company_id = u.company_id and c.deleted_at is null
    where u.company_id = ${companyId} and u.connection_id = ${id}
    group by c.id order by lower(c.name), c.id`.execute(db)
  return rows
}

type Troubled = {
  readonly id: string
  readonly name: string | null
  readonly state: 'failing' | 'off' | 'ended'
  readonly isSeen: boolean
}

/** Connections of the live version of a connector that are off, refused or ended, in the order of their names. `isSeen`: of this scope; another one is not named. */
export async function troubledConnections(
  db: Db,
  { companyId, ownerId }: TenantScope,
  connectorId: string,
): Promise<(Troubled & { readonly since: string })[]> {
  const { rows } = await sql<Troubled & { since: Date }>`
    select c.id, c.name, c.state, c.state_at as since, ${ownerId === null ? sql`true` : isShared(ownerId)} as "isSeen"
    from connections c where c.company_id = ${companyId} and c.state in ('failing', 'off', 'ended') and exists (
      select from connection_uses u
      where u.company_id = c.company_id and u.connector_id = ${connectorId} and u.version > 0 and u.connection_id = c.id::text)
    order by lower(c.name)`.execute(db)
  return rows.map((row) => ({ ...row, name: row.isSeen ? row.name : null, since: row.since.toISOString() }))
}

/** @returns false where it was changed since this revision, or is gone. */
export async function setSharing(
  tx: Db,
  { companyId, id }: Which,
  { visibility, people }: Pick<ConnectionForm, 'visibility' | 'people'>,
  revision?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connections')
    .set({ visibility, revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .$if(revision !== undefined, (change) => change.where('revision', '=', revision ?? 0))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await sharePeople(tx, { companyId, id }, visibility === 'named' ? people : [])
  return true
}

export async function setOwner(tx: Db, { companyId, id }: Which, ownerId: string): Promise<void> {
  await tx
    .updateTable('connections')
    .set({ owner_id: ownerId, revision: sql<number>`revision + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** Whether another test may be made now; then it is counted. */
export async function countConnectionTest(db: Db, { companyId, id }: Which, anHour: number): Promise<boolean> {
  const { rows } = await sql`
    update connections c set tests = array(select t from unnest(c.tests) t where t > now() - interval '1 hour') || now()
    where company_id = ${companyId} and id = ${id}
      and (select count(*) from unnest(c.tests) t where t > now() - interval '1 hour') < ${anHour}
    returning id`.execute(db)
  return rows.length > 0
}
