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

export type Person = { readonly id: string; readonly firstName: string; readonly lastName: string }
const peopleMax = 500

/** Active people of a company. */
export async function namesOfPeople(db: Db, companyId: string): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select id, first_name as "firstName", last_name as "lastName" from users
    where company_id = ${companyId} and active and confirmed order by created_at limit ${peopleMax}`.execute(db)
  return rows
}
