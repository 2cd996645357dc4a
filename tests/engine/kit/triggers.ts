/** Connectors that start by themselves, as a deployment leaves them. */
import { sql } from 'kysely'

import type { ConnectorConfig, Trigger } from '#contract/connectors/config/config.ts'
import { nextInstant } from '#server/engine/schedule/schedule-instants.ts'
import type { Database } from '#server/platform/database/database.ts'
import { setHook } from '#server/records/connectors/hooks.repository.ts'
import { setSchedule } from '#server/records/connectors/schedules.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { type Place, settleIn } from './stage.ts'

/** An active connector whose live version is this configuration. */
export async function settleLive(database: Database, config: ConnectorConfig, trigger: Trigger): Promise<Place> {
  const place = await settleIn(database)
  await goLive(database, place, { ...config, trigger })
  return place
}

export async function goLive({ db }: Database, place: Place, config: ConnectorConfig): Promise<void> {
  const { companyId, connectorId, userId } = place
  const { number } = await addVersion(db, { companyId, connectorId, config, authorId: userId })
  await sql`update connectors set live_version = ${number} where id = ${connectorId}`.execute(db)
  await setSchedule(db, place, config.trigger, nextInstant)
  await setHook(db, place, config.trigger.type === 'webhook')
}

export const setStatus = ({ db }: Database, { connectorId }: Place, status: 'Active' | 'Pause') =>
  sql`update connectors set status = ${status} where id = ${connectorId}`.execute(db)

export const scheduleOf = ({ db }: Database, { connectorId }: Place) =>
  db.selectFrom('schedules').selectAll().where('connector_id', '=', connectorId).executeTakeFirst()

/** As if the schedule had been due so many seconds ago. */
export const dueAgo = ({ db }: Database, { connectorId }: Place, seconds: number) =>
  sql`update schedules set next_at = now() - ${seconds} * interval '1 second' where connector_id = ${connectorId}`.execute(db)

export const runsOf = ({ db }: Database, { connectorId }: Place) =>
  db.selectFrom('runs').selectAll().where('connector_id', '=', connectorId).orderBy('created_at').execute()

/** Ends every open run, as the engine would. */
export const endRuns = ({ db }: Database) =>
  sql`update runs set status = 'succeeded', ended_at = now() where status in ('queued', 'running')`.execute(db)
