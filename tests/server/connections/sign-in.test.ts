/** Signing in to the system of a connection: apps, the departure to a real provider, the return, and who may do which of it. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import type { SignedIn } from '#contract/connections/oauth.ts'
import type { OauthApp } from '#contract/connections/oauth-app.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { openProvider, type TestProvider } from '../../kit/oauth-provider.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'], publicUrl: 'http://localhost:3001' })
const callback = 'http://localhost:3001/oauth/callback'
let idp: TestProvider

beforeAll(async () => {
  idp = await openProvider({ redirectUri: callback, life: 3_600 })
  return () => idp.close()
})

const canary = () => idp.clientSecret
async function ask<T = Problem>(method: string, at: string, as: Who, body?: unknown) {
  const reply = await server.ask(method, at, { as, ...(body === undefined ? {} : { body }) })
  expect(reply.body).not.toContain(canary())
  return { status: reply.statusCode, result: reply.json<T>() }
}

let names = 0
async function app(as: Who = 'adminA', more: object = {}): Promise<OauthApp> {
  names += 1
  const form = {
    ...{ provider: 'own', name: `Provider ${names}`, clientId: idp.clientId, clientSecret: idp.clientSecret },
    ...{ authorizeUrl: `${idp.issuer}/auth`, tokenUrl: `${idp.issuer}/token`, scopes: 'openid offline_access', ...more },
  }
  const { status, result } = await ask<OauthApp>('POST', '/api/oauth-apps', as, form)
  expect(status).toBe(201)
  return result
}
async function connection(as: Who, appId: string, extra: readonly object[] = [{ name: 'prompt', value: 'consent' }]) {
  names += 1
  const form = {
    ...{ name: `CRM ${names}`, kind: 'http', url: idp.issuer, visibility: 'everyone', people: [] },
    auth: { type: 'oauth2AuthorizationCode', appId, extra },
  }
  const { status, result } = await ask<ConnectionDetails>('POST', '/api/connections', as, form)
  expect(status).toBe(201)
  return result
}
const depart = (as: Who, id: string) =>
  ask<{ url: string } & Problem>('POST', `/api/connections/${id}/authorize`, as, { returnTo: '/connections' })
const finish = (as: Who, body: unknown) => ask<SignedIn & Problem>('POST', '/api/connections/sign-in', as, body)
const stateOf = async (id: string) => (await ask<ConnectionDetails>('GET', `/api/connections/${id}`, 'adminA')).result

/** What the console reads of the address that the callback leads to. */
async function arrival(back: URL) {
  const reply = await server.ask('GET', `${back.pathname}${back.search}`)
  expect(reply.statusCode).toBe(303)
  const [page, fragment = ''] = String(reply.headers['location']).split('#')
  expect(page).toBe('http://localhost:3001/connection-sign-in')
  const { state = '', code } = Object.fromEntries(new URLSearchParams(fragment))
  return { state, ...(code === undefined ? {} : { code }) }
}
async function signedIn(as: Who, id: string, account: string) {
  const { result } = await depart(as, id)
  return arrival(await idp.visit(result.url, account))
}

it('leads to the provider and back, keeps the tokens sealed, and knows whose account it is', async () => {
  const made = await connection('adminA', (await app()).id)
  expect(made).toMatchObject({ state: 'new', account: null, authType: 'oauth2AuthorizationCode' })
  const { result } = await depart('adminA', made.id)
  const url = new URL(result.url)
  expect(url.origin + url.pathname).toBe(`${idp.issuer}/auth`)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ response_type: 'code', client_id: idp.clientId, redirect_uri: callback, code_challenge_method: 'S256' },
    ...{ scope: 'openid offline_access', prompt: 'consent' },
  })
  const state = url.searchParams.get('state') ?? ''
  expect(Buffer.from(state, 'base64url')).toHaveLength(32)
  expect((await stateOf(made.id)).state).toBe('authorizing')
  const back = await arrival(await idp.visit(result.url, 'ops@shop.test'))
  expect((await finish('adminA', back)).result).toMatchObject({
    ...{ result: 'signed-in', connectionId: made.id, account: 'ops@shop.test', returnTo: '/connections' },
  })
  expect(await stateOf(made.id)).toMatchObject({ state: 'working', account: 'ops@shop.test' })
  const { rows } = await sql<{ all: string }>`
    select (select string_agg(t::text, '') from connection_tokens t) || (select string_agg(t::text, '') from oauth_attempts t)
      || (select string_agg(t::text, '') from oauth_apps t) as all`.execute(server.database.db)
  for (const secret of [state, canary(), ...idp.issued()]) expect(rows[0]?.all).not.toContain(secret)
  expect(server.logged.join('')).not.toContain(String(back.code))
  // A return is used once.
  expect((await finish('adminA', back)).result.code).toBe('connection/attempt-dead')
})

