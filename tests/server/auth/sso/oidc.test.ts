/** Sign-in with the OpenID Connect or OAuth 2 provider of a company. The provider is a real one on this machine; `oauth-mutations.test.ts` has what the library is asked for as well. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { SsoState } from '#contract/auth/sso/sso.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { emailOf, openTestServer, password, type TestServer } from '../../kit/test-server.ts'
import { createUser, speaker, tokenOf } from '../../settings/scim-scene.ts'
import { clientId, clientSecret, type Idp, openIdp, openTrap, publicUrl } from '../identity-provider.ts'
import { describedAt, leavesOpen, shutAddresses, withEmail, withToken } from './changed-answers.ts'
import { type Departed, path, type SsoCompany, ssoCompany } from './sso-company.ts'

let server: TestServer
let idp: Idp
let a: SsoCompany
const domain = 'example.test'
beforeAll(async () => {
  server = await openTestServer({ egressAllow: ['127.0.0.1/32'] })
  a = ssoCompany(server)
  idp = await openIdp(publicUrl, a.companyId)
})
afterAll(async () => {
  await server?.close()
  await idp?.close()
})

const oidc = (change: object = {}) => ({
  provider: 'OIDC' as const,
  oidc: { clientId, clientSecret, discoveryUrl: idp.issuer, managesEmails: false, ...change },
})
async function back({ authorizationUrl }: Departed, login: string): Promise<Record<string, string>> {
  return Object.fromEntries((await idp.visit(authorizationUrl, login)).searchParams)
}
async function tested(login = emailOf('adminA')): Promise<SsoState> {
  const departed = (await a.test()).json<Departed>()
  const reply = await a.finish(await back(departed, login))
  expect(reply.json(), reply.body).toEqual({ tested: true })
  return a.read()
}
async function arrive(login: string) {
  const started = await a.start(login.includes('@') ? login : emailOf('userA'))
  if (started.statusCode !== 200) return started
  return a.finish(await back(started.json<Departed>(), login))
}
async function switchedOn(change: object = {}): Promise<void> {
  await a.own(domain)
  const saved = await a.save({ ...oidc(), ...change })
  expect(saved.statusCode, saved.body).toBe(200)
  await tested()
  expect((await a.move('on')).json<SsoState>().status).toBe('optional')
}
beforeEach(async () => {
  idp.mutate({})
  idp.paths.length = 0
  await a.reset()
})

it('is tested before it is switched on, and the test signs nobody in and shows what the provider sent', async () => {
  expect((await a.move('on')).json<Problem>().code).toBe('sso/incomplete')
  expect((await a.test()).json<Problem>().code).toBe('sso/incomplete')
  const saved = await a.save(oidc())
  expect(saved.json<SsoState>().value.oidc.clientSecret, 'write-only').toEqual({ set: true, last4: clientSecret.slice(-4) })
  expect(saved.body).not.toContain(clientSecret)
  expect((await a.move('on')).json<Problem>().code).toBe('sso/untested')
  const refused = await tested()
  expect(refused.lastTest).toMatchObject({
    passed: false,
    decision: `This sign-in would be refused. The company hasn't verified the domain ${domain}.`,
  })
  expect(refused.status).toBe('off')
  await a.own(domain)
  const before = await server.database.db.selectFrom('sessions').select('id').execute()
  const { status, lastTest } = await tested('new@example.test')
  expect(status).toBe('tested')
  expect(lastTest?.decision).toBe('new@example.test would be signed in as a new member with the role USER.')
  expect(lastTest?.attributes).toEqual(
    expect.arrayContaining([
      { name: 'subject', value: 'new@example.test' },
      { name: 'email', value: 'new@example.test' },
    ]),
  )
  expect(await server.database.db.selectFrom('sessions').select('id').execute()).toHaveLength(before.length)
  expect(await server.database.db.selectFrom('users').select('id').where('email', '=', 'new@example.test').execute()).toEqual([])
  expect((await a.move('on')).json<SsoState>().status).toBe('optional')
  expect((await a.save(oidc({ clientId: 'other' }))).json<Problem>().code).toBe('sso/in-use')
})

it('signs in members of the company, binds them to the subject, and makes a new person a USER', async () => {
  await switchedOn()
  const session = (await arrive(emailOf('userA'))).json<Session>()
  expect(session.user).toMatchObject({ _id: server.ids.userA, role: 'USER', companyId: a.companyId })
  const made = (await arrive('ada.lovelace@example.test')).json<Session>()
  expect(made.user).toMatchObject({ role: 'USER', companyId: a.companyId, email: 'ada.lovelace@example.test' })
  expect((await arrive('ada.lovelace@example.test')).json<Session>().user._id, 'once').toBe(made.user._id)
  // The account that was bound stays another person's, whatever email the provider says of somebody.
  const claims = (email: string) =>
    idp.mutate({ said: async (at, answer) => (at === '/token' ? withEmail(idp, answer, email) : answer) })
  claims(emailOf('userA'))
  const stranger = await arrive('mallory@example.test')
  expect(stranger.json<Problem>().message).toBe('The account with this email is connected to another identity at this provider.')
  claims('renamed@example.test')
  expect((await arrive('ada.lovelace@example.test')).json<Session>().user._id, 'by the subject').toBe(made.user._id)
})

it('connects and makes nobody by an email that the provider does not say is verified, unless the company manages the addresses', async () => {
  await switchedOn()
  const { db } = server.database
  const identities = () => db.selectFrom('identities').select('id').execute()
  idp.mutate({ said: leavesOpen })
  for (const login of [emailOf('userA'), 'unknown@example.test'])
    expect((await arrive(login)).json<Problem>(), login).toMatchObject({ code: 'sso/email-unverified', status: 403 })
  expect(await a.recipientsOf('Single sign-on rejects%'), 'once').toEqual([emailOf('adminA'), emailOf('superA')])
  expect((await a.read()).unverifiedAt).not.toBeNull()
  expect(await identities()).toEqual([])
  expect(await db.selectFrom('users').select('id').where('email', '=', 'unknown@example.test').execute()).toEqual([])
  expect((await tested()).lastTest).toMatchObject({ passed: false, decision: expect.stringContaining('confirm that this email') })
  const trusts = async (managesEmails: boolean) => {
    const { value } = await a.read()
    const saved = await a.save({ oidc: { ...value.oidc, managesEmails } })
    expect(saved.json<SsoState>().status, saved.body).toBe('optional')
  }
  await trusts(true)
  expect((await a.read()).unverifiedAt).toBeNull()
  expect((await arrive(emailOf('userA'))).json<Session>().user._id).toBe(server.ids.userA)
  expect((await arrive('unknown@example.test')).json<Session>().user.companyId).toBe(a.companyId)
  await trusts(false)
  expect((await arrive(emailOf('userA'))).statusCode, 'connected already').toBe(200)
  expect((await arrive(emailOf('otherA'))).statusCode).toBe(403)
})

it('signs in whom provisioning has added, although they never set a password', async () => {
  await switchedOn()
  const token = await tokenOf(server, 'A')
  const { id } = await createUser(
    speaker(server, () => token),
    'provisioned@example.test',
  )
  const reply = await arrive('provisioned@example.test')
  expect(reply.json<Session>().user, reply.body).toMatchObject({ _id: id, confirmed: true, companyId: a.companyId })
})

it('signs in nobody of another company, of the operator, of another domain, and nobody who was deactivated', async () => {
  await switchedOn()
  const reasonOf = async (login: string) => (await arrive(login)).json<Problem>().message
  expect(await reasonOf(emailOf('adminB'))).toBe('An account with this email belongs to another company.')
  expect(await reasonOf(emailOf('superA'))).toBe("Operator accounts can't use a company's single sign-on.")
  expect(await reasonOf('bob'), 'bob@idp.test').toBe("The company hasn't verified the domain idp.test.")
  const { db } = server.database
  const active = (isActive: boolean) =>
    db.updateTable('users').set({ active: isActive }).where('id', '=', server.ids.otherA).execute()
  await active(false)
  expect(await reasonOf(emailOf('otherA'))).toBe('The account was deactivated.')
  await active(true)
  expect((await arrive(emailOf('otherA'))).statusCode).toBe(200)
  await active(false)
  expect(await reasonOf(emailOf('otherA')), 'although connected').toBe('The account was deactivated.')
  await active(true)
  await db.updateTable('sso_domains').set({ domain: 'elsewhere.test' }).execute()
  expect((await a.start(emailOf('otherA'))).json<Problem>().code).toBe('sso/not-set-up')
})

it('takes a return once, of the company that it left for, and none after a change', async () => {
  await switchedOn()
  const departed = async () => back((await a.start(emailOf('userA'))).json<Departed>(), emailOf('userA'))
  const first = await departed()
  const both = await Promise.all([a.finish(first), a.finish(first)])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  const code = await departed()
  const other = await departed()
  expect((await a.finish({ ...other, code: first['code'] })).statusCode, 'a code that was used').toBe(401)
  expect(
    (await server.ask('POST', '/api/auth/oauth/finish', { body: { ...code, company: server.companies.B } })).statusCode,
    'mix-up',
  ).toBe(401)
  const late = await departed()
  await a.move('off')
  expect((await a.finish(late)).json<Problem>().message).toContain('switched off single sign-on during your sign-in')
  expect((await a.start(emailOf('userA'))).statusCode).toBe(404)
})

it('refuses tokens that are wrong', async () => {
  await switchedOn()
  const now = Math.floor(Date.now() / 1_000)
  const forged: Record<string, (claims: object) => Promise<string>> = {
    'another nonce': (claims) => idp.sign({ ...claims, nonce: 'other' }),
    'another audience': (claims) => idp.sign({ ...claims, aud: 'other' }),
    'another issuer': (claims) => idp.sign({ ...claims, iss: 'https://elsewhere.example' }),
    'no signature': async (claims) =>
      `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`,
    'over long ago': (claims) => idp.sign({ ...claims, iat: now - 7_200, exp: now - 3_600 }),
    'email not verified': (claims) => idp.sign({ ...claims, email: emailOf('userA'), email_verified: false }),
  }
  for (const [name, forge] of Object.entries(forged)) {
    idp.mutate({ said: (at, answer) => (at === '/token' ? withToken(answer, forge) : answer) })
    expect((await arrive(emailOf('userA'))).statusCode, name).toBe(401)
  }
  idp.mutate({})
  expect((await arrive(emailOf('userA'))).statusCode).toBe(200)
})

it('speaks OAuth 2 without OpenID Connect as well', async () => {
  const oauth2 = {
    ...{ authorizationUrl: `${idp.issuer}/auth`, tokenUrl: `${idp.issuer}/token`, userInfoUrl: `${idp.issuer}/me` },
    ...{ clientId: 'posting', clientSecret, scope: 'openid email profile', idField: 'sub', managesEmails: false },
  }
  await switchedOn({ provider: 'OAuth2', oauth2 })
  idp.mutate({ said: leavesOpen })
  expect((await arrive(emailOf('userA'))).json<Problem>().code).toBe('sso/email-unverified')
  idp.mutate({})
  expect((await arrive(emailOf('userA'))).json<Session>().user._id).toBe(server.ids.userA)
  const { authorizationUrl } = (await a.start(emailOf('userA'))).json<Departed>()
  expect(new URL(authorizationUrl).searchParams.get('scope')).toBe(oauth2.scope)
  idp.mutate({ said: (at, answer) => (at === '/me' ? { ...answer, body: '{"email":"usera@example.test"}' } : answer) })
  expect((await arrive(emailOf('userA'))).statusCode, 'nobody is named').toBe(401)
  expect((await a.save({ oauth2: { ...(await a.read()).value.oauth2, managesEmails: true } })).statusCode).toBe(200)
  idp.mutate({ said: leavesOpen })
  expect((await arrive(emailOf('otherA'))).json<Session>().user._id).toBe(server.ids.otherA)
})

it('opens no connection to a place that is shut, whether an administrator or the provider names it', async () => {
  const trap = await openTrap()
  for (const address of shutAddresses) {
    expect((await a.save(oidc({ discoveryUrl: address }))).statusCode, address).toBe(400)
    for (const name of ['tokenUrl', 'userInfoUrl'])
      expect(
        (await a.save({ provider: 'OAuth2', oauth2: { ...a.empty.oauth2, [name]: address } })).statusCode,
        `${name} ${address}`,
      ).toBe(400)
  }
  await a.own(domain)
  await a.save(oidc())
  for (const endpoint of ['token_endpoint', 'jwks_uri', 'userinfo_endpoint']) {
    for (const address of [
      'https://10.0.0.1/x',
      'https://169.254.169.254/x',
      `http://localhost:${new URL(trap.origin).port}/x`,
    ]) {
      idp.mutate({ said: describedAt(endpoint, address) })
      expect((await a.test()).statusCode, `${endpoint} ${address}`).toBe(401)
    }
  }
  expect(trap.connections).toBe(0)
  await trap.close()
})

it('sends a stored secret to no other place, and asks for the password with each change', async () => {
  await a.save(oidc())
  const { value, revision } = await a.read()
  const moved = { ...value, oidc: { ...value.oidc, discoveryUrl: 'https://elsewhere.example' } }
  const put = (body: object) => server.ask('PUT', path, { as: 'adminA', body })
  expect((await put({ value: moved, revision, password })).json<Problem>().errors?.[0]?.path).toBe('/value/oidc/clientSecret')
  expect((await put({ value, revision })).json<Problem>().code).toBe('auth/prove-again')
  expect((await put({ value, revision: 0, password })).json<Problem>().code).toBe('settings/stale')
  expect((await server.ask('POST', `${path}/switch`, { as: 'adminA', body: { move: 'off' } })).statusCode).toBe(403)
})
