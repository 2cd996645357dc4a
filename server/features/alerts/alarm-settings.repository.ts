/** What is watched of a connector, and whom it is told. A connector without a row has the usual settings. */
import { type Kysely, sql } from 'kysely'

import { type AlarmSettings, usualAlarmSettings } from '#contract/alerts/alarm.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

/** Rows of an older program may lack what is new. */
export const wholeSettings = (kept: Partial<AlarmSettings> | null): AlarmSettings => ({ ...usualAlarmSettings, ...kept })

/** Nobody else changes them before the transaction ends: the caller holds the row of the connector. */
export async function findAlarmSettings(db: Db, { companyId, connectorId }: ConnectorKey): Promise<AlarmSettings> {
  const row = await db
    .selectFrom('alarm_settings')
    .select('settings')
    .where('connector_id', '=', connectorId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return wholeSettings(row?.settings ?? null)
}

export async function saveAlarmSettings(
  tx: Db,
  { companyId, connectorId }: ConnectorKey,
  settings: AlarmSettings,
): Promise<void> {
  const row = { settings: jsonText(settings), updated_at: sql<Date>`now()` }
  await tx
    .insertInto('alarm_settings')
    .values({ connector_id: connectorId, company_id: companyId, ...row })
    .onConflict((on) => on.column('connector_id').doUpdateSet(row))
    .execute()
}

/** Where an alarm of a connector goes. */
export type Addressed = {
  readonly connectorId: string
  readonly connectorName: string
  readonly delivery: AlarmSettings['delivery']
  readonly people: readonly Addressee[]
}

export type Addressee = { readonly userId: string; readonly email: string }

type AddressRow = {
  readonly id: string
  readonly name: string
  readonly settings: Partial<AlarmSettings> | null
  readonly people: readonly Addressee[]
}

/** By connector: its owner and the chosen people, as far as they may still sign in. */
export async function addressesOf(db: Db, connectorIds: readonly string[]): Promise<ReadonlyMap<string, Addressed>> {
  if (connectorIds.length === 0) return new Map()
  const { rows } = await sql<AddressRow>`
    select c.id, c.name, a.settings, (
      select coalesce(json_agg(json_build_object('userId', u.id, 'email', u.email) order by u.email), '[]') from users u
      where u.company_id = c.company_id and u.active and u.confirmed and (
        (u.id = c.owner_id and coalesce((a.settings -> 'delivery' ->> 'toOwner')::boolean, ${usualAlarmSettings.delivery.toOwner}))
        or a.settings -> 'delivery' -> 'people' ? u.id::text)) as people
    from connectors c
    left join alarm_settings a on a.connector_id = c.id and a.company_id = c.company_id
    where c.id = any(${connectorIds}::uuid[]) and c.deleted_at is null`.execute(db)
  const addressed = rows.map(({ id, name, settings, people }) => ({
    connectorId: id,
    connectorName: name,
    delivery: wholeSettings(settings).delivery,
    people,
  }))
  return new Map(addressed.map((it) => [it.connectorId, it]))
}
