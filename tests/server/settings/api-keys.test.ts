/** API keys: shown once, kept as a hash, held to permissions, addresses, times and limits on every call. */
import { expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { scopes } from '#contract/kit/scopes.ts'
import { apiKeyLimits, apiKeyRates } from '#contract/settings/api-key-limits.ts'
import type { ApiKey, ApiKeyForm, NewApiKey } from '#contract/settings/api-keys.ts'
import { createAccess } from '#server/platform/security/access.ts'
import { createTokens } from '#server/platform/security/tokens.ts'
import { createTestServer, goodConfig, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const form = (changes: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  ...{ name: 'Warehouse', description: '', enabled: true, expiresAt: null },
  permissions: [...scopes],
  rateLimiting: { enabled: true, ...apiKeyRates },
  ipRestrictions: { enabled: false, allowedIPs: [] },
  ...changes,
})
async function create(changes: Partial<ApiKeyForm> = {}, as: Who = 'adminA'): Promise<NewApiKey> {
  const reply = await server.ask('POST', '/api-keys', { as, body: form(changes) })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<NewApiKey>()
}
const list = async (as: Who = 'adminA') => (await server.ask('GET', '/api-keys', { as })).json<{ data: ApiKey[] }>().data
const call = (secret: string, path = '/api-connectors/dashboard-user-query', method = 'GET', body?: unknown) =>
  server.ask(method, path, { headers: { authorization: `Bearer ${secret}` }, body })
const change = ({ id, revision }: ApiKey, changes: Partial<ApiKeyForm>) =>
  server.ask('PUT', `/api-keys/${id}`, { as: 'adminA', body: { ...form(changes), revision } })

it('is shown once, is stored nowhere, and does what its owner may do in the own company', async () => {
  const { secret, apiKey } = await create({ name: ' Warehouse ' })
  expect(secret).toMatch(/^dc_[0-9a-f]{64}$/)
  expect(apiKey).toMatchObject({ name: 'Warehouse', key: secret.slice(0, 12), status: 'Active', lastUsedAt: null })
  const made = await call(secret, '/api-connectors/', 'POST', { connector: { name: 'By key' }, config: goodConfig })
  expect(made.statusCode, made.body).toBe(201)
  expect((await call(secret)).json()).toHaveLength(1)
  expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'adminB' })).json()).toEqual([])
  const rows = await server.database.db.selectFrom('api_keys').selectAll().execute()
  const shown = `${JSON.stringify(await list())}${JSON.stringify(rows)}${server.logged.join('')}`
  expect(shown).not.toContain(secret)
  expect((await list())[0]).toMatchObject({ lastUsedFrom: '127.0.0.1', createdBy: { email: 'admina@example.test' } })
  const audit = (await server.ask('GET', '/api/audit', { as: 'adminA' })).json<{ data: object[] }>().data
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'connector.created', actor: expect.objectContaining({ kind: 'key' }) }),
  )
  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'apiKey.created', after: expect.objectContaining({ key: apiKey.key }) }),
  )
  expect(JSON.stringify(audit)).not.toContain(secret)
  expect((await server.ask('GET', `/api-connectors/dashboard-user-query?api_key=${secret}`)).statusCode).toBe(401)
})

it('needs the permission of each endpoint, and cannot do what takes a person', async () => {
  const without = Object.fromEntries(
    await Promise.all(
      scopes.map(async (scope) => {
        const permissions = scopes.filter((it) => it !== scope)
        const rateLimiting = { enabled: false, ...apiKeyRates }
        return [scope, (await create({ permissions, rateLimiting }, 'superA')).secret]
      }),
    ),
  )
  const reached: string[] = []
  for (const { method, path, scope, access } of endpoints as readonly Endpoint[]) {
    if (access === 'public') continue
    const secret = scope === 'session' || scope === 'public' ? without['users:read'] : without[scope]
    const at = path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')
    const reply = await call(String(secret), at, method, method === 'GET' ? undefined : {})
    const code = scope === 'session' ? 'auth/sessions-only' : 'auth/scope-missing'
    if (reply.json()['code'] !== code) reached.push(`${method} ${path}: ${reply.statusCode} ${reply.body.slice(0, 80)}`)
  }
  expect(reached).toEqual([])
})

