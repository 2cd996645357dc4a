import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type TestServer, type Who } from '../kit/test-server.ts'

const refresh = (server: TestServer, refreshToken: string) => server.ask('POST', '/api/auth/refresh', { body: { refreshToken } })
const me = (server: TestServer, token: string) =>
  server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })

describeOnEachKind('sign-in and refresh', (kind) => {
  const server = createTestServer({}, kind)

  /** Makes a spent token older than the grace. */
  const age = (seconds: number) =>
    sql`update refresh_tokens set used_at = used_at - ${seconds} * interval '1 second' where used_at is not null`.execute(
      server.database.db,
    )

  it('gives a session that says who it is', async () => {
    const session = await server.signIn('adminA')
    expect(session.user).toEqual({
      _id: server.ids.adminA,
      email: emailOf('adminA'),
      firstName: 'adminA',
      lastName: 'Example',
      role: 'ADMIN',
      companyId: server.companies.A,
      companyName: 'Company A',
      workspaceName: 'A',
      confirmed: true,
      plan: 'Basic',
      integrations: [],
    })
    const life = Date.parse(session.expiresAt) - Date.parse(session.serverTime)
    expect(life).toBeGreaterThan(14.9 * 60_000)
    expect(life).toBeLessThanOrEqual(15 * 60_000)
    expect((await me(server, session.accessToken)).json()).toEqual(session.user)
  })

  it('gives the same answer for an unknown email, a wrong password and somebody who was switched off', async () => {
    await sql`update users set active = false where id = ${server.ids.otherA}`.execute(server.database.db)
    const tries = [
      { email: 'nobody@example.test', password },
      { email: emailOf('userA'), password: 'wrong' },
      { email: emailOf('otherA'), password },
    ]
    const replies = await Promise.all(tries.map((body) => server.ask('POST', '/api/auth/sign-in', { body })))
    await sql`update users set active = true where id = ${server.ids.otherA}`.execute(server.database.db)
    const bodies = replies.map((reply) => ({ ...reply.json(), requestId: '', status: reply.statusCode }))
    expect(bodies[0]).toMatchObject({ status: 401, code: 'auth/invalid-credentials', message: 'Invalid credentials' })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })

  it('says that an account is not confirmed to whoever knows its password, and to nobody else', async () => {
    const { db } = server.database
    const signIn = (given: string) =>
      server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('otherA'), password: given } })
    await sql`update users set confirmed = false where id = ${server.ids.otherA}`.execute(db)
    const replies = [await signIn('wrong'), await signIn(password)]
    await sql`update users set confirmed = true, active = false where id = ${server.ids.otherA}`.execute(db)
    replies.push(await signIn(password))
    await sql`update users set active = true where id = ${server.ids.otherA}`.execute(db)
    replies.push(await signIn(password))
    expect(replies.map((reply) => [reply.statusCode, reply.json()['code']])).toEqual([
      [401, 'auth/invalid-credentials'],
      [403, 'auth/not-confirmed'],
      [401, 'auth/invalid-credentials'],
      [200, undefined],
    ])
    const { rows } = await sql<{ success: boolean; why: string | null }>`
      select success, failure_reason as why from login_audit where user_id = ${server.ids.otherA} order by id desc limit 4`.execute(
      db,
    )
    expect(rows.reverse()).toEqual([
      { success: false, why: 'The password was wrong.' },
      { success: false, why: 'The account was not confirmed.' },
      { success: false, why: 'The account was deactivated.' },
      { success: true, why: null },
    ])
  })

  it('reads the email in any case', async () => {
    const reply = await server.ask('POST', '/api/auth/sign-in', {
      body: { email: ` ${emailOf('userA').toUpperCase()} `, password },
    })
    expect(reply.statusCode).toBe(200)
  })

  it('exchanges a refresh token for a new pair, and keeps only hashes', async () => {
    const first = await server.signIn('userA')
    const reply = await refresh(server, first.refreshToken)
    expect(reply.statusCode).toBe(200)
    const second = reply.json<Session>()
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await me(server, second.accessToken)).statusCode).toBe(200)
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, ' ') as all from refresh_tokens t`.execute(
      server.database.db,
    )
    for (const token of [first.refreshToken, second.refreshToken]) expect(rows[0]?.all).not.toContain(token)
  })

  it('gives 50 parallel uses of one token one child', async () => {
    const { refreshToken } = await server.signIn('userA')
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(server, refreshToken)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const children = new Set(replies.map((reply) => reply.json<Session>().refreshToken))
    expect(children.size).toBe(1)
    const [child = ''] = children
    expect((await refresh(server, child)).statusCode).toBe(200)
  })

  it('ends the whole family when an old token is used again', async () => {
    const first = await server.signIn('userA')
    const second = (await refresh(server, first.refreshToken)).json<Session>()
    expect((await me(server, second.accessToken)).statusCode).toBe(200)
    await age(11)
    const stolen = await refresh(server, first.refreshToken)
    expect(stolen.json()).toMatchObject({ status: 401, code: 'auth/refresh-failed' })
    expect((await refresh(server, second.refreshToken)).statusCode).toBe(401)
    expect((await me(server, second.accessToken)).statusCode).toBe(401)
  })

  it('gives the same child inside the grace', async () => {
    const first = await server.signIn('userA')
    const one = (await refresh(server, first.refreshToken)).json<Session>()
    await age(5)
    const again = (await refresh(server, first.refreshToken)).json<Session>()
    expect(again.refreshToken).toBe(one.refreshToken)
  })

  it('refuses what is no refresh token, ran out, or belongs to a session that ended', async () => {
    expect((await refresh(server, 'nonsense')).json()['code']).toBe('auth/refresh-failed')
    const { accessToken } = await server.signIn('userA')
    expect((await refresh(server, accessToken)).json()['code']).toBe('auth/refresh-failed')

    const old = await server.signIn('userA')
    await sql`update refresh_tokens set expires_at = now() - interval '1 second'`.execute(server.database.db)
    expect((await refresh(server, old.refreshToken)).statusCode).toBe(401)

    const left = await server.signIn('userA')
    await server.ask('POST', '/api/auth/sign-out', { headers: { authorization: `Bearer ${left.accessToken}` } })
    expect((await refresh(server, left.refreshToken)).statusCode).toBe(401)
    expect((await me(server, left.accessToken)).json()['code']).toBe('auth/token-invalid')
  })
})

describe('an address beyond its limit', () => {
  const server = createTestServer({ signInLimit: 2 })

  it('locks no accounts: what it is refused counts against nobody', async () => {
    const from = (remoteAddress: string, who: Who, given: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        remoteAddress,
        payload: { email: emailOf(who), password: given },
      })
    for (let each = 0; each < 10; each += 1) await from('192.0.2.9', each % 2 === 0 ? 'userA' : 'otherA', `wrong ${each}`)
    for (let each = 0; each < 10; each += 1) expect((await from('192.0.2.9', 'adminB', 'wrong')).statusCode).toBe(429)
    expect((await from('192.0.2.10', 'adminB', password)).statusCode).toBe(200)
  })

  it('has all addresses of its network in IPv6', async () => {
    const from = (host: number) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        remoteAddress: `2001:db8::${host.toString(16)}`,
        payload: { email: `nobody${host}@example.test`, password: 'wrong' },
      })
    const statuses = []
    for (let host = 1; host <= 12; host += 1) statuses.push((await from(host)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  })
})
