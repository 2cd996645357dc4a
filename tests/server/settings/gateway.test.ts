/** The API gateway of a company: its limits hold for all API keys together, over processes, and not for the console. `worklist.md` C-7, X7. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { NetworkConnectivity } from '#contract/settings/network/network.ts'
import { networkDefaults } from '#contract/settings/network/network-limits.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { createAccess } from '#server/platform/security/access.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { createTestServer, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const path = '/api/system-settings'

async function save(apiGateway: NetworkConnectivity['apiGateway']) {
  const { revisions } = (await server.ask('GET', path, { as: 'adminA' })).json<SystemSettings>()
  const reply = await server.ask('PUT', path, {
    as: 'adminA',
    body: { networkConnectivity: { cloudToCloud: { enabled: false }, apiGateway }, revisions },
  })
  expect(reply.statusCode, reply.body).toBe(200)
}
const limited = (requestsPerMinute: number, requestsPerHour: number) => ({
  ...{ enabled: true, rateLimiting: { enabled: true, requestsPerMinute, requestsPerHour } },
})
const newKey = async (as: Who) => {
  const body = { ...keyForm, rateLimiting: { ...keyForm.rateLimiting, enabled: false } }
  return (await server.ask('POST', '/api-keys', { as, body })).json<{ secret: string }>().secret
}
const call = (key: string) =>
  server.ask('GET', '/api-connectors/dashboard-user-query', { headers: { authorization: `Bearer ${key}` } })

beforeEach(() => sql`delete from company_key_calls`.execute(server.database.db))

it('begins open with the limits of the specification', async () => {
  const { networkConnectivity } = (await server.ask('GET', path, { as: 'adminA' })).json<SystemSettings>()
  const { apiGateway, cloudToCloud } = networkDefaults
  const none = { vpnConfigurations: [], privateEndpoints: [] }
  expect(networkConnectivity).toEqual({ apiGateway, cloudToCloud: { ...cloudToCloud, ...none } })
})

it('lets as many calls in as it says, of all keys of the company and all processes together, and says when to come again', async () => {
  await save(limited(10, 25))
  const [one, two, other] = [await newKey('adminA'), await newKey('adminA'), await newKey('adminB')]
  // Another process, with its own memory.
  const process = createAccess({ db: server.database.db, tokens: {} as never })
  const elsewhere = async () => {
    const caller = await process.identify(`Bearer ${two}`)
    if (caller.kind !== 'key') throw new Error('no key')
    return process.admitKey(caller, '127.0.0.1').then(
      () => 200,
      () => 429,
    )
  }
  const here = async (key: string) => (await call(key)).statusCode
  const statuses = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 3 === 0 ? elsewhere() : here(n % 3 === 1 ? one : two))),
  )
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10)
  const refused = await call(one)
  expect(refused.json()).toMatchObject({ status: 429, code: 'auth/gateway-limit' })
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await call(other)).statusCode).toBe(200)
  expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'adminA' })).statusCode).toBe(200)
  const usage = (await server.ask('GET', `${path}/network/usage`, { as: 'adminA' })).json()
  expect(usage).toMatchObject({ minute: { calls: 10 }, hour: { calls: 10 } })
  await save({ ...limited(10, 25), rateLimiting: { ...limited(10, 25).rateLimiting, enabled: false } })
  expect((await call(one)).statusCode).toBe(200)
})

it('refuses every key of the company while it is off', async () => {
  const [own, other] = [await newKey('adminA'), await newKey('adminB')]
  await save({ ...limited(10, 25), enabled: false })
  expect((await call(own)).json()).toMatchObject({ status: 403, code: 'auth/gateway-closed' })
  expect((await call(other)).statusCode).toBe(200)
})