it('ends at once when it is switched off, expired, deleted, or when its owner cannot sign in', async () => {
  const { secret, apiKey } = await create()
  expect((await call(secret)).statusCode).toBe(200)
  const off = (await change(apiKey, { enabled: false })).json<ApiKey>()
  expect(off.status).toBe('Inactive')
  expect((await call(secret)).json()).toMatchObject({ status: 401, code: 'auth/key-invalid' })
  const expired = (await change(off, { expiresAt: new Date(Date.now() - 1_000).toISOString() })).json<ApiKey>()
  expect(expired.status).toBe('Expired')
  expect((await call(secret)).statusCode).toBe(401)
  expect((await change(off, {})).json()).toMatchObject({ code: 'apiKey/stale' })
  const on = (await change(expired, {})).json<ApiKey>()
  expect((await call(secret)).statusCode).toBe(200)
  expect((await server.ask('DELETE', `/api-keys/${on.id}`, { as: 'adminB' })).statusCode).toBe(404)
  expect((await server.ask('DELETE', `/api-keys/${on.id}`, { as: 'adminA' })).statusCode).toBe(200)
  expect((await call(secret)).statusCode).toBe(401)

  const owned = await create({}, 'superA')
  const users = server.database.db.updateTable('users').where('id', '=', server.ids.superA)
  await users.set({ role: 'USER' }).execute()
  expect((await call(owned.secret, '/api/system-settings')).statusCode).toBe(403)
  await users.set({ role: 'SUPER_ADMIN', active: false }).execute()
  // Another process would know within the life of its cache; a new one knows at once.
  const access = createAccess({ db: server.database.db, tokens: createTokens(server.masterKey) })
  await expect(access.identify(`Bearer ${owned.secret}`)).rejects.toMatchObject({ problem: { code: 'auth/key-invalid' } })
  expect(await list()).toContainEqual(expect.objectContaining({ id: owned.apiKey.id, status: 'Owner gone' }))
  await users.set({ active: true }).execute()
})

it('is replaced with an overlap: both values work, and the one before them does not', async () => {
  const first = await create()
  const rotate = async () => (await server.ask('POST', `/api-keys/${first.apiKey.id}/rotate`, { as: 'adminA' })).json<NewApiKey>()
  const second = await rotate()
  expect(second.secret).not.toBe(first.secret)
  expect(Date.parse(second.apiKey.previousUntil ?? '') - Date.now()).toBeGreaterThan((apiKeyLimits.overlapHours - 1) * 3_600_000)
  const statuses = async (...all: NewApiKey[]) =>
    (await Promise.all(all.map(({ secret }) => call(secret)))).map(({ statusCode }) => statusCode)
  expect(await statuses(first, second)).toEqual([200, 200])
  const third = await rotate()
  expect(await statuses(first, second, third)).toEqual([401, 200, 200])
  await server.database.db
    .updateTable('api_keys')
    .set({ previous_until: new Date(0) })
    .execute()
  const access = createAccess({ db: server.database.db, tokens: createTokens(server.masterKey) })
  await expect(access.identify(`Bearer ${second.secret}`)).rejects.toMatchObject({ problem: { code: 'auth/key-invalid' } })
})

it('works from its addresses only, however they are written', async () => {
  const from = async (remoteAddress: string, allowedIPs: string[]) => {
    const { secret } = await create({ ipRestrictions: { enabled: true, allowedIPs } })
    return (
      await server.app.inject({
        url: '/api-connectors/dashboard-user-query',
        remoteAddress,
        headers: { authorization: `Bearer ${secret}` },
      })
    ).statusCode
  }
  expect(await from('::ffff:10.1.2.3', ['10.1.2.3'])).toBe(200)
  expect(await from('10.9.9.9', ['10.0.0.0/8'])).toBe(200)
  expect(await from('2001:db8::5', ['10.0.0.0/8', '2001:db8::/64'])).toBe(200)
  expect(await from('11.0.0.1', ['10.0.0.0/8', '::/0'])).toBe(403)
  const nobody = { enabled: true, allowedIPs: [] }
  expect((await server.ask('POST', '/api-keys', { as: 'adminA', body: form({ ipRestrictions: nobody }) })).statusCode).toBe(400)
  for (const wrong of ['fe80::1%eth0', '999.1.1.1', '10.1', '10.0.0.0/33', 'here']) {
    const ipRestrictions = { enabled: true, allowedIPs: ['10.0.0.1', wrong] }
    const reply = await server.ask('POST', '/api-keys', { as: 'adminA', body: form({ ipRestrictions }) })
    expect(reply.json(), wrong).toMatchObject({
      message: 'Invalid IP address',
      errors: [{ path: '/ipRestrictions/allowedIPs/1', message: 'Invalid IP address' }],
    })
  }
})

