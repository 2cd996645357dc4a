/** Require single sign-on: what it refuses, whom it excepts, and that a company is never shut out of itself. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { SsoState } from '#contract/auth/sso/sso.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { anyKind } from '../../kit/databases.ts'
import { lettersTo, newestToken } from '../../kit/mailbox.ts'
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

it.runIf(anyKind() === 'postgres')(
  'lets nobody in by a password who was admitted just before single sign-on was required',
  async () => {
    await a.move('allow-passwords')
    const waiting = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(server.database.db)).rows[0]?.n
    const other = await openDatabase(server.place)
    const { coming } = await other.db.transaction().execute(async (tx) => {
      await sql`update sso_connections set status = 'enforced'`.execute(tx)
      const attempt = signIn('userA')
      await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
      // Not awaited here: it waits for this commit.
      return { coming: attempt }
    })
    expect((await coming).json<Problem>().code).toBe('sso/required')
    await other.close()
  },
)

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

it('asks whoever is invited for no password, and invites nobody who could not sign in', async () => {
  const invite = (email: string) =>
    server.ask('POST', `/api/users/${server.ids.adminA}/team-members/invite`, { as: 'adminA', body: { email, role: 'USER' } })
  expect((await invite('guest@elsewhere.test')).json<Problem>().code).toBe('sso/domain-needed')
  expect((await invite('invited@example.test')).statusCode).toBe(201)
  const token = await newestToken(server, 'invited@example.test', '/accept-invitation')
  const look = await server.ask('POST', '/api/invitations/look', { body: { token } })
  expect(look.json(), look.body).toMatchObject({ signIn: 'sso' })
  const names = { firstName: 'Ada', lastName: 'Lovelace' }
  const accept = () => server.ask('POST', '/api/invitations/accept', { body: { token, ...names } })
  await at('optional')
  const early = await accept()
  expect(early.json<Problem>().errors?.[0]?.path, 'passwords sign in').toBe('/password')
  await at('enforced')
  expect((await accept()).statusCode).toBe(200)
  const found = await sql<{ confirmed: boolean }>`select confirmed from users where email = 'invited@example.test'`.execute(
    server.database.db,
  )
  expect(found.rows).toEqual([{ confirmed: true }])
})

it('keeps the last emergency administrator', async () => {
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
  expect(taken.body).toContain('last emergency administrator')
  const own = await server.ask('POST', `/api/users/${server.ids.adminA}/deletion`, { as: 'adminA', body: { password } })
  expect(own.json<Problem>().code, own.body).toBe('sso/last-break-glass')
  expect((await a.save({ breakGlass: [] })).json<Problem>().code).toBe('sso/break-glass-needed')
  expect((await a.save({ breakGlass: [server.ids.otherA] })).json<Problem>().code).toBe('sso/ends-own-session')
  // Removed by another way: every administrator is one for an emergency then.
  await sql`update users set active = false where id = ${server.ids.adminA}`.execute(db)
  expect((await signIn('otherA')).statusCode).toBe(200)
  await sql`update users set active = true where id = ${server.ids.adminA}`.execute(db)
  expect((await signIn('otherA')).statusCode).toBe(403)
  await sql`update users set role = 'USER' where id = ${server.ids.otherA}`.execute(db)
})

it('asks whoever signed in with single sign-on for a code where others give their password', async () => {
  const factor = async (who: Who, proofs: object, headers?: Record<string, string>) =>
    server.ask('POST', `/api/users/${server.ids[who]}/mfa/enable`, {
      ...(headers ? { headers } : { as: who }),
      body: { method: 'email', ...proofs },
    })
  await at('optional')
  expect((await factor('adminA', {})).json<Problem>().errors?.[0]?.path, 'a session that began with a password').toBe('/password')
  const { accessToken } = await server.signIn('otherA')
  await sql`update sessions set provider = 'sso' where user_id = ${server.ids.otherA}`.execute(server.database.db)
  const own = { authorization: `Bearer ${accessToken}` }
  const asksPassword = async (who: Who, it: object) =>
    (await server.ask('GET', `/api/users/${server.ids[who]}/password`, it)).json<{ asksPassword: boolean }>().asksPassword
  expect([await asksPassword('otherA', { headers: own }), await asksPassword('adminA', { as: 'adminA' })]).toEqual([false, true])
  expect((await factor('otherA', {}, own)).json<Problem>().errors?.[0]?.path).toBe('/code')
  const code = /code is (\d{6})/.exec((await lettersTo(server, emailOf('otherA'))).at(-1)?.body ?? '')?.[1]
  expect((await factor('otherA', { code: '000000' }, own)).json<Problem>().code).toBe('auth/prove-again')
  expect((await factor('otherA', { code }, own)).statusCode).toBe(200)
  await at('enforced')
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
