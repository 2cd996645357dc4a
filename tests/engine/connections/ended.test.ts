/** The provider ends the access of a connection while runs use it: they wait, nothing fails, and every record arrives once after the next sign-in. */
import { expect, it, onTestFinished } from 'vitest'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { openProduct, type Product } from '../../faults/kit/product.ts'
import { openProvider, type TestProvider } from '../../kit/oauth-provider.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startSource } from '../kit/source-sim.ts'
import { configFor, eventually } from '../kit/stage.ts'

const count = 40
const redirectUri = 'http://localhost:3001/oauth/callback'

/** As the person does it in the console. */
async function signIn({ ask, app }: Product, idp: TestProvider, id: string): Promise<void> {
  const { body } = await ask('POST', `/api/connections/${id}/authorize`, { returnTo: '/connections' })
  const back = await idp.visit(body.url, 'ops@shop.test')
  const reply = await app.inject({ method: 'GET', url: `${back.pathname}${back.search}` })
  const given = new URLSearchParams(String(reply.headers['location']).split('#')[1])
  const done = await ask('POST', '/api/connections/sign-in', { state: given.get('state'), code: given.get('code') })
  expect(done.body.result).toBe('signed-in')
}

async function connectionTo({ ask }: Product, idp: TestProvider): Promise<string> {
  const app = await ask('POST', '/api/oauth-apps', {
    ...{ provider: 'own', name: 'IdP', clientId: idp.clientId, clientSecret: idp.clientSecret },
    ...{ authorizeUrl: `${idp.issuer}/auth`, tokenUrl: `${idp.issuer}/token`, scopes: 'openid offline_access' },
  })
  const made = await ask('POST', '/api/connections', {
    ...{ name: 'ERP', kind: 'http', url: idp.issuer, visibility: 'everyone', people: [] },
    auth: { type: 'oauth2AuthorizationCode', appId: app.body.id, extra: [{ name: 'prompt', value: 'consent' }] },
  })
  return made.body.id
}

describeOnEachDatabase('access that the provider ends during a run', (open) => {
  it('lets its runs wait, and every record arrives once after the next sign-in', async () => {
    const idp = await openProvider({ redirectUri, life: 3_600 })
    onTestFinished(() => idp.close())
    const product = await openProduct((await open()).database)
    const source = await startSource(count)
    onTestFinished(() => source.close())
    const id = await connectionTo(product, idp)
    await signIn(product, idp, id)
    const taken: string[] = []
    idp.answer = (path, body) => {
      taken.push(`${path} ${body}`)
      if (taken.length === 3) void idp.revokeAll()
      return { status: 200, body: {} }
    }
    const config = (name: string): ConnectorConfig => {
      const it = configFor({ source: source.url, destination: `${idp.issuer}/api/${name}` })
      return { ...it, destination: { ...it.destination, auth: { type: 'connection', id } } }
    }
    const begun = await product.activeConnector(config('begun'))
    const late = await product.activeConnector(config('late'))
    const runs = [{ ...begun, runId: await product.run(begun.connectorId) }]
    const waiting = (run: (typeof runs)[number]) =>
      eventually(
        () => product.runNow(run.connectorId, run.runId),
        ({ heldBy }) => heldBy === 'connection',
      )
    const held = {
      ...{
        status: 'running',
        error: null,
        recordsFailed: 0,
        statusNext: 'Continues when someone has signed in.',
      },
    }
    for (const run of runs) expect(await waiting(run)).toMatchObject(held)
    runs.push({ ...late, runId: await product.run(late.connectorId) })
    for (const run of runs) expect(await waiting(run)).toMatchObject(held)
    const connection = await product.ask('GET', `/api/connections/${id}`)
    expect(connection.body.state).toBe('ended')
    const reading = await product.ask('GET', `/api-connectors/${late.connectorId}/reading`)
    expect(reading.body.connections).toMatchObject([{ id, name: 'ERP', state: 'ended', isSeen: true }])
    expect(taken.length).toBeLessThan(count)
    await signIn(product, idp, id)
    for (const { connectorId, runId } of runs)
      expect(await product.ended(connectorId, runId)).toMatchObject({
        status: 'succeeded',
        recordsDelivered: count,
        heldBy: null,
      })
    expect(taken).toHaveLength(2 * count)
    expect(new Set(taken).size).toBe(2 * count)
  })
})
