/** What a signed-in person does about their own account: password, sessions, identities, recovery codes, a sign-in that was not theirs. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import type { LoginRecord } from '#contract/auth/login-audit.ts'
import type { RecoveryCode } from '#contract/auth/mfa.ts'
import type { OwnSession } from '#contract/auth/security.ts'
import { lettersTo } from '../kit/mailbox.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type Who } from '../kit/test-server.ts'
import { forgetFactors, forgetSteps, pass, post, sentTo, shown, switchOn, wrongFor } from './mfa/factors.ts'

const next = 'Quite-another-one-7'

describeOnEachKind('the own account', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(async () => {
    await forgetFactors(server)
    await sql`update users set password_changed_at = null, password_hash = (
      select password_hash from users where id = ${server.ids.adminB})`.execute(server.database.db)
  })

  const me = async (token: string) =>
    (await server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })).statusCode
  const signInWith = async (who: Who, by: string) =>
    (await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password: by } })).statusCode
  const get = (who: Who, path: string) => server.ask('GET', `/api/users/${server.ids[who]}/${path}`, { as: who })
  const sessionsOf = async (who: Who) => (await get(who, 'sessions')).json<{ sessions: OwnSession[] }>().sessions
  const recorded = async () => {
    const { rows } = await sql<{ action: string }>`
      select action from audit_events where company_id = ${server.companies.A} order by seq desc limit 1`.execute(
      server.database.db,
    )
    return rows[0]?.action
  }

  it('changes the password with the one it had: the other sessions end, this one stays, its owner hears of it', async () => {
    const elsewhere = await server.signIn('userA')
    expect((await get('userA', 'password')).json()).toMatchObject({ changedAt: null })
    const change = (body: object) => post(server, 'userA', 'password', body)
    expect((await change({ new: next })).json()).toMatchObject({ code: 'auth/prove-again', errors: [{ path: '/password' }] })
    expect((await change({ password: 'wrong', new: next })).json()).toMatchObject({ errors: [{ path: '/password' }] })
    expect((await change({ password, new: 'short' })).json()).toMatchObject({
      code: 'password/weak',
      errors: [{ path: '/new' }, { path: '/new' }, { path: '/new' }, { path: '/new' }],
    })
    expect(await signInWith('userA', password)).toBe(200)
    expect(await me(elsewhere.accessToken)).toBe(200)

    const changed = await change({ password, new: next })
    expect(changed.json()).toMatchObject({ success: true })
    expect(await recorded()).toBe('password.changed')
    expect(await me(elsewhere.accessToken)).toBe(401)
    const refreshed = await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: elsewhere.refreshToken } })
    expect(refreshed.statusCode).toBe(401)
    expect(await me(server.sessions.userA.accessToken)).toBe(200)
    expect([await signInWith('userA', password), await signInWith('userA', next)]).toEqual([401, 200])
    expect((await lettersTo(server, emailOf('userA'))).map(({ subject }) => subject)).toEqual([
      'Your Datacrane password was changed',
    ])
    expect(Date.parse((await get('userA', 'password')).json<{ changedAt: string }>().changedAt)).toBeGreaterThan(0)
    expect((await change({ password: next, new: next })).json()).toMatchObject({ code: 'password/weak' })
    // 20 at once with the same old one: one of them is the new password.
    const many = await Promise.all(
      Array.from({ length: 20 }, (_, at) => change({ password: next, new: `${next}${at}x` }).then((reply) => reply.statusCode)),
    )
    expect(many.filter((status) => status === 200)).toHaveLength(1)
  })

  it('asks for the code as well where a factor is on, and does not use it up for a weak password', async () => {
    const { secret } = await switchOn(server, 'otherA', 'app')
    const code = shown(secret)
    const change = (body: object) => post(server, 'otherA', 'password', { password, ...body })
    expect((await change({ new: next })).json()).toMatchObject({ code: 'auth/prove-again', errors: [{ path: '/code' }] })
    expect((await change({ new: 'short', code })).json()['code']).toBe('password/weak')
    expect((await change({ new: next, code: wrongFor(secret) })).json()).toMatchObject({ errors: [{ path: '/code' }] })
    expect((await change({ new: next, code })).statusCode).toBe(200)
    const back = await post(server, 'otherA', 'password', { password: next, new: `${next}2`, code })
    expect(back.json()).toMatchObject({ code: 'auth/prove-again', errors: [{ path: '/code' }] })
  })

  it('compares at most ten of 200 wrong codes that come at once with the right password, and says how long it is locked', async () => {
    const { secret } = await switchOn(server, 'adminA', 'app')
    const code = wrongFor(secret)
    const replies = []
    for (let at = 0; at < 200; at += 50)
      replies.push(
        ...(await Promise.all(Array.from({ length: 50 }, () => post(server, 'adminA', 'mfa/disable', { password, code })))),
      )
    const codes = replies.map((reply) => reply.json<{ code: string }>().code)
    expect(codes.filter((it) => it === 'auth/prove-again').length).toBeLessThanOrEqual(10)
    const locked = replies.at(-1)?.json<{ code: string; retryAfter: number }>()
    expect(locked?.code).toBe('auth/codes-used-up')
    expect(locked?.retryAfter).toBeGreaterThan(10 * 60_000)
    const right = await post(server, 'adminA', 'mfa/disable', { password, code: shown(secret) })
    expect(right.json()['code']).toBe('auth/codes-used-up')
  })

  it('lists its sessions and ends one, or all others, at once', async () => {
    const [one, two] = [await server.signIn('otherA'), await server.signIn('otherA')]
    const before = await sessionsOf('otherA')
    expect(before.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const mine = before.find(({ isCurrent }) => isCurrent)?.id ?? ''
    const { sid } = JSON.parse(Buffer.from(one.accessToken.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }
    const end = (as: Who, who: Who, id: string) => server.ask('DELETE', `/api/users/${server.ids[who]}/sessions/${id}`, { as })
    expect(await me(one.accessToken)).toBe(200)
    // Nobody ends what is another's, by whatever name.
    expect((await end('userA', 'otherA', sid)).json()['code']).toBe('user/not-found')
    expect((await end('userA', 'userA', sid)).json()['code']).toBe('session/not-found')
    expect((await end('otherA', 'otherA', sid)).statusCode).toBe(200)
    expect(await recorded()).toBe('session.ended')
    expect(await me(one.accessToken)).toBe(401)
    expect((await end('otherA', 'otherA', sid)).json()['code']).toBe('session/not-found')
    expect((await sessionsOf('otherA')).map(({ id }) => id)).not.toContain(sid)
    expect(await me(two.accessToken)).toBe(200)
    const others = await post(server, 'otherA', 'sessions/end-others', {})
    expect(others.json<{ ended: number }>().ended).toBe(before.length - 2)
    expect(await me(two.accessToken)).toBe(401)
    expect((await sessionsOf('otherA')).map(({ id }) => id)).toEqual([mine])
  })

  it('disconnects an identity of its own and of nobody else, and its owner hears of it', async () => {
    for (const who of ['otherA', 'adminA'] as const)
      await sql`insert into identities (issuer, subject, company_id, user_id, provider)
        values ('https://id.example', ${who}, ${server.companies.A}, ${server.ids[who]}, 'oidc')`.execute(server.database.db)
    const of = async (who: Who) => (await get(who, 'identities')).json<{ identities: { id: string; provider: string }[] }>()
    const [own, foreign] = [(await of('otherA')).identities[0], (await of('adminA')).identities[0]]
    expect(own).toMatchObject({ provider: 'oidc' })
    const remove = (id = '') => server.ask('DELETE', `/api/users/${server.ids.otherA}/identities/${id}`, { as: 'otherA' })
    expect((await remove(foreign?.id)).json()['code']).toBe('identity/not-found')
    expect((await remove(own?.id)).statusCode).toBe(200)
    expect(await recorded()).toBe('identity.disconnected')
    expect([(await of('otherA')).identities, (await of('adminA')).identities.length]).toEqual([[], 1])
    expect((await lettersTo(server, emailOf('otherA'))).map(({ subject }) => subject)).toEqual([
      'oidc was disconnected from your Datacrane account',
    ])
  })

  it('shows the recovery codes again to who proves it, used ones as used; old ones without a copy are not', async () => {
    const { secret, recoveryCodes } = await switchOn(server, 'superA', 'app')
    const view = async (code: string) => post(server, 'superA', 'mfa/recovery-codes/view', { password, code })
    const all = (await view(shown(secret))).json<{ recoveryCodes: RecoveryCode[] }>().recoveryCodes
    expect(all).toEqual(recoveryCodes.map((code) => ({ code, usedAt: null })))
    expect(await recorded()).toBe('recoveryCodes.viewed')
    const [first = ''] = recoveryCodes
    const again = (await view(first)).json<{ recoveryCodes: RecoveryCode[] }>().recoveryCodes
    expect(again.filter(({ usedAt }) => usedAt !== null).map(({ code }) => code)).toEqual([first])
    await sql`update recovery_codes set key_id = null, ciphertext = null`.execute(server.database.db)
    await forgetSteps(server)
    expect((await view(shown(secret))).json()['code']).toBe('mfa/codes-not-viewable')
  })

  it('sends the code of a setup again after half a minute, good for ten minutes', async () => {
    const enable = { method: 'email', password }
    expect((await post(server, 'adminB', 'mfa/enable', enable)).json()).toMatchObject({ expiresIn: 600_000 })
    const [letter] = await lettersTo(server, emailOf('adminB'))
    expect(letter?.body).toContain('10 minutes')
    const resend = () => post(server, 'adminB', 'mfa/resend', { purpose: 'enable' })
    const early = (await resend()).json<{ code: string; retryAfter: number }>()
    expect(early.code).toBe('auth/codes-used-up')
    expect(early.retryAfter).toBeLessThanOrEqual(30_000)
    const old = await sentTo(server, emailOf('adminB'))
    await pass(server, 0.6)
    expect((await resend()).json()).toEqual({ success: true, nextIn: 30_000 })
    const fresh = await sentTo(server, emailOf('adminB'))
    const verified = async (code: string) => (await post(server, 'adminB', 'mfa/verify', { code, method: 'email' })).statusCode
    if (old !== fresh) expect(await verified(old)).toBe(422)
    await pass(server, 9)
    expect(await verified(fresh)).toBe(200)
    expect((await resend()).json()['code']).toBe('mfa/code-wrong')
  })

  it('disowns a sign-in: every other session ends, and administrators find the report', async () => {
    const thief = await server.signIn('adminB')
    const path = `/api/auth/login-audit/user/${server.ids.adminB}?limit=1`
    const { data } = (await server.ask('GET', path, { as: 'adminB' })).json<{ data: LoginRecord[] }>()
    const id = data[0]?.id ?? ''
    expect((await post(server, 'otherA', `sign-ins/${id}/disown`, {})).json()['code']).toBe('signIn/not-found')
    const reply = await post(server, 'adminB', `sign-ins/${id}/disown`, {})
    expect(reply.json<{ ended: number }>().ended).toBeGreaterThanOrEqual(1)
    expect([await me(thief.accessToken), await me(server.sessions.adminB.accessToken)]).toEqual([401, 200])
    const audit = await server.ask('GET', '/api/audit?what=signIn.disowned', { as: 'adminB' })
    expect(audit.json()).toMatchObject({ total: 1 })
    expect((await lettersTo(server, emailOf('adminB'))).at(-1)?.subject).toBe('A sign-in to your Datacrane account was reported')
  })
})
