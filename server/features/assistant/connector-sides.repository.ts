/** What a question may narrow itself by: the systems of each connector, who owns it, and the people of the company. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { TenantScope } from '../../platform/security/access.ts'

type Db = Kysely<Tables>

/** Addresses as lists show them, in lower case; empty where there is none yet. */
export type ConnectorSides = {
  readonly id: string
  readonly source: string
  readonly destination: string
  readonly ownerId: string
  /** Events arrive at it: it reads no source. */
  readonly isWebhook: boolean
  /** Null while none is live. */
  readonly liveVersion: number | null
}

/** `sought` holds name, source and destination, a line each; a name has no line breaks (`0015-connector-overview.sql`). */
export async function connectorSides(db: Db, { companyId, ownerId }: TenantScope): Promise<readonly ConnectorSides[]> {
  const { rows } = await sql<ConnectorSides>`
    select c.id, split_part(c.sought, E'\n', 2) as source, split_part(c.sought, E'\n', 3) as destination, c.owner_id as "ownerId",
      coalesce(c.draft #>> '{trigger,type}' = 'webhook', false) as "isWebhook",
      c.live_version as "liveVersion"
    from connectors c
    where c.company_id = ${companyId} and c.deleted_at is null ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}`.execute(
    db,
  )
  return rows
}

type NamedConnector = {
  readonly id: string
  readonly name: string
  /** Of the schedule of the live version; null where it has none. */
  readonly everySeconds: number | null
  readonly cron: string | null
}

/** What a connector may be called by: its name, and how often it runs. */
export async function namedConnectors(db: Db, { companyId, ownerId }: TenantScope): Promise<readonly NamedConnector[]> {
  const { rows } = await sql<NamedConnector>`
    select c.id, c.name, s.every_seconds as "everySeconds", s.cron
    from connectors c left join schedules s on s.connector_id = c.id and s.company_id = c.company_id
    where c.company_id = ${companyId} and c.deleted_at is null ${ownerId === null ? sql`` : sql`and c.owner_id = ${ownerId}`}
    order by lower(c.name), c.id`.execute(db)
  return rows
}

export type Person = { readonly id: string; readonly firstName: string; readonly lastName: string }
const peopleMax = 500

/** Active people of a company. */
export async function namesOfPeople(db: Db, companyId: string): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select id, first_name as "firstName", last_name as "lastName" from users
    where company_id = ${companyId} and active and confirmed order by created_at limit ${peopleMax}`.execute(db)
  return rows
}
