/** The second step of a sign-in (threat T-MFA; `core-platform.md` section 8 for the words). */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { wrongCodesMax } from '#contract/auth/mfa.ts'
import { createTestServer, describeOnEachKind, emailOf, type Reply, type TestServer } from '../../kit/test-server.ts'
import {
  auditOf,
  challenged,
  forgetFactors,
  forgetSteps,
  pass,
  phone,
  proofFor,
  said,
  sentTo,
  shown,
  switchOn,
  verify,
  wrongFor,
} from './factors.ts'

const invalid = { code: 'auth/mfa-invalid', status: 401, title: 'MFA verification failed', message: 'Invalid MFA token' }
const stepNow = () => Math.floor(Date.now() / 30_000)
const me = (server: TestServer, token: string) =>
  server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })
const resend = (server: TestServer, challengeId: string, userId: string) =>
  server.ask('POST', '/api/auth/resend-mfa', { body: { challengeId, userId } })

describeOnEachKind('the second step of a sign-in', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(() => forgetFactors(server))

  const sessionsOf = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from sessions where user_id = ${server.ids.userA} and ended_at is null`.execute(server.database.db)
    return rows.length
  }

  it('is asked for after the right password only, and tokens come after the right code only', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const wrong = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password: 'wrong' } })
    expect(wrong.json()['code']).toBe('auth/invalid-credentials')
    const challenge = await challenged(server, 'userA')
    expect(challenge).toEqual({
      mfaRequired: true,
      userId: server.ids.userA,
      challengeId: expect.any(String),
      method: 'app',
      target: null,
      isKept: false,
      hasPasskey: false,
      expiresIn: 300_000,
    })
    expect(said(await verify(server, proofFor(challenge, wrongFor(secret))))).toEqual({ ...invalid, retryAfter: undefined })
    const reply = await verify(server, proofFor(challenge, shown(secret)))
    expect(reply.statusCode).toBe(200)
    expect((await me(server, reply.json<Session>().accessToken)).json()['_id']).toBe(server.ids.userA)
  })

  it.each([
    ['sms', phone, '••• 67'],
    ['email', emailOf('userA'), 'u•••@example.test'],
  ] as const)(
    'makes a code by %s, says where it belongs without saying it, and that nothing here can send it',
    async (method, to, target) => {
      await switchOn(server, 'userA', method)
      const challenge = await challenged(server, 'userA')
      expect(challenge).toMatchObject({ method, target, isKept: true })
      const code = await sentTo(server, to)
      const kept = await sql<{ all: string }>`select string_agg(c::text, ' ') as all from mfa_challenges c`.execute(
        server.database.db,
      )
      expect(kept.rows[0]?.all).not.toContain(code)
      expect((await verify(server, proofFor(challenge, `${code.slice(0, 3)} ${code.slice(3)}`))).statusCode).toBe(200)
      expect(server.logged.join('')).not.toContain(code)
    },
  )

  it('answers the same for every challenge that is no more: unknown, another person’s, passed, closed, expired, locked', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    await switchOn(server, 'adminA', 'email')
    const right = () => shown(secret)
    const unknown = {
      ...proofFor(await challenged(server, 'userA'), right()),
      challengeId: '01890000-0000-7000-8000-000000000000',
    }
    const foreign = { ...proofFor(await challenged(server, 'adminA'), right(), 'app'), userId: server.ids.userA }
    const neverAsked = { ...proofFor(await challenged(server, 'userA'), right()), userId: server.ids.adminB }
    const passed = await challenged(server, 'userA')
    expect((await verify(server, proofFor(passed, right()))).statusCode).toBe(200)
    await forgetSteps(server)
    const closed = await challenged(server, 'userA')
    for (let each = 0; each < wrongCodesMax; each += 1) await verify(server, proofFor(closed, wrongFor(secret)))
    const expired = await challenged(server, 'userA')
    await sql`update mfa_challenges set expires_at = now() - interval '1 second' where id = ${expired.challengeId}`.execute(
      server.database.db,
    )
    const locked = await challenged(server, 'userA')
    await sql`update mfa_locks set locked_until = now() + interval '1 minute'`.execute(server.database.db)
    const before = await sessionsOf()
    const tries = [unknown, foreign, neverAsked, ...[passed, closed, expired, locked].map((it) => proofFor(it, right()))]
    for (const proof of tries) expect(said(await verify(server, proof))).toEqual({ ...invalid, retryAfter: undefined })
    expect(await sessionsOf()).toBe(before)
    const { rows } = await sql<{ status: string }>`
      select status from mfa_challenges where id = any(${[passed, closed, expired].map((it) => it.challengeId)}::uuid[]) order by created_at`.execute(
      server.database.db,
    )
    expect(rows.map(({ status }) => status)).toEqual(['passed', 'closed', 'expired'])
  })

  it('refuses a method that is not the person’s, without counting it, and a body of another form', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const challenge = await challenged(server, 'userA')
    for (let each = 0; each < wrongCodesMax + 1; each += 1) {
      const reply = await verify(server, proofFor(challenge, shown(secret), 'sms'))
      expect(said(reply)).toMatchObject({ code: 'auth/mfa-malformed', status: 400, message: 'Invalid MFA request' })
    }
    const body = { userId: server.ids.userA, token: shown(secret), method: 'app' }
    const other = await server.ask('POST', '/api/auth/verify-mfa', { body })
    expect(said(other)).toMatchObject({ code: 'auth/mfa-malformed', status: 400, message: 'Invalid MFA request' })
    expect((await verify(server, proofFor(challenge, shown(secret)))).statusCode).toBe(200)
  })

  it.each(['app', 'email'] as const)('begins one session when the right code comes 50 times at once (%s)', async (method) => {
    const { secret } = await switchOn(server, 'userA', method)
    const challenge = await challenged(server, 'userA')
    const code = method === 'app' ? shown(secret) : await sentTo(server, emailOf('userA'))
    const before = await sessionsOf()
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(server, proofFor(challenge, code))))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(49)
    expect(await sessionsOf()).toBe(before + 1)
  })

  it('takes a code of the authenticator once, over all challenges, and none before it', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const [one, two] = [await challenged(server, 'userA'), await challenged(server, 'userA')]
    const [code, earlier] = [shown(secret), shown(secret, -1)]
    const replies = await Promise.all([one, two].map((it) => verify(server, proofFor(it, code))))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    const three = await challenged(server, 'userA')
    for (const old of [code, earlier]) expect((await verify(server, proofFor(three, old))).statusCode).toBe(401)
    expect((await verify(server, proofFor(three, shown(secret, 1)))).statusCode).toBe(200)
  })

  it('takes a code one step early and late, not two', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    for (const [by, status] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      // Where a step ends while it is asked, the code is another step's by then: it is asked again.
      let [began, reply] = [Number.NaN, null as Reply | null]
      while (began !== stepNow()) {
        const challenge = await challenged(server, 'userA')
        began = stepNow()
        reply = await verify(server, proofFor(challenge, shown(secret, by)))
      }
      expect([by, reply?.statusCode]).toEqual([by, status])
    }
  })

  it('takes a recovery code instead, once, also of 50 at once over several challenges', async () => {
    const { recoveryCodes } = await switchOn(server, 'userA', 'app')
    const [code = '', other = ''] = recoveryCodes
    const challenges = await Promise.all(Array.from({ length: 9 }, () => challenged(server, 'userA')))
    const before = await sessionsOf()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => verify(server, proofFor(challenges[at % 9] as never, code, 'recovery'))),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await sessionsOf()).toBe(before + 1)
    await pass(server, 20)
    const again = await challenged(server, 'userA')
    expect((await verify(server, proofFor(again, code, 'recovery'))).statusCode).toBe(401)
    const typed = other.toUpperCase().replace('-', ' ')
    expect((await verify(server, proofFor(again, typed, 'recovery'))).statusCode).toBe(200)
    const settings = await server.ask('GET', `/api/users/${server.ids.userA}/mfa`, { as: 'userA' })
    expect(settings.json()).toMatchObject({ enabled: true, method: 'app', recoveryCodesLeft: 8 })
  })

  it('sends another code after 30 s, with which the one before is dead, and none that is not open', async () => {
    await switchOn(server, 'userA', 'email')
    const { challengeId, userId, ...challenge } = await challenged(server, 'userA')
    const first = await sentTo(server, emailOf('userA'))
    const early = (await resend(server, challengeId, userId)).json<{ code: string; retryAfter: number }>()
    expect(early.code).toBe('auth/codes-used-up')
    expect(early.retryAfter).toBeGreaterThan(20_000)
    expect(early.retryAfter).toBeLessThanOrEqual(30_000)
    await pass(server, 0.5)
    expect((await resend(server, challengeId, userId)).json()).toEqual({ success: true, nextIn: 30_000 })
    const second = await sentTo(server, emailOf('userA'))
    if (second !== first)
      expect((await verify(server, proofFor({ ...challenge, challengeId, userId }, first))).statusCode).toBe(401)
    expect((await verify(server, proofFor({ ...challenge, challengeId, userId }, second))).statusCode).toBe(200)
    expect(said(await resend(server, challengeId, userId))).toMatchObject(invalid)
    expect(said(await resend(server, challengeId, server.ids.adminB))).toMatchObject(invalid)
  })

  it('is over when the password is another, or the person was deactivated', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const { db } = server.database
    const challenge = await challenged(server, 'userA')
    await sql`update users set password_changed_at = clock_timestamp() where id = ${server.ids.userA}`.execute(db)
    expect(said(await verify(server, proofFor(challenge, shown(secret))))).toMatchObject(invalid)
    const next = await challenged(server, 'userA')
    await sql`update users set active = false where id = ${server.ids.userA}`.execute(db)
    expect(said(await verify(server, proofFor(next, shown(secret))))).toMatchObject(invalid)
    await sql`update users set active = true where id = ${server.ids.userA}`.execute(db)
    expect((await verify(server, proofFor(next, shown(secret)))).statusCode).toBe(200)
  })

  it('writes every outcome into the audit: a challenge is none, its end is one', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const before = (await auditOf(server, 'userA')).length
    const body = { email: emailOf('userA'), password: 'wrong' }
    await server.ask('POST', '/api/auth/sign-in', { body })
    const challenge = await challenged(server, 'userA')
    await verify(server, proofFor(challenge, wrongFor(secret)))
    await verify(server, proofFor(challenge, shown(secret)))
    await verify(server, proofFor(challenge, shown(secret)))
    expect((await auditOf(server, 'userA')).slice(before)).toEqual([
      { success: false, failure_reason: 'The password was wrong.' },
      { success: false, failure_reason: 'The code was wrong.' },
      { success: true, failure_reason: null },
      { success: false, failure_reason: 'The code had expired, or MFA was locked.' },
    ])
  })
})
