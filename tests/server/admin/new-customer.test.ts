/** A company that the operator adds: its first administrator sets up the account by the link, also a second one. */
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { createTestServer, emailOf, type Reply } from '../kit/test-server.ts'

const server = createTestServer()
const email = 'first@harbor.test'
const add = (body: object, key = uuid()) =>
  server.ask('POST', '/api/admin/customers', {
    as: 'superA',
    key,
    body: { name: ' Harbor ', plan: 'Professional', email, ...body },
  })
const invite = (id: string, to: string) =>
  server.ask('POST', `/api/admin/customers/${id}/administrators`, { as: 'superA', key: uuid(), body: { email: to } })
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
async function tokenTo(recipient: string): Promise<string> {
  const { body } = await server.database.db
    .selectFrom('messages')
    .select('body')
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return /token=(\S+)/.exec(body)?.[1] ?? ''
}
const accept = (token: string) =>
  server.ask('POST', '/api/invitations/accept', {
    body: { token, firstName: 'Ada', lastName: 'First', password: 'Correct-horse-battery-9' },
  })

it('is made once with a link for its administrator, who signs in and administers it', async () => {
  expect(codeOf(await add({ email: emailOf('adminB') }))).toBe('company/person-known')
  const key = uuid()
  const made = (await add({}, key)).json<CustomerDetails>()
  expect(made).toMatchObject({ name: 'Harbor', plan: 'Professional', status: 'active', people: 0, invited: [{ email }] })
  expect(made.isMailed).toBe(false)
  expect((await add({}, key)).json<CustomerDetails>().id).toBe(made.id)
  expect(await server.database.db.selectFrom('companies').select('id').where('name', '=', 'Harbor').execute()).toHaveLength(1)

  const summary = async () =>
    (await server.ask('GET', `/api/admin/customers/${made.id}/summary`, { as: 'superA' })).json<CustomerSummary>()
  expect(await summary(), 'no one has agreed to a price').toMatchObject({
    ...{ prices: { agreedAt: null }, bill: { total: 0, isInvoiced: false } },
  })
  const plans = () => server.database.db.selectFrom('plan_changes').selectAll().where('company_id', '=', made.id).execute()
  const added = (await plans())[0]?.at.getTime() ?? 0
  const first = await tokenTo(email)
  expect((await invite(made.id, email)).statusCode).toBe(200)
  expect(codeOf(await accept(first))).toBe('invitation/dead')
  expect((await accept(await tokenTo(email))).statusCode).toBe(200)
  expect(codeOf(await invite(made.id, 'second@harbor.test'))).toBe('company/has-administrator')
  const session = await server.ask('POST', '/api/auth/sign-in', { body: { email, password: 'Correct-horse-battery-9' } })
  expect(session.json()).toMatchObject({ user: { role: 'ADMIN', email } })
  const now = (await server.ask('GET', `/api/admin/customers/${made.id}`, { as: 'superA' })).json<CustomerDetails>()
  expect((await summary()).prices?.agreedAt).toEqual(expect.any(String))
  const [begun, ...more] = await plans()
  expect([begun?.plan, more.length], 'the plan begins with its first member').toEqual(['Professional', 0])
  expect(begun?.at.getTime()).toBeGreaterThan(added)
  expect(now).toMatchObject({ people: 1, invited: [], administrators: [{ name: 'Ada First', email }] })
})

it('has a link that is dead when the operator is one no longer', async () => {
  await add({ name: 'Other', email: 'late@other.test' })
  await server.database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', server.ids.superA).execute()
  expect(codeOf(await accept(await tokenTo('late@other.test')))).toBe('invitation/dead')
})