it('is ended only by the person and the session that began it, within its time', async () => {
  const made = await connection('userA', (await app()).id)
  const back = await signedIn('userA', made.id, 'ops@shop.test')
  for (const as of ['otherA', 'adminA', 'adminB'] as const)
    expect((await finish(as, back)).result).toMatchObject({ status: 410, code: 'connection/attempt-dead' })
  const other = await server.signIn('userA')
  const elsewhere = await server.ask('POST', '/api/connections/sign-in', {
    headers: { authorization: `Bearer ${other.accessToken}` },
    body: back,
  })
  expect(elsewhere.json()).toMatchObject({ code: 'connection/attempt-dead' })
  await sql`update oauth_attempts set expires_at = now()`.execute(server.database.db)
  expect((await finish('userA', back)).result.code).toBe('connection/attempt-dead')
  for (const [as, code] of [
    ['otherA', 'connection/not-yours'],
    ['adminB', 'connection/not-found'],
  ] as const)
    expect((await depart(as, made.id)).result.code).toBe(code)
})

it('takes another account only when that is meant, and keeps the first one until then', async () => {
  const made = await connection('adminA', (await app()).id)
  await finish('adminA', await signedIn('adminA', made.id, 'a@shop.test'))
  const before = await tokens(made.id)
  const back = await signedIn('adminA', made.id, 'b@shop.test')
  expect((await finish('adminA', back)).result).toMatchObject({ result: 'other', account: 'b@shop.test', before: 'a@shop.test' })
  expect(await tokens(made.id)).toEqual(before)
  expect(await stateOf(made.id)).toMatchObject({ state: 'working', account: 'a@shop.test' })
  expect((await finish('otherA', { state: back.state, acceptsOther: true })).result.code).toBe('connection/attempt-dead')
  const accepted = await finish('adminA', { state: back.state, acceptsOther: true })
  expect(accepted.result).toMatchObject({ result: 'signed-in', account: 'b@shop.test' })
  expect(await stateOf(made.id)).toMatchObject({ account: 'b@shop.test' })
  expect((await tokens(made.id)).generation).toBe(before.generation + 1)
})
const tokens = async (id: string) =>
  (
    await sql<{
      generation: number
      access: unknown
    }>`select generation, access from connection_tokens where connection_id = ${id}`.execute(server.database.db)
  ).rows[0] ?? { generation: 0, access: null }

it('says in words what the provider refused, and is then what it was before', async () => {
  const made = await connection('adminA', (await app()).id)
  const { result } = await depart('adminA', made.id)
  const state = new URL(result.url).searchParams.get('state') ?? ''
  const denied = await finish('adminA', { state, error: 'access_denied\n<b>no</b>' })
  expect(denied.result).toMatchObject({ code: 'connection/sign-in-refused' })
  expect(denied.result.message).toContain('access_denied <b>no</b>')
  expect((await stateOf(made.id)).state).toBe('new')
  const again = new URL((await depart('adminA', made.id)).result.url).searchParams.get('state') ?? ''
  const wrong = await finish('adminA', { state: again, code: 'a-code-of-nobody' })
  expect(wrong.result).toMatchObject({ code: 'connection/sign-in-refused' })
  expect(wrong.result.message).toContain('It returned: “')
  const last = new URL((await depart('adminA', made.id)).result.url).searchParams.get('state') ?? ''
  expect((await finish('adminA', { state: last })).result.message).toContain('The system returned no sign-in code.')
})

it('a person has two sign-ins open at most; beginning again takes the place of the first', async () => {
  const { id } = await app()
  const made = await Promise.all(['1', '2', '3'].map(() => connection('otherA', id)))
  const [one, two, three] = made.map((it) => it.id) as [string, string, string]
  await sql`delete from oauth_attempts`.execute(server.database.db)
  for (const it of [one, two, one]) expect((await depart('otherA', it)).status).toBe(200)
  expect((await depart('otherA', three)).result.code).toBe('connection/attempts-open')
})

