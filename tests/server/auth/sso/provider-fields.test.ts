/** Fields of a provider that only its answers show: the client secret, and the field that names a person. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { emailOf, openTestServer, type TestServer } from '../../kit/test-server.ts'
import { clientId, clientSecret, type Idp, openIdp, publicUrl } from '../identity-provider.ts'
import { type Departed, type SsoCompany, ssoCompany } from './sso-company.ts'

let server: TestServer
let idp: Idp
let a: SsoCompany
beforeAll(async () => {
  server = await openTestServer({ egressAllow: ['127.0.0.1/32'] })
  a = ssoCompany(server)
  idp = await openIdp(publicUrl, a.companyId)
  await a.own('example.test')
})
afterAll(async () => {
  await server?.close()
  await idp?.close()
})

async function back({ authorizationUrl }: Departed, login: string) {
  return a.finish(Object.fromEntries((await idp.visit(authorizationUrl, login)).searchParams))
}
async function testedAs(login: string) {
  await back((await a.test()).json<Departed>(), login)
  return (await a.read()).lastTest
}

it('shows the client secret to an OpenID Connect provider, which refuses another one', async () => {
  const oidc = {
    clientId,
    clientSecret: 'another-secret-of-the-same-length-as-it',
    discoveryUrl: idp.issuer,
    managesEmails: false,
  }
  await a.save({ provider: 'OIDC', oidc })
  const refused = await testedAs(emailOf('adminA'))
  expect([refused?.passed, refused?.attributes]).toEqual([false, []])
  await a.save({ oidc: { ...oidc, clientSecret } })
  expect(await testedAs(emailOf('adminA'))).toMatchObject({ passed: true })
  await a.reset()
})

it('knows a person of an OAuth 2 provider by the ID field that is set', async () => {
  await a.own('example.test')
  const member = (at: string, answer: { body: string; status: number; headers: object }) =>
    at === '/me' ? { ...answer, body: JSON.stringify({ ...JSON.parse(answer.body), employee: 4711 }) } : answer
  idp.mutate({ said: member as never })
  const oauth2 = {
    ...{ authorizationUrl: `${idp.issuer}/auth`, tokenUrl: `${idp.issuer}/token`, userInfoUrl: `${idp.issuer}/me` },
    ...{ clientId: 'posting', clientSecret, scope: 'openid email profile', managesEmails: false },
  }
  const signedIn = async (idField: string) => {
    if ((await a.read()).status !== 'off') await a.move('off')
    await a.save({ provider: 'OAuth2', oauth2: { ...oauth2, idField } })
    const { passed = false } = (await testedAs(emailOf('adminA'))) ?? {}
    if (!passed) return null
    await a.move('on')
    const reply = await back((await a.start(emailOf('userA'))).json<Departed>(), emailOf('userA'))
    expect(reply.json<Session>().user?._id, reply.body).toBe(server.ids.userA)
    const { db } = server.database
    const row = await db.selectFrom('identities').select('subject').where('user_id', '=', server.ids.userA).executeTakeFirst()
    await db.deleteFrom('identities').execute()
    return row?.subject
  }
  expect(await signedIn('employee')).toBe('4711')
  expect(await signedIn('sub')).toBe(emailOf('userA'))
  expect(await signedIn('badge'), 'nobody is named').toBeNull()
})
