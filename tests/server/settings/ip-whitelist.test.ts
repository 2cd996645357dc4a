/** The list of addresses of a company: what is saved of it, and every way in that it closes. */
import { beforeEach, expect, it } from 'vitest'
import type { Session } from '#contract/auth/auth.ts'
import type { AddressCheck, BlockedAddress, IpWhitelisting } from '#contract/settings/ip-whitelist.ts'
import type { IpWhitelistChange, SystemSettings } from '#contract/settings/system-settings.ts'
import { allowAllAddresses } from '#server/features/settings/allow-all.service.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { bearer, stand } from '../kit/senders.ts'
import { createTestServer, emailOf, password, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const path = '/api/system-settings'
const list = '/api/system-settings/ip-whitelist'
const unknown = '203.0.113.7'
const read = async (as: Who = 'adminA') => (await server.ask('GET', path, { as })).json<SystemSettings>()
const entry = (ipAddress: string, subnet = '', changes = {}) => ({
  ipAddress,
  subnet,
  description: '',
  enabled: true,
  ...changes,
})
const own = entry('127.0.0.1')

async function save(changes: Partial<IpWhitelistChange>, as: Who = 'adminA') {
  const { ipWhitelisting, revisions } = await read(as)
  const body = { ipWhitelisting: { ...ipWhitelisting, ...changes }, revisions: { ipWhitelisting: revisions.ipWhitelisting } }
  return server.ask('PUT', path, { as, body })
}
const callFrom = async (remoteAddress: string, authorization: string, url = '/api/users/me') =>
  (await server.app.inject({ url, remoteAddress, headers: { authorization } })) as unknown as Reply
const bearerOf = (who: Who) => `Bearer ${server.sessions[who].accessToken}`
const blocked = async () =>
  (await server.ask('GET', '/api/system-settings/blocked-addresses', { as: 'adminA' })).json<{ data: BlockedAddress[] }>().data
const mails = async () =>
  (await server.database.db.selectFrom('messages').select(['recipient', 'subject']).execute()).filter(({ subject }) =>
    subject.includes(unknown),
  )

beforeEach(async () => {
  expect((await save({ enabled: false, blockUnknownIPs: true, notifyOnBlocked: true, allowedIPs: [] })).statusCode).toBe(200)
  await server.database.db.deleteFrom('blocked_addresses').execute()
  await server.database.db.deleteFrom('messages').execute()
})

it('closes every way in to addresses that are not on it, for people and keys of this company alone', async () => {
  const key = (await server.ask('POST', '/api-keys', { as: 'adminA', body: keyForm })).json<{ secret: string }>().secret
  const session = await server.signIn('otherA')
  expect((await callFrom(unknown, bearerOf('userA'))).statusCode).toBe(200)
  expect((await save({ enabled: true, allowedIPs: [own, entry('10.0.0.0', '/8')] })).statusCode).toBe(200)

  const refused = await callFrom(unknown, bearerOf('userA'))
  expect(refused.json()).toMatchObject({ status: 403, code: 'access/address', message: expect.stringContaining(unknown) })
  const ask = (method: 'POST', url: string, payload: object, headers = {}) =>
    server.app.inject({ method, url, remoteAddress: unknown, payload, headers })
  const query = { query: '{ whoAmI { id } }' }
  const ways = [
    await callFrom(unknown, `Bearer ${key}`, '/api-connectors/dashboard-user-query'),
    await callFrom(unknown, bearerOf('adminA'), '/api/audit/export'),
    await ask('POST', '/graphql', query, { authorization: bearerOf('userA') }),
    await ask('POST', '/api/auth/refresh', { refreshToken: session.refreshToken }),
    await ask('POST', '/api/auth/sign-in', { email: emailOf('userA'), password }),
  ]
  expect(ways.map((reply) => [reply.statusCode, reply.json<{ code: string }>().code])).toEqual(
    Array(ways.length).fill([403, 'access/address']),
  )
  expect((await ask('POST', '/api/auth/sign-in', { email: emailOf('userA'), password: 'wrong' })).statusCode).toBe(401)
  // The refresh token was not spent.
  const refreshed = await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: session.refreshToken } })
  expect(refreshed.json<Session>().accessToken).toEqual(expect.any(String))
  for (const from of ['10.4.5.6', '::ffff:10.4.5.6', '127.0.0.1'])
    expect((await callFrom(from, bearerOf('userA'))).statusCode, from).toBe(200)
  expect((await callFrom(unknown, bearerOf('adminB'))).statusCode).toBe(200)
  const signIns = await server.ask('GET', `/api/auth/login-audit/user/${server.ids.userA}`, { as: 'userA' })
  expect(signIns.json()).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ failureReason: "The IP address is not on the company's list." })]),
  })
})

