/** A connector with a webhook and its senders, for tests. */
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { v7 as uuid } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { Hook } from '#contract/connectors/triggers/hook.ts'
import type { HookSettings } from '#contract/connectors/triggers/sender.ts'
import { setHook } from '#server/records/connectors/hooks.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { goodConfig, makeConnector, type Reply, type TestServer } from './test-server.ts'

export const hookConfig: ConnectorConfig = { ...goodConfig, trigger: { type: 'webhook' }, source: { type: 'http' } }
type Renewed = Hook & { plainSecret: string }

/** A connector whose live version has a webhook, as the engine leaves it, and its secret. */
export async function stand(server: TestServer, status: ConnectorState = 'Active', hook?: HookSettings) {
  const config = hook === undefined ? hookConfig : { ...hookConfig, trigger: { type: 'webhook' as const, hook } }
  const { connector } = await makeConnector(server, 'userA', config)
  const { db } = server.database
  const whose = { companyId: server.companies.A, connectorId: connector._id }
  await addVersion(db, { ...whose, config, authorId: server.ids.userA })
  await setHook(db, whose, true, hook)
  await sql`update connectors set status = ${status}, status_before = 'Active', live_version = 1 where id = ${connector._id}`.execute(
    db,
  )
  return { id: connector._id, secret: (await renew(server, connector._id)).plainSecret }
}

export async function renew(server: TestServer, id: string, body?: unknown): Promise<Renewed> {
  const reply = await server.ask('POST', `/api-connectors/${id}/hook`, { as: 'userA', ...(body ? { body } : {}) })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  return reply.json<Renewed>()
}

export const hookOf = async (server: TestServer, id: string) =>
  (await server.ask('GET', `/api-connectors/${id}/hook`, { as: 'userA' })).json<Hook>()

export const post = (
  server: TestServer,
  id: string,
  headers: Record<string, string>,
  body: unknown = { order: 1 },
): Promise<Reply> => server.ask('POST', `/hooks/${id}`, { headers, body })

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })

/** Signed by the library that senders use. */
export function signed(secret: string, body: string, { id = uuid(), at = new Date() }: { id?: string; at?: Date } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

export const eventsOf = async (server: TestServer, id: string) =>
  (
    await sql<{ id: string; body: string; event_key: string | null }>`
      select id, body, event_key from hook_events where connector_id = ${id} order by seq`.execute(server.database.db)
  ).rows

/** Seconds. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