it('makes as many calls as it may and not one more, over two processes at once', async () => {
  const { secret } = await create({
    rateLimiting: { enabled: true, ...apiKeyRates, requestsPerMinute: 100_000, requestsPerHour: 30 },
  })
  const other = createAccess({ db: server.database.db, tokens: createTokens(server.masterKey) })
  const atOther = async () => {
    const caller = await other.identify(`Bearer ${secret}`)
    if (caller.kind !== 'key') return 500
    return other.admitKey(caller, '127.0.0.1').then(
      () => 200,
      (thrown: { problem: { status: number } }) => thrown.problem.status,
    )
  }
  const here = async () => (await call(secret)).statusCode
  const made = await Promise.all(Array.from({ length: 80 }, (_, number) => (number % 2 === 0 ? here() : atOther())))
  expect(made.filter((status) => status === 200)).toHaveLength(30)
  expect(made.filter((status) => status === 429)).toHaveLength(50)
  const refused = await call(secret)
  expect(refused.json()).toMatchObject({ code: 'auth/key-limit', status: 429 })
  const wait = Number(refused.headers['retry-after'])
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(3_600)
})

it('begins anew with the next minute, and tells how many calls are left', async () => {
  const { secret, apiKey } = await create({ rateLimiting: { enabled: true, ...apiKeyRates, requestsPerMinute: 2 } })
  expect((await call(secret)).headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-remaining': '1' })
  const calls = server.database.db.updateTable('api_key_calls').where('key_id', '=', apiKey.id)
  await calls.set({ minute_calls: 2 }).execute()
  expect((await call(secret)).statusCode).toBe(429)
  await calls.set({ minute_at: new Date(Date.now() - 120_000) }).execute()
  expect((await call(secret)).headers).toMatchObject({ 'ratelimit-remaining': '1' })
})

it('has its own repetitions beside those of its owner', async () => {
  const { secret } = await create()
  const body = { connector: { name: 'Twice' }, config: goodConfig }
  const headers = { authorization: `Bearer ${secret}` }
  const byKey = await server.ask('POST', '/api-connectors/', { headers, key: 'one', body })
  const again = await server.ask('POST', '/api-connectors/', { headers, key: 'one', body })
  const byOwner = await server.ask('POST', '/api-connectors/', { as: 'adminA', key: 'one', body })
  const idOf = (reply: typeof byKey) => reply.json<{ connector: { _id: string } }>().connector._id
  expect(idOf(again)).toBe(idOf(byKey))
  expect(idOf(byOwner)).not.toBe(idOf(byKey))
})

it('of which a company has a hundred at most', async () => {
  const { db } = server.database
  const rows = (await list('adminB')).length
  expect(rows).toBe(0)
  const made = await Promise.all(
    Array.from({ length: 104 }, () => server.ask('POST', '/api-keys', { as: 'adminB', body: form() })),
  )
  expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(apiKeyLimits.perCompany)
  expect(made.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({ code: 'apiKey/too-many' })
  await db.deleteFrom('api_keys').where('company_id', '=', server.companies.B).execute()
})

it('neither invites nor makes an administrator, who could do everything', async () => {
  const { secret } = await create()
  const invite = (role: string) =>
    call(secret, `/api/users/${server.ids.adminA}/team-members/invite`, 'POST', {
      email: `${role}@example.test`.toLowerCase(),
      role,
    })
  expect((await invite('ADMIN')).json()).toMatchObject({ status: 403, code: 'auth/sessions-only' })
  expect((await invite('USER')).statusCode).toBe(201)
  const promote = await call(secret, `/api/users/${server.ids.otherA}/role`, 'PATCH', { role: 'ADMIN' })
  expect(promote.json()).toMatchObject({ status: 403, code: 'auth/sessions-only' })
  const audit = (await server.ask('GET', '/api/audit?what=member.invited', { as: 'adminA' })).json<{ data: object[] }>().data
  expect(audit).toMatchObject([
    { target: { type: 'invitation', name: 'user@example.test' }, after: { email: 'user@example.test', role: 'USER' } },
  ])
})
