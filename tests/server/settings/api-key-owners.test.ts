/** What each person may do with the API key of each owner: a key can do what its owner may do. */
import { beforeAll, expect, it } from 'vitest'
import type { ApiKey, NewApiKey } from '#contract/settings/api-keys.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { createTestServer, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer()
beforeAll(async () => {
  const { db } = server.database
  await db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', server.ids.otherA).execute()
  await db.updateTable('users').set({ role: 'SUPER_ADMIN' }).where('id', '=', server.ids.userA).execute()
  // Another role ends the sessions.
  Object.assign(server.sessions, { otherA: await server.signIn('otherA'), userA: await server.signIn('userA') })
})

const people = { ADMIN: 'adminA', 'another ADMIN': 'otherA', SUPER_ADMIN: 'superA', 'another SUPER_ADMIN': 'userA' } as const
const elsewhere = 'an ADMIN of another company'
const personOf = (name: string): Who => (name === elsewhere ? 'adminB' : people[name as keyof typeof people])

const actions: Readonly<Record<string, (key: ApiKey, as: Who) => Promise<Reply>>> = {
  widen: ({ id, revision }, as) => server.ask('PUT', `/api-keys/${id}`, { as, body: { ...keyForm, revision } }),
  replace: ({ id }, as) => server.ask('POST', `/api-keys/${id}/rotate`, { as }),
  'switch off': ({ id }, as) => server.ask('POST', `/api-keys/${id}/switch-off`, { as }),
  delete: ({ id }, as) => server.ask('DELETE', `/api-keys/${id}`, { as }),
}
const [mine, others, none, away] = [
  [200, 200, 200, 200],
  [403, 403, 200, 200],
  [403, 403, 403, 403],
  [404, 404, 404, 404],
]

it.each([
  ['ADMIN', 'ADMIN', mine],
  ['ADMIN', 'another ADMIN', others],
  ['ADMIN', 'SUPER_ADMIN', others],
  ['ADMIN', elsewhere, away],
  ['SUPER_ADMIN', 'SUPER_ADMIN', mine],
  ['SUPER_ADMIN', 'another SUPER_ADMIN', others],
  ['SUPER_ADMIN', 'ADMIN', none],
  ['SUPER_ADMIN', elsewhere, away],
] as const)(
  'the key of an owner who is %s, and %s: to widen, replace, switch off and delete it is answered %j',
  async (owner, name, wanted) => {
    const as = personOf(name)
    const statuses: number[] = []
    for (const act of Object.values(actions)) {
      const body = { ...keyForm, permissions: ['integrations:read'] }
      const { apiKey, secret } = (await server.ask('POST', '/api-keys', { as: personOf(owner), body })).json<NewApiKey>()
      const reply = await act(apiKey, as)
      statuses.push(reply.statusCode)
      if (reply.statusCode === 200) continue
      // Nothing has changed.
      const { data } = (await server.ask('GET', '/api-keys', { as: personOf(owner) })).json<{ data: ApiKey[] }>()
      expect(data.find(({ id }) => id === apiKey.id)).toEqual(apiKey)
      const headers = { authorization: `Bearer ${secret}` }
      expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { headers })).statusCode).toBe(200)
    }
    expect(statuses).toEqual(wanted)
  },
)

it('a key that another administrator has switched off is refused at once, and its owner switches it on again', async () => {
  const { apiKey, secret } = (await server.ask('POST', '/api-keys', { as: 'adminA', body: keyForm })).json<NewApiKey>()
  const call = async () =>
    (await server.ask('GET', '/api-connectors/dashboard-user-query', { headers: { authorization: `Bearer ${secret}` } }))
      .statusCode
  expect(await call()).toBe(200)
  const off = (await server.ask('POST', `/api-keys/${apiKey.id}/switch-off`, { as: 'otherA' })).json<ApiKey>()
  expect([off.status, off.revision > apiKey.revision, await call()]).toEqual(['Inactive', true, 401])
  const on = { ...keyForm, revision: off.revision }
  expect((await server.ask('PUT', `/api-keys/${apiKey.id}`, { as: 'otherA', body: on })).json()).toMatchObject({
    code: 'apiKey/owner-only',
  })
  expect((await server.ask('PUT', `/api-keys/${apiKey.id}`, { as: 'adminA', body: on })).json()).toMatchObject({
    status: 'Active',
  })
})
