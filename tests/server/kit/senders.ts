/** A connector with a webhook and its senders, for tests. */
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { v7 as uuid } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { Hook } from '#contract/connectors/triggers/hook.ts'
import { addVersion } from '#server/features/connectors/deployments/versions.repository.ts'
import { setHook } from '#server/features/connectors/triggers/hooks.repository.ts'
import { goodConfig, type House, makeConnector, type Reply } from './test-server.ts'

export const hookConfig: ConnectorConfig = { ...goodConfig, trigger: { type: 'webhook' }, source: { type: 'http' } }
type Renewed = Hook & { plainSecret: string }

/** A connector whose live version has a webhook, as the engine leaves it, and its secret. */
export async function stand(house: House, status: ConnectorState = 'Active') {
  const { connector } = await makeConnector(house, 'userA', hookConfig)
  const { db } = house.database
  const whose = { companyId: house.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config: hookConfig, authorId: house.ids.userA })
  await setHook(db, whose, true)
  await sql`update connectors set status = ${status}, status_before = 'Active', live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  return { id: connector._id, secret: (await renew(house, connector._id)).plainSecret }
}

export async function renew(house: House, id: string, body?: unknown): Promise<Renewed> {
  const reply = await house.ask('POST', `/api-connectors/${id}/hook`, { as: 'userA', ...(body ? { body } : {}) })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<Renewed>()
}

export const hookOf = async (house: House, id: string) =>
  (await house.ask('GET', `/api-connectors/${id}/hook`, { as: 'userA' })).json<Hook>()

export const post = (house: House, id: string, headers: Record<string, string>, body: unknown = { order: 1 }): Promise<Reply> =>
  house.ask('POST', `/hooks/${id}`, { headers, body })

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** Signed by the library that senders use. */
export function signed(secret: string, body: string, { id = uuid(), at = new Date() }: { id?: string; at?: Date } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

export const eventsOf = async (house: House, id: string) =>
  (
    await sql<{ id: string; body: string; event_key: string | null }>`
      select id, body, event_key from hook_events where connector_id = ${id} order by seq`.execute(house.database.db)
  ).rows

/** Seconds. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
