/** A connector is copied into a draft: with its secrets, which open only where they did before, and without being deployed. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorAndConfig, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { Duplicate } from '#contract/connectors/details/duplicate.ts'
import { createTestServer, describeOnEachKind, goodConfig, type Who } from '../kit/test-server.ts'

const secret = 'a-secret-of-the-shop-4711'

describeOnEachKind('the copy of a connector', (kind) => {
  const server = createTestServer({}, kind)
  const made = async () => {
    const config = { ...goodConfig, source: { ...goodConfig.source, auth: { type: 'bearer', token: secret } } }
    const body = { connector: { name: 'Orders' }, config }
    return (await server.ask('POST', '/api-connectors/', { as: 'userA', body })).json<ConnectorAndConfig>().connector._id
  }
  const copy = (id: string, as: Who = 'userA', key?: string) =>
    server.ask('POST', `/api-connectors/${id}/duplicate`, {
      as,
      ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
    })

  it('is a draft of its own with the same configuration, once for one key', async () => {
    const id = await made()
    const key = `copy-${id}`
    const reply = await copy(id, 'userA', key)
    expect(reply.statusCode, reply.body).toBe(201)
    const { connectorId, name, needs } = reply.json<Duplicate>()
    const shown = (await server.ask('GET', `/api-connectors/${connectorId}`, { as: 'userA' })).json<ConnectorDetails>()
    const { connector, config } = shown
    expect(connector.name).toBe(name)
    expect(connector).toMatchObject({ name: expect.stringMatching(/^Copy of Orders/), status: 'Draft', liveVersion: null })
    expect(needs).toEqual([])
    expect(config.source).toMatchObject({ url: goodConfig.source.url, auth: { token: { set: true, last4: '4711' } } })
    expect(JSON.stringify(shown)).not.toContain(secret)
    expect((await copy(id, 'userA', key)).json<Duplicate>().connectorId).toBe(connectorId)
    const again = (await copy(id)).json<Duplicate>()
    expect(again.name).not.toBe(name)
    const { rows } = await sql<{ name: string }>`select name from connectors where id = ${connector._id}`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ name: connector.name }])
  })

  it('has secrets of its own, bound to the same address: another address empties them', async () => {
    const id = await made()
    const { connectorId } = (await copy(id)).json<Duplicate>()
    const { config } = (await server.ask('GET', `/api-connectors/${connectorId}`, { as: 'userA' })).json<ConnectorDetails>()
    const { rows } = await sql<{ connector_id: string; origin: string }>`
      select connector_id, origin from connector_secrets where connector_id in (${id}, ${connectorId}) order by origin`.execute(
      server.database.db,
    )
    expect(new Set(rows.map((row) => row.connector_id)).size).toBe(2)
    expect(new Set(rows.map((row) => row.origin)).size).toBe(1)
    const moved = { ...config, source: { ...config.source, url: 'https://elsewhere.example.com/orders' } }
    const saved = await server.ask('PATCH', `/api-connectors/connectors/${connectorId}`, {
      as: 'userA',
      body: { config: moved },
    })
    expect(saved.json<ConnectorAndConfig>().config.source.auth).toMatchObject({ token: '' })
  })

  it('names the secret of a draft that was moved before: it has to be entered again', async () => {
    const id = await made()
    await sql`update connector_secrets set origin = 'https://old.example.com' where connector_id = ${id}`.execute(
      server.database.db,
    )
    expect((await copy(id)).json<Duplicate>().needs).toEqual(['/source/auth/token'])
  })

  it('is not made of what the caller does not see', async () => {
    const id = await made()
    expect((await copy(id, 'otherA')).statusCode).toBe(404)
    expect((await copy(id, 'adminB')).statusCode).toBe(404)
  })
})
