/** Where sign-in with a provider meets the rest: the second factor, the page, sign-out, limits, the configuration. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import type { MfaChallenge, Session } from '#contract/auth/auth.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { forgetOldVisits } from '#server/features/auth/sign-in/provider-visits.repository.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { type Back, description, json, raiseStage } from '../contract/misled.ts'
import { rebuild } from '../kit/rebuilt.ts'
import { emailOf } from '../kit/test-server.ts'
import type { Mutation } from './identity-provider.ts'

const stage = raiseStage()
const { comeBack, isRefused, post, sessions, signIn } = stage

const signOut = (accessToken = '') =>
  stage.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: { authorization: `Bearer ${accessToken}` } })
const newest = () =>
  stage.house.database.db
    .selectFrom('login_audit')
    .select(['user_id', 'email', 'success', 'failure_reason', 'ip_address', 'user_agent'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

it('asks for the second factor where the person has one, and remembers the provider behind it', async () => {
  const { house: server } = stage
  const { db } = server.database
  const whose = { user_id: server.ids.userA, company_id: server.companies.A }
  await db
    .insertInto('mfa_factors')
    .values({ ...whose, method: 'email', enabled_at: new Date() })
    .execute()
  const before = await sessions()
  const asked = (await signIn()) as unknown as MfaChallenge
  expect(asked).toMatchObject({ mfaRequired: true, userId: server.ids.userA, method: 'email' })
  expect(asked).not.toHaveProperty('accessToken')
  expect(await sessions()).toBe(before)

  const mail = await db.selectFrom('messages').select('body').where('recipient', '=', emailOf('userA')).execute()
  const [token = ''] = /\b\d{6}\b/.exec(mail.at(-1)?.body ?? '') ?? []
  const proof = { challengeId: asked.challengeId, userId: asked.userId, method: 'email', token }
  const verified = await stage.app.inject({ method: 'POST', url: '/api/auth/verify-mfa', payload: proof })
  expect(verified.statusCode, verified.body).toBe(200)
  expect(await sessions()).toBe(before + 1)
  expect(await newest()).toMatchObject({ user_id: server.ids.userA, success: true })
  const out = await signOut(verified.json<Session>().accessToken)
  expect(out.json<{ logoutUrl: string }>().logoutUrl).toContain(`${stage.idp.issuer}/session/end?`)
  await db
    .deleteFrom('mfa_factors')
    .where('user_id', '=', server.ids.userA)
    .where('company_id', '=', server.companies.A)
    .execute()
})

it('signs out without a word of a provider that offers no sign-out, is away or is slow', async () => {
  const { accessToken: first } = await signIn()
  const { accessToken: second } = await signIn()
  const { accessToken: third } = await signIn()
  const elsewhere = async (accessToken: string | undefined) => {
    // Another process, which has to ask first.
    await stage.app.close()
    stage.app = await rebuild(stage.house, { oidc: stage.idp.settings })
    const begun = performance.now()
    const out = await signOut(accessToken)
    expect(out.json()).toEqual({ success: true, logoutUrl: null })
    expect(performance.now() - begun).toBeLessThan(4_000)
    const me = { method: 'GET', url: '/api/users/me', headers: { authorization: `Bearer ${accessToken}` } } as const
    expect((await stage.app.inject(me)).statusCode).toBe(401)
  }
  stage.idp.mutate(description({ end_session_endpoint: undefined }))
  await elsewhere(first)
  stage.idp.mutate({ said: () => json(503, {}) })
  await elsewhere(second)
  stage.idp.mutate({ instead: () => true })
  await elsewhere(third)
})

it('proves itself as the provider knows it: by Basic, in the form, or not at all', async () => {
  const { said } = description({ token_endpoint_auth_methods_supported: ['client_secret_post', 'none'] })
  for (const [changes, mutation] of [
    [{ clientId: 'posting' }, { said }],
    [{ clientId: 'public', clientSecret: null }, {}],
  ] as const) {
    await stage.app.close()
    stage.app = await rebuild(stage.house, { oidc: { ...stage.idp.settings, ...changes } })
    stage.idp.mutate(mutation as Mutation)
    expect(await signIn()).toHaveProperty('accessToken')
  }
  await stage.app.close()
  stage.app = await rebuild(stage.house, { oidc: { ...stage.idp.settings, clientSecret: 'another' } })
  const answer = await isRefused(signIn)
  expect(answer).toMatchObject({ message: 'client authentication failed', answer: { status: 401 } })
  expect(JSON.stringify([answer, stage.house.logged])).not.toMatch(/another|ZGF0YWNyYW5l/)
})

it('writes down who failed, from where', async () => {
  stage.idp.mutate({ said: (path, said) => (path === '/token' ? json(400, { error: 'invalid_grant' }) : said) })
  await isRefused(signIn)
  expect(await newest()).toEqual({
    user_id: null,
    email: '',
    success: false,
    failure_reason: "The identity provider didn't confirm this sign-in.",
    ip_address: '127.0.0.1',
    user_agent: 'lightMyRequest',
  })
})

it('lets returns that fail ask the provider so often only', async () => {
  await stage.app.close()
  stage.app = await rebuild(stage.house, { oidc: stage.idp.settings, signInLimit: 1 })
  const back = (await comeBack()) as Back
  for (let tries = 0; tries < 5; tries += 1) expect((await post('finish', { ...back, state: 'none' })).statusCode).toBe(401)
  const refused = await post('finish', back)
  expect(refused.json<Problem>()).toMatchObject({ code: 'auth/too-many-attempts', retryAfter: expect.any(Number) })
})

it('counts no return that succeeds, from whatever kind of address', async () => {
  await stage.app.close()
  stage.app = await rebuild(stage.house, { oidc: stage.idp.settings, signInLimit: 1 })
  for (const remoteAddress of ['2001:db8:1:2::7', '::ffff:192.0.2.9']) {
    for (let times = 0; times < 7; times += 1) {
      const back = (await comeBack()) as Back
      const reply = await stage.app.inject({ method: 'POST', url: '/api/auth/oauth/finish', payload: back, remoteAddress })
      expect(reply.statusCode, reply.body).toBe(200)
    }
  }
})

it('takes nothing but what the contract has', async () => {
  for (const body of [
    {},
    { code: 'a' },
    { code: '', state: 'b' },
    { code: 'a', state: ['b'] },
    { code: 'a', state: 'b', userId: 'c' },
  ])
    expect((await post('finish', body)).statusCode).toBe(400)
  for (const body of [{}, { provider: '' }, { provider: 'oidc', redirect_uri: 'https://elsewhere.example' }])
    expect((await post('start', body)).statusCode).toBe(400)
})

it('forgets ways and tickets that are over, and only those', async () => {
  const { db } = stage.house.database
  const count = async () => (await db.selectFrom('provider_visits').select('hash').execute()).length
  await db.deleteFrom('provider_visits').execute()
  await comeBack()
  await comeBack()
  await db.updateTable('provider_visits').set({ used_at: new Date() }).execute()
  await forgetOldVisits(db)
  expect(await count()).toBe(2)
  await db
    .updateTable('provider_visits')
    .set({ expires_at: new Date(0) })
    .execute()
  await forgetOldVisits(db)
  expect(await count()).toBe(0)
})

describe('the page', () => {
  const told = (page: string) => {
    const [, content = ''] = /<meta name="providers" content="([^"]*)" \/>/.exec(page) ?? []
    return JSON.parse(content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))))
  }
  async function pageWith(name: string | null): Promise<string> {
    const folder = mkdtempSync(join(tmpdir(), 'datacrane-page-'))
    const built = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8')
    writeFileSync(join(folder, 'index.html'), built.replace('<head>', '<head nonce="__CSP_NONCE__">'))
    const oidc = name === null ? null : { ...stage.idp.settings, name }
    const app = await rebuild(stage.house, { consoleDir: folder, oidc })
    const { body } = await app.inject({ url: '/sign-in', headers: { accept: 'text/html' } })
    await app.close()
    rmSync(folder, { recursive: true })
    return body
  }

  it('holds the providers, and none when there is none', async () => {
    expect(told(await pageWith('Acme'))).toEqual([{ id: 'oidc', name: 'Acme' }])
    const page = await pageWith(null)
    expect(told(page)).toEqual([])
    expect(page).toContain('<meta name="providers" content="[]" />')
  })

  it('holds their names as text, whatever they are', async () => {
    const name = `"/><script>alert(1)</script>&amp;$&$'__CSP_NONCE__'`
    const page = await pageWith(name)
    expect(told(page)).toEqual([{ id: 'oidc', name }])
    expect(page).not.toContain('<script>alert')
    expect(page.match(/nonce="[^"_]+"/g)).toHaveLength(1)
  })
})

describe('the configuration', () => {
  const both = { OIDC_ISSUER: 'https://idp.example/realms/a', OIDC_CLIENT_ID: 'datacrane' }
  it('has no provider, or one with a name and perhaps a secret', () => {
    expect(readConfig({}).oidc).toBeNull()
    const plain = { issuer: both.OIDC_ISSUER, clientId: 'datacrane', clientSecret: null, name: 'Single sign-on' }
    expect(readConfig(both).oidc).toEqual(plain)
    expect(readConfig({ ...both, OIDC_CLIENT_SECRET: 's', OIDC_NAME: 'Acme' }).oidc).toEqual({
      ...plain,
      clientSecret: 's',
      name: 'Acme',
    })
  })

  it.each([
    [{ OIDC_ISSUER: both.OIDC_ISSUER }, 'Set both OIDC_ISSUER and OIDC_CLIENT_ID'],
    [{ OIDC_CLIENT_ID: 'datacrane' }, 'Set both OIDC_ISSUER and OIDC_CLIENT_ID'],
    [{ ...both, OIDC_ISSUER: 'idp.example' }, 'OIDC_ISSUER must be a URL'],
    [{ ...both, OIDC_ISSUER: 'https://me:word@idp.example' }, 'only the issuer'],
    [{ ...both, OIDC_ISSUER: 'https://idp.example/?a=1' }, 'only the issuer'],
    [{ ...both, OIDC_ISSUER: 'https://idp.example/.well-known/openid-configuration' }, 'only the issuer'],
    [{ ...both, OIDC_NAME: 'x'.repeat(65) }, 'at most 64'],
  ])('%j is refused', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence)
  })
})