it('lists who was refused, and emails each administrator once an hour', async () => {
  await save({ enabled: true, allowedIPs: [own] })
  await Promise.all(Array.from({ length: 12 }, () => callFrom(unknown, bearerOf('userA'))))
  expect(await blocked()).toEqual([
    expect.objectContaining({ address: unknown, calls: 12, wasRefused: true, lastBy: 'userA Example' }),
  ])
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([emailOf('adminA'), emailOf('superA')])
  const old = new Date(Date.now() - 3_700_000)
  await server.database.db.updateTable('blocked_addresses').set({ noticed_at: old }).execute()
  await callFrom(unknown, bearerOf('userA'))
  expect(await mails()).toHaveLength(4)
})

it('records unknown addresses and lets them in where they are not to be refused', async () => {
  await save({ enabled: true, blockUnknownIPs: false, notifyOnBlocked: false })
  expect((await callFrom(unknown, bearerOf('userA'))).statusCode).toBe(200)
  expect(await blocked()).toContainEqual(expect.objectContaining({ address: unknown, calls: 1, wasRefused: false }))
  expect(await mails()).toEqual([])
})

it('holds webhook events against it where they are included, after their proof', async () => {
  const { id, secret } = await stand(server)
  const send = async (headers = bearer(secret), remoteAddress = unknown) =>
    (await server.app.inject({
      method: 'POST',
      url: `/hooks/${id}`,
      remoteAddress,
      payload: { order: 1 },
      headers,
    })) as unknown as Reply
  await save({ enabled: true, allowedIPs: [own] })
  expect((await send()).statusCode, 'senders are let in as before').toBe(202)
  expect((await read()).ipWhitelisting.includeHooks).toBe(false)

  await save({ enabled: true, includeHooks: true, allowedIPs: [own] })
  const refused = await send()
  expect(refused.json()).toMatchObject({
    status: 403,
    code: 'access/address',
    message: expect.stringContaining('webhook events'),
  })
  expect((await send(bearer('wrong'))).json()).toMatchObject({ code: 'hook/not-proved' })
  expect((await send(bearer(secret), '127.0.0.1')).statusCode).toBe(202)
  expect(await blocked()).toEqual([expect.objectContaining({ address: unknown, wasRefused: true, lastBy: null, isEvent: true })])
  // A program that does not know the switch leaves it as it is.
  const { ipWhitelisting, revisions } = await read()
  const { includeHooks: _, ...known } = ipWhitelisting
  await server.ask('PUT', path, { as: 'adminA', body: { ipWhitelisting: known, revisions } })
  expect((await send()).statusCode).toBe(403)
  await save({ blockUnknownIPs: false })
  expect((await send()).statusCode).toBe(202)
})

