/** Require single sign-on, seen on every channel and by a second process. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { SsoDomains } from '#contract/auth/sso/sso-domains.ts'
import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { createAccess } from '#server/platform/security/access.ts'
import { createTokens } from '#server/platform/security/tokens.ts'
import { readLive } from '../../connectors/live-readers.ts'
import { keyForm } from '../../contract/matrix-api-keys.ts'
import { createTestServer, emailOf, makeConnector, password } from '../../kit/test-server.ts'
import { ssoCompany } from './sso-company.ts'

const server = createTestServer()

async function setUp() {
  const a = ssoCompany(server)
  await a.reset()
  await a.own('example.test')
  const oidc = { clientId: 'crane', clientSecret: '', discoveryUrl: 'https://idp.example', managesEmails: false }
  await a.save({ provider: 'OIDC', oidc, breakGlass: [server.ids.adminA] })
  await sql`update sso_connections set status = 'optional'`.execute(server.database.db)
  return a
}

it('closes every way in to people who have not used it, on every process, and leaves API keys alone', async () => {
  const a = await setUp()
  const { connector } = await makeConnector(server)
  const { secret } = (await server.ask('POST', '/api-keys', { as: 'adminA', body: keyForm })).json<{ secret: string }>()
  const reader = await readLive(server, 'userA', connectorLive.text, { ids: [connector._id] })
  const other = createAccess({ db: server.database.db, tokens: createTokens(server.masterKey) })
  const bearer = `Bearer ${server.sessions.userA.accessToken}`
  await other.identify(bearer)
  expect((await a.move('require')).statusCode).toBe(200)
  const since = performance.now()
  const { refreshToken } = server.sessions.userA
  const ways = [
    await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'userA' }),
    await server.ask('POST', '/graphql', { as: 'userA', body: { query: '{ whoAmI { id } }' } }),
    await server.ask('GET', '/api/audit/export', { as: 'userA' }),
    await server.ask('POST', '/api/auth/refresh', { body: { refreshToken } }),
  ]
  expect(ways.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  const again = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password } })
  expect(again.json<Problem>().code).toBe('sso/required')
  expect(await reader.ended).toMatchObject({ status: 401 })
  const verdict = () =>
    other.identify(bearer).then(
      () => 'let in',
      () => 'refused',
    )
  await expect.poll(verdict, { timeout: 5_000, interval: 100 }).toBe('refused')
  expect(performance.now() - since).toBeLessThan(5_000)
  const byKey = await server.ask('GET', '/api-connectors/dashboard-user-query', {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(byKey.statusCode, 'programs do not sign in').toBe(200)
})

it('signs nobody in at a domain that was removed', async () => {
  const a = await setUp()
  const codeOf = async () => (await a.start(emailOf('userA'))).json<Problem>().code
  expect(await codeOf()).not.toBe('sso/not-set-up')
  const path = '/api/system-settings/sso/domains'
  const [domain] = (await server.ask('GET', path, { as: 'adminA' })).json<SsoDomains>().domains
  const removed = await server.ask('POST', `${path}/${domain?.id}/remove`, { as: 'adminA', body: { password } })
  expect(removed.statusCode, removed.body).toBe(200)
  expect(await codeOf()).toBe('sso/not-set-up')
})
