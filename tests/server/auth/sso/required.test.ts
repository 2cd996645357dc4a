/** Single sign-on as the only way in: what it refuses, whom it excepts, and that a company is never shut out of itself. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { SsoState } from '#contract/auth/sso/sso.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { lettersTo } from '../../kit/mailbox.ts'
import { emailOf, openTestServer, password, type TestServer, type Who } from '../../kit/test-server.ts'
import { type ScimGroup, speaker, tokenOf } from '../../settings/scim-scene.ts'
import { type SsoCompany, ssoCompany } from './sso-company.ts'

let server: TestServer
let a: SsoCompany
beforeAll(async () => {
  server = await openTestServer()
  a = ssoCompany(server)
  await a.own('example.test')
  await a.save({
    provider: 'OIDC',
    oidc: { clientId: 'crane', clientSecret: '', discoveryUrl: 'https://idp.example', managesEmails: false },
  })
  await at('optional')
})
afterAll(() => server?.close())

const at = (status: string) => sql`update sso_connections set status = ${status}`.execute(server.database.db)
const signIn = (who: Who) => server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password } })
const me = async (who: Who) => (await server.ask('GET', '/api/users/me', { as: who })).statusCode

it('needs an administrator for an emergency, and ends no session of whoever switches it on', async () => {
  expect((await a.move('require')).json<Problem>().code).toBe('sso/break-glass-needed')
  const other = await server.signIn('adminA')
  expect(other.user._id).toBe(server.ids.adminA)
  await a.save({ breakGlass: [server.ids.userA, server.ids.adminB] })
  expect((await a.move('require')).json<Problem>().code, 'a member, and a stranger').toBe('sso/break-glass-needed')
  await a.save({ breakGlass: [server.ids.adminA] })
  expect((await a.move('require')).json<SsoState>().status).toBe('enforced')
  expect(await me('adminA')).toBe(200)
  expect(await me('userA'), 'a session that began with a password').toBe(401)
  expect([await me('superA'), await me('adminB')], 'of the operator, of another company').toEqual([200, 200])
})

it('refuses passwords with the true reason to whoever knows theirs, and tells the audit', async () => {
  const refused = await signIn('userA')
  expect(refused.json<Problem>()).toMatchObject({ code: 'sso/required', status: 403 })
  const wrong = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password: 'wrong' } })
  expect(wrong.json<Problem>().code, 'nothing is said to others').toBe('auth/invalid-credentials')
  const { rows } = await sql<{
    failure_reason: string
  }>`select failure_reason from login_audit where user_id = ${server.ids.userA} and not success
    and failure_reason like '%single sign-on%'`.execute(server.database.db)
  expect(rows).toHaveLength(1)
  for (const who of ['adminA', 'superA', 'adminB'] as const) expect((await signIn(who)).statusCode, who).toBe(200)
})

it('sends no link for a password that would not let anybody in', async () => {
  const before = (await lettersTo(server, emailOf('userA'))).length
  await server.ask('POST', '/api/users/reset-password', { body: { email: emailOf('userA') } })
  const letters = await lettersTo(server, emailOf('userA'))
  expect(letters).toHaveLength(before + 1)
  const texts = JSON.stringify(
    await server.database.db.selectFrom('messages').selectAll().where('recipient', '=', emailOf('userA')).execute(),
  )
  expect(texts).toContain('/sso')
  expect(texts).not.toContain('token=')
})

it('keeps the last administrator for an emergency', async () => {
  const { db } = server.database
  await sql`update users set role = 'ADMIN' where id = ${server.ids.otherA}`.execute(db)
  const deactivate = (id: string) => server.ask('PATCH', `/api/users/${id}/deactivate`, { as: 'superA', body: {} })
  const last = await deactivate(server.ids.adminA)
  expect(last.json<Problem>().code, last.body).toBe('sso/last-break-glass')
  const speak = speaker(server, () => token)
  const token = await tokenOf(server, 'A')
  const members = [{ value: server.ids.adminA }]
  const group = (await speak('POST', '/Groups', { displayName: 'Everybody', members })).json<ScimGroup>()
  await sql`update scim_groups set role = 'USER' where id = ${group.id}`.execute(db)
  const none = await speak('PUT', `/Groups/${group.id}`, { displayName: 'Everybody', members: [] })
  expect(none.statusCode, none.body).toBe(200)
  const taken = await speak('PUT', `/Groups/${group.id}`, { displayName: 'Everybody', members })
  expect(taken.statusCode, taken.body).toBe(409)
  expect(taken.body).toContain('last administrator for an emergency')
  expect((await a.save({ breakGlass: [] })).json<Problem>().code).toBe('sso/break-glass-needed')
  expect((await a.save({ breakGlass: [server.ids.otherA] })).json<Problem>().code).toBe('sso/ends-own-session')
  // Removed by another way: every administrator is one for an emergency then.
  await sql`update users set active = false where id = ${server.ids.adminA}`.execute(db)
  expect((await signIn('otherA')).statusCode).toBe(200)
  await sql`update users set active = true where id = ${server.ids.adminA}`.execute(db)
  expect((await signIn('otherA')).statusCode).toBe(403)
  await sql`update users set role = 'USER' where id = ${server.ids.otherA}`.execute(db)
})

it('lets passwords in again, and ends the sessions of single sign-on when that is switched off', async () => {
  expect((await a.move('allow-passwords')).json<SsoState>().status).toBe('optional')
  expect((await signIn('userA')).statusCode).toBe(200)
  const session = await server.signIn('otherA')
  await sql`update sessions set provider = 'sso' where user_id = ${server.ids.otherA}`.execute(server.database.db)
  expect((await a.move('off')).json<SsoState>().status).toBe('tested')
  const ended = await server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${session.accessToken}` } })
  expect(ended.statusCode).toBe(401)
})