it('refuses a change that shuts out whoever makes it, and names their address', async () => {
  const lockedOut = { code: 'settings/own-lockout', status: 409, message: expect.stringContaining('127.0.0.1') }
  expect((await save({ enabled: true })).json()).toMatchObject(lockedOut)
  expect((await save({ enabled: true, allowedIPs: [entry('127.0.0.1', '', { enabled: false })] })).json()).toMatchObject(
    lockedOut,
  )
  const added = await server.ask('POST', list, { as: 'adminA', body: entry('127.0.0.0', '/8', { description: ' Here ' }) })
  const [saved] = added.json<SystemSettings>().ipWhitelisting.allowedIPs
  expect(saved).toMatchObject({ ipAddress: '127.0.0.0', subnet: '/8', description: 'Here', createdAt: expect.any(String) })
  expect((await save({ enabled: true })).statusCode).toBe(200)
  expect((await server.ask('DELETE', `${list}/${saved?.id}`, { as: 'adminA' })).json()).toMatchObject(lockedOut)
  expect((await read()).ipWhitelisting.allowedIPs).toEqual([saved])
  expect((await save({ enabled: false })).statusCode).toBe(200)
  const removed = await server.ask('DELETE', `${list}/${saved?.id}`, { as: 'adminA' })
  expect(removed.json<{ ipWhitelisting: IpWhitelisting }>().ipWhitelisting.allowedIPs).toEqual([])
})

it.each([
  ['999.1.1.1', '', 'Please enter a valid IPv4 or IPv6 address'],
  ['10.1', '', 'Please enter a valid IPv4 or IPv6 address'],
  ['10.0.0.0', '/33', 'Please enter a valid subnet mask'],
  ['10.0.0.0', '8', 'Please enter a valid subnet mask'],
  ['2001:db8::', '/129', 'Please enter a valid subnet mask'],
  ['10.1.2.3', '/8', 'Please enter a valid subnet mask. Did you mean 10.0.0.0/8?'],
])('refuses %s%s', async (ipAddress, subnet, message) => {
  const reply = await server.ask('POST', list, { as: 'adminA', body: entry(ipAddress, subnet) })
  expect(reply.json()).toMatchObject({ status: 400, message })
  expect((await read()).ipWhitelisting.allowedIPs).toEqual([])
})

it('says of one address whether it is let in, and by which entry', async () => {
  const saved = (await save({ enabled: true, allowedIPs: [own, entry('10.0.0.0', '/8')] })).json<SystemSettings>()
  const check = async (address: string) =>
    (await server.ask('GET', `/api/system-settings/address-check?address=${address}`, { as: 'adminA' })).json<AddressCheck>()
  const [mine, office] = saved.ipWhitelisting.allowedIPs
  expect(await check('')).toEqual({ address: '127.0.0.1', isOwn: true, isAllowed: true, entryId: mine?.id })
  expect(await check('10.9.9.9')).toMatchObject({ isOwn: false, isAllowed: true, entryId: office?.id })
  expect(await check(unknown)).toMatchObject({ isAllowed: false, entryId: null })
  expect((await server.ask('GET', `/api/system-settings/address-check?address=here`, { as: 'adminA' })).statusCode).toBe(400)
})

it('is switched off by a command on the server, which is recorded', async () => {
  await save({ enabled: true, allowedIPs: [own] })
  const { db } = server.database
  await expect(allowAllAddresses(db, 'No such company')).rejects.toThrow('No company has the name or id "No such company".')
  expect(await allowAllAddresses(db, 'Company A')).toBe(
    'IP Whitelisting is now off for Company A. All addresses are allowed within 5 seconds.',
  )
  expect(await allowAllAddresses(db, server.companies.A)).toBe('IP Whitelisting was already off for Company A.')
  expect((await read()).ipWhitelisting).toMatchObject({ enabled: false, allowedIPs: [{ ipAddress: '127.0.0.1' }] })
  const audit = (await server.ask('GET', '/api/audit?what=settings.changed', { as: 'adminA' })).json<{ data: object[] }>()
  expect(audit.data[0]).toMatchObject({ actor: { kind: 'system' }, after: { ipWhitelisting: { enabled: false } } })
})
