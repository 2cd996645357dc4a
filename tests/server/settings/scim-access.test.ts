/** Who may speak SCIM for a company: the holder of its token, until it is replaced or revoked; and how soon whoever left is shut out. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { NewApiKey } from '#contract/settings/api-keys.ts'
import { scimLimits } from '#contract/settings/scim/scim-limits.ts'
import { takeOverUnconfirmed } from '#server/features/auth/users.repository.ts'
import { createAccess } from '#server/platform/security/access.ts'
import { createTokens } from '#server/platform/security/tokens.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { createTestServer, emailOf, password } from '../kit/test-server.ts'
import { createUser, makeToken, patched, type ScimGroup, speaker, tokenOf } from './scim-scene.ts'

const server = createTestServer()
let token = ''
const speak = speaker(server, () => token)
beforeAll(async () => {
  token = await tokenOf(server, 'A')
})

const id = '00000000-0000-7000-8000-000000000000'
const fixedPaths = ['/ServiceProviderConfig', '/ResourceTypes', '/ResourceTypes/User', '/Schemas', '/Schemas/x']
const ofOne = ['GET', 'PUT', 'PATCH', 'DELETE']
const calls: (readonly [string, string])[] = [
  ...fixedPaths.map((path) => ['GET', path] as const),
  ...['/Users', '/Groups'].flatMap((path) => [
    ['GET', path] as const,
    ['POST', path] as const,
    ...ofOne.map((method) => [method, `${path}/${id}`] as const),
  ]),
]

describe('a call', () => {
  it.each(calls)('%s %s needs the token of a company: nothing else is let in, and no body is looked at', async (method, path) => {
    const key = (await server.ask('POST', '/api-keys', { as: 'superA', body: keyForm })).json<NewApiKey>().secret
    const others = [
      '',
      'Bearer',
      `Bearer ${server.sessions.superA.accessToken}`,
      `Bearer ${key}`,
      `Bearer dcs_${'0'.repeat(64)}`,
      `Basic ${token}`,
    ]
    for (const authorization of others) {
      const reply = await server.ask(method, `/scim/v2${path}`, {
        headers: { authorization, 'content-type': 'application/scim+json' },
        ...(method === 'GET' ? {} : { body: '{not json' }),
      })
      expect(reply.json(), authorization.slice(0, 12)).toMatchObject({
        status: '401',
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      })
    }
    expect((await server.ask(method, `/scim/v2${path}?token=${token}`)).statusCode).toBe(401)
  })

  it('by the token is good for nothing but SCIM', async () => {
    for (const path of ['/api-connectors/dashboard-user-query', '/api/system-settings', '/api/users/me'])
      expect((await server.ask('GET', path, { headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(401)
  })

  it('creates people in proved domains only, and finds out nothing of other addresses', async () => {
    const create = (userName: string) => speak('POST', '/Users', { userName })
    await server.database.db
      .updateTable('users')
      .set({ email: 'known@b.example.test' })
      .where('id', '=', server.ids.adminB)
      .execute()
    const [known, unknown] = [await create('known@b.example.test'), await create('unknown@b.example.test')]
    expect(known.json()).toMatchObject({ status: '403', detail: expect.stringContaining('verified domains') })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect((await create('somebody@sub.example.test')).statusCode).toBe(403)
    // The owner of a domain may learn that an address in it has an account.
    await server.database.db
      .updateTable('users')
      .set({ email: 'known@example.test' })
      .where('id', '=', server.ids.adminB)
      .execute()
    expect((await create('known@example.test')).statusCode).toBe(409)
    expect((await create('new@example.test')).statusCode).toBe(201)
    await server.database.db
      .updateTable('users')
      .set({ email: emailOf('adminB') })
      .where('id', '=', server.ids.adminB)
      .execute()
  })

  it('says what the service can do, and refuses what it cannot', async () => {
    expect((await speak('GET', '/ServiceProviderConfig')).json()).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
    })
    expect((await speak('GET', '/ResourceTypes/Group')).json()).toMatchObject({ endpoint: '/Groups' })
    expect((await speak('GET', '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).json()).toMatchObject({ name: 'User' })
    for (const [method, path] of [
      ['POST', '/Bulk'],
      ['GET', '/Me'],
      ['PUT', '/Users'],
      ['GET', '/Schemas/x'],
    ] as const)
      expect((await speak(method, path, method === 'GET' ? undefined : {})).json(), path).toMatchObject({ status: '404' })
    expect((await speak('POST', '/Users', '{not json')).json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
    expect((await speak('POST', '/Users', '{"__proto__": {}}')).json()).toMatchObject({ status: '400' })
    expect((await speak('POST', '/Users', {}, { 'content-type': 'text/plain' })).statusCode).toBe(415)
    expect((await speak('POST', '/Users', { userName: 'x'.repeat(scimLimits.bodyMax) })).statusCode).toBe(413)
    expect((await speak('POST', '/Users', { userName: 'no address' })).json()).toMatchObject({ scimType: 'invalidValue' })
    const many = Array.from({ length: scimLimits.operationsMax + 1 }, () => ({ op: 'replace', path: 'active', value: true }))
    expect((await patched(speak, `/Users/${server.ids.userA}`, ...many)).json()).toMatchObject({ scimType: 'tooMany' })
  })

  it('comes from an address that the company lets in, and is refused while the company is suspended', async () => {
    const { db } = server.database
    const entry = { ipAddress: '10.9.9.9', subnet: '', description: '', enabled: true }
    const value = JSON.stringify({
      enabled: true,
      blockUnknownIPs: true,
      notifyOnBlocked: false,
      allowedIPs: [{ ...entry, id, createdAt: new Date().toISOString() }],
    })
    await db
      .insertInto('company_settings')
      .values({ company_id: server.companies.A, section: 'ipWhitelisting', value, updated_by: server.ids.adminA })
      .execute()
    expect((await speak('GET', '/Users')).json()).toMatchObject({ status: '403', detail: expect.stringContaining('127.0.0.1') })
    await db.deleteFrom('company_settings').execute()
    await db
      .updateTable('companies')
      .set({ status: 'suspended', suspended_reason: 'unpaid' })
      .where('id', '=', server.companies.A)
      .execute()
    expect((await speak('GET', '/Users')).json()).toMatchObject({ detail: expect.stringContaining('suspended') })
    await db.updateTable('companies').set({ status: 'active', suspended_reason: null }).execute()
    expect((await speak('GET', '/Users')).statusCode).toBe(200)
  })
})

it('whoever is deactivated is refused within five seconds by a process that let them in just now', async () => {
  const { db } = server.database
  const { secret } = (await server.ask('POST', '/api-keys', { as: 'adminA', body: keyForm })).json<NewApiKey>()
  const session = (await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('adminA'), password } })).json<{
    accessToken: string
  }>()
  const other = createAccess({ db, tokens: createTokens(server.masterKey) })
  const bearers = [secret, session.accessToken].map((each) => `Bearer ${each}`)
  for (const each of bearers) await other.identify(each)
  const off = await patched(speak, `/Users/${server.ids.adminA}`, { op: 'replace', value: { active: false } })
  expect(off.json(), off.body).toMatchObject({ active: false })
  const since = performance.now()
  for (const authorization of bearers) {
    expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { headers: { authorization } })).statusCode).toBe(401)
    await expect
      .poll(
        () =>
          other.identify(authorization).then(
            () => 'let in',
            () => 'refused',
          ),
        { timeout: 6_000, interval: 100 },
      )
      .toBe('refused')
  }
  expect(performance.now() - since).toBeLessThan(5_000)
  expect((await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('adminA'), password } })).statusCode).toBe(401)
  await patched(speak, `/Users/${server.ids.adminA}`, { op: 'replace', value: { active: true } })
})

it('the token is made by whoever proves themselves, shown once, replaced with an overlap, and revoked at once', async () => {
  Object.assign(server.sessions, { adminA: await server.signIn('adminA') })
  const unproved = await server.ask('POST', '/api/system-settings/provisioning/token', {
    as: 'adminA',
    body: { password: 'wrong' },
  })
  expect(unproved.json()).toMatchObject({ code: 'auth/prove-again' })
  const first = await makeToken(server)
  const second = await makeToken(server)
  expect(second.secret).toMatch(/^dcs_[0-9a-f]{64}$/)
  const statusOf = async (secret: string) => (await speaker(server, () => secret)('GET', '/Users?count=0')).statusCode
  expect(await Promise.all([first.secret, second.secret].map(statusOf))).toEqual([200, 200])
  const third = await makeToken(server)
  expect(await Promise.all([first.secret, second.secret, third.secret].map(statusOf))).toEqual([401, 200, 200])
  const shown = await server.ask('GET', '/api/system-settings/provisioning', { as: 'adminA' })
  expect(shown.json()).toMatchObject({
    token: { start: third.secret.slice(0, 12), lastUsedFrom: '127.0.0.1', isCreatorGone: false },
  })
  const leave = (active: boolean) =>
    server.database.db.updateTable('users').set({ active }).where('id', '=', server.ids.adminA).execute()
  await leave(false)
  expect(await statusOf(third.secret), 'also without who made it').toBe(200)
  const afterwards = await server.ask('GET', '/api/system-settings/provisioning', { as: 'superA' })
  expect(afterwards.json()).toMatchObject({ token: { createdBy: expect.stringMatching(/./), isCreatorGone: true } })
  await leave(true)
  const rows = JSON.stringify(await server.database.db.selectFrom('scim_tokens').selectAll().execute())
  const audit = (await server.ask('GET', '/api/audit', { as: 'adminA' })).body
  for (const text of [rows, audit, shown.body, server.logged.join('')]) expect(text).not.toContain(third.secret)
  expect(audit).toContain('provisioning.tokenMade')
  const revoke = () => server.ask('POST', '/api/system-settings/provisioning/revoke', { as: 'adminA', body: { password } })
  expect((await revoke()).json()).toMatchObject({ token: null })
  expect(await Promise.all([second.secret, third.secret].map(statusOf))).toEqual([401, 401])
  expect((await revoke()).json()).toMatchObject({ code: 'provisioning/no-token' })
})

it('people go with who proves the address elsewhere, and leave nothing behind', async () => {
  token = await tokenOf(server, 'A')
  const { id: userId } = await createUser(speak, 'taken@example.test', { externalId: 't-1' })
  const group = (await speak('POST', '/Groups', { displayName: 'Taken', members: [{ value: userId }] })).json<ScimGroup>()
  const { db } = server.database
  const person = { firstName: 'T', lastName: 'K', role: 'USER' as const, passwordHash: '' }
  expect(
    await takeOverUnconfirmed(db, { companyId: server.companies.A, userId }, { ...person, companyId: server.companies.B }),
  ).toBe(true)
  expect((await speak('GET', `/Users/${userId}`)).statusCode).toBe(404)
  expect((await speak('GET', `/Groups/${group.id}`)).json<ScimGroup>().members).toEqual([])
  for (const table of ['scim_people', 'scim_members'] as const)
    expect(await db.selectFrom(table).selectAll().where('user_id', '=', userId).execute(), table).toEqual([])
})
