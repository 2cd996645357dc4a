/** The secrets of webhooks: shown once, sealed, renewed without a gap; and what a connector says about its events. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addHookSecret, setHook } from '#server/records/connectors/hooks.repository.ts'
import { bearer, hookConfig, hookOf, post, renew, stand } from '../kit/senders.ts'
import { createTestServer, describeOnEachKind, makeConnector } from '../kit/test-server.ts'

describeOnEachKind('the secret of a webhook', (kind) => {
  const server = createTestServer({}, kind)

  it('shows a secret once, keeps it sealed, and lets the one before in for a day', async () => {
    const { connector } = await makeConnector(server, 'userA', hookConfig)
    const id = connector._id
    await setHook(server.database.db, { companyId: server.companies.A, connectorId: id }, true)
    expect(await hookOf(server, id)).toEqual({
      url: expect.stringMatching(new RegExp(`^http://localhost:\\d+/hooks/${id}$`)),
      ...{ secret: null, oldSecret: null, isLive: true, held: 0, lastReceivedAt: null },
    })
    const first = (await renew(server, id)).plainSecret
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect((await hookOf(server, id)).secret).toEqual({ set: true, last4: first.slice(-4) })
    expect((await post(server, id, bearer(first))).statusCode).toBe(202)
    const second = (await renew(server, id)).plainSecret
    expect((await hookOf(server, id)).oldSecret).toMatchObject({ last4: first.slice(-4) })
    for (const secret of [first, second]) expect((await post(server, id, bearer(secret))).statusCode).toBe(202)
    const third = (await renew(server, id)).plainSecret
    expect((await post(server, id, bearer(first))).statusCode).toBe(401)
    expect((await post(server, id, bearer(second))).statusCode).toBe(202)
    await sql`update hook_secrets set valid_until = now() where connector_id = ${id} and valid_until is not null`.execute(
      server.database.db,
    )
    expect((await post(server, id, bearer(second))).statusCode).toBe(401)
    const { rows } = await sql`select * from hook_secrets`.execute(server.database.db)
    for (const secret of [first, second, third]) {
      expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
      expect(server.logged.join('\n')).not.toContain(secret.slice(6))
    }
  })

  it('does not end the secret that the sender has when the answer with the new one was lost', async () => {
    const { id, secret } = await stand(server)
    await post(server, id, bearer(secret), 1)
    await renew(server, id)
    const again = (await renew(server, id)).plainSecret
    for (const good of [secret, again]) expect((await post(server, id, bearer(good), 2)).statusCode).toBe(202)
  })

  it('ends those before at once when somebody else has them', async () => {
    const { id, secret } = await stand(server)
    await post(server, id, bearer(secret))
    const { plainSecret, oldSecret } = await renew(server, id, { endOld: true })
    expect(oldSecret).toBeNull()
    expect((await post(server, id, bearer(secret))).statusCode).toBe(401)
    expect((await post(server, id, bearer(plainSecret))).statusCode).toBe(202)
  })

  it('makes one of many secrets that are asked for at once the newest', async () => {
    const { id } = await stand(server)
    const made = await Promise.all(Array.from({ length: 5 }, () => renew(server, id)))
    const newest = (await hookOf(server, id)).secret?.last4
    expect(made.map(({ plainSecret }) => plainSecret.slice(-4))).toContain(newest)
  })

  it('does not open a secret that was moved to another connector', async () => {
    const { id } = await stand(server)
    const other = await stand(server)
    await sql`delete from hook_secrets where connector_id = ${id}`.execute(server.database.db)
    const elsewhere = createVault('another master key than that of the house')
    const whose = { companyId: server.companies.A, connectorId: id }
    await addHookSecret(server.database.db, elsewhere, { ...whose, plain: other.secret, graceHours: 24, isGiven: false })
    expect((await post(server, id, bearer(other.secret))).statusCode).toBe(401)
  })
})

describeOnEachKind('a live webhook without a secret', (kind) => {
  const server = createTestServer({}, kind)

  it('says that no event can arrive, until there is a secret', async () => {
    const { id } = await stand(server)
    const next = async () =>
      (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>().statusNext
    expect(await next()).toBe('Delivers events as they arrive.')
    await sql`delete from hook_secrets where connector_id = ${id}`.execute(server.database.db)
    expect(await next()).toBe('No secret yet. Create the webhook secret to receive events.')
    await renew(server, id)
    expect(await next()).toBe('Delivers events as they arrive.')
  })
})

describeOnEachKind('events of a paused connector', (kind) => {
  const server = createTestServer({}, kind)

  it('holds events while the connector is paused, counts them, and says so where it is shown', async () => {
    const { id, secret } = await stand(server, 'Pause')
    const woken = server.engine.woken
    for (const n of [1, 2]) expect((await post(server, id, bearer(secret), { n })).json()['held']).toBe(true)
    expect(server.engine.woken).toBe(woken)
    expect(await hookOf(server, id)).toMatchObject({ held: 2 })
    const details = (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>()
    expect(details).toMatchObject({ heldEvents: 2, statusNext: '2 events wait until you resume.' })
    const list = (await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'userA' })).json<ConnectorListItem[]>()
    expect(list.find(({ _id }) => _id === id)).toMatchObject({
      heldEvents: 2,
      statusNext: '2 events wait until you resume.',
    })
    const resumed = await server.ask('POST', `/api-connectors/resume/${id}`, { as: 'userA' })
    expect(resumed.json<{ connector: ConnectorDetails }>().connector.statusNext).toBe(
      'Delivers events as they arrive. 2 events wait for the next run.',
    )
  })
})