it('tokens are of one app and one origin: with another address somebody has to sign in again', async () => {
  const made = await connection('adminA', (await app()).id)
  await finish('adminA', await signedIn('adminA', made.id, 'ops@shop.test'))
  const now = await stateOf(made.id)
  const moved = { ...now.form, url: 'http://127.0.0.1:1/', revision: now.revision }
  const changed = await ask<ConnectionDetails>('PUT', `/api/connections/${made.id}`, 'adminA', moved)
  expect(changed.result).toMatchObject({ state: 'new' })
  const { result } = await ask<{ works: boolean; message: string }>('POST', `/api/connections/${made.id}/test`, 'adminA')
  expect(result).toMatchObject({ works: false, message: expect.stringContaining('is not signed in') })
})

it('apps are of a company or of the installation, are never read back, and stay while connections use them', async () => {
  const own = await app('adminA')
  const everyones = await app('superA', { isForAll: true })
  expect(own).toMatchObject({ isForAll: false, clientSecret: { set: true, last4: canary().slice(-4) } })
  const idsFor = async (as: Who) =>
    (await ask<{ data: OauthApp[] }>('GET', '/api/oauth-apps', as)).result.data.map(({ id }) => id)
  expect(await idsFor('userA')).toEqual(expect.arrayContaining([own.id, everyones.id]))
  expect(await idsFor('adminB')).toEqual([everyones.id])
  expect((await ask('POST', '/api/oauth-apps', 'adminA', { ...formOf(), isForAll: true })).result.code).toBe(
    'oauth-app/not-yours',
  )
  expect((await ask('DELETE', `/api/oauth-apps/${own.id}`, 'adminB')).result.code).toBe('oauth-app/not-found')
  for (const as of ['adminA', 'adminB'] as const)
    expect((await ask('DELETE', `/api/oauth-apps/${everyones.id}`, as)).result.code).toBe('oauth-app/not-yours')
  await connection('userA', own.id)
  expect((await ask('DELETE', `/api/oauth-apps/${own.id}`, 'adminA')).result.code).toBe('oauth-app/in-use')
  // An app of another company cannot be used, though its id is known.
  const foreign = await connection('adminB', own.id)
  expect((await depart('adminB', foreign.id)).result.code).toBe('connection/app-secret')
  expect((await ask('DELETE', `/api/oauth-apps/${everyones.id}`, 'superA')).status).toBe(200)
})
const formOf = () => ({ provider: 'hubspot', name: 'HubSpot', clientId: 'x', clientSecret: canary() })

it('the secret of an app goes to a host of its provider only, and to no address that the guard refuses', async () => {
  const shopify = (await ask<OauthApp>('POST', '/api/oauth-apps', 'adminA', { ...formOf(), provider: 'shopify' })).result
  for (const url of [
    'https://thief.example.test',
    'https://x.myshopify.com.thief.test',
    'http://x.myshopify.com',
    'https://x.myshopify.com:8443',
  ]) {
    names += 1
    const form = {
      ...{ name: `Shop ${names}`, kind: 'http', url, visibility: 'everyone', people: [] },
      auth: { type: 'oauth2AuthorizationCode', appId: shopify.id },
    }
    const made = (await ask<ConnectionDetails>('POST', '/api/connections', 'userA', form)).result
    expect((await depart('userA', made.id)).result.code, url).toBe('connection/app-secret')
  }
  const inner = await app('adminA', { tokenUrl: 'http://10.0.0.1/token' })
  const made = await connection('adminA', inner.id)
  const state = new URL((await depart('adminA', made.id)).result.url).searchParams.get('state') ?? ''
  const refused = (await finish('adminA', { state, code: 'x' })).result
  expect(refused).toMatchObject({ code: 'connection/sign-in-refused' })
  expect(refused.message).toContain('the sign-in. Requests to 10.0.0.1 are not allowed. Try')
})

it('no path outside the console is returned to', async () => {
  const made = await connection('adminA', (await app()).id)
  for (const returnTo of ['//thief.test', 'https://thief.test', '/\\thief.test', 'javascript:alert(1)', ''])
    expect((await ask('POST', `/api/connections/${made.id}/authorize`, 'adminA', { returnTo })).status, returnTo).toBe(400)
})
