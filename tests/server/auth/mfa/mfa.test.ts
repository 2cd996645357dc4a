/** The second step of a sign-in (threat T-MFA; `core-platform.md` section 8 for the words). */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { wrongCodesMax } from '#contract/auth/mfa.ts'
import { describeOnEachKind, emailOf, type House, type Reply, raiseHouse } from '../../kit/test-server.ts'
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
const me = (house: House, token: string) => house.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })
const resend = (house: House, challengeId: string, userId: string) =>
  house.ask('POST', '/api/auth/resend-mfa', { body: { challengeId, userId } })

describeOnEachKind('the second step of a sign-in', (kind) => {
  const house = raiseHouse({}, kind)
  beforeEach(() => forgetFactors(house))

  const sessionsOf = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from sessions where user_id = ${house.ids.userA} and ended_at is null`.execute(house.database.db)
    return rows.length
  }

  it('is asked for after the right password only, and tokens come after the right code only', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    const wrong = await house.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password: 'wrong' } })
    expect(wrong.json()['code']).toBe('auth/invalid-credentials')
    const challenge = await challenged(house, 'userA')
    expect(challenge).toEqual({
      mfaRequired: true,
      userId: house.ids.userA,
      challengeId: expect.any(String),
      method: 'app',
      target: null,
      expiresIn: 300_000,
    })
    expect(said(await verify(house, proofFor(challenge, wrongFor(secret))))).toEqual({ ...invalid, retryAfter: undefined })
    const reply = await verify(house, proofFor(challenge, shown(secret)))
    expect(reply.statusCode).toBe(200)
    expect((await me(house, reply.json<Session>().accessToken)).json()['_id']).toBe(house.ids.userA)
  })

  it.each([
    ['sms', phone, '••• 67'],
    ['email', emailOf('userA'), 'u•••@example.test'],
  ] as const)('sends a code by %s, and says where it went without saying it', async (method, to, target) => {
    await switchOn(house, 'userA', method)
    const challenge = await challenged(house, 'userA')
    expect(challenge).toMatchObject({ method, target })
    const code = await sentTo(house, to)
    const kept = await sql<{ all: string }>`select string_agg(c::text, ' ') as all from mfa_challenges c`.execute(
      house.database.db,
    )
    expect(kept.rows[0]?.all).not.toContain(code)
    expect((await verify(house, proofFor(challenge, `${code.slice(0, 3)} ${code.slice(3)}`))).statusCode).toBe(200)
    expect(house.logged.join('')).not.toContain(code)
  })

  it('answers the same for every challenge that is no more: unknown, another person’s, passed, closed, expired, locked', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    await switchOn(house, 'adminA', 'email')
    const right = () => shown(secret)
    const unknown = {
      ...proofFor(await challenged(house, 'userA'), right()),
      challengeId: '01890000-0000-7000-8000-000000000000',
    }
    const foreign = { ...proofFor(await challenged(house, 'adminA'), right(), 'app'), userId: house.ids.userA }
    const neverAsked = { ...proofFor(await challenged(house, 'userA'), right()), userId: house.ids.adminB }
    const passed = await challenged(house, 'userA')
    expect((await verify(house, proofFor(passed, right()))).statusCode).toBe(200)
    await forgetSteps(house)
    const closed = await challenged(house, 'userA')
    for (let each = 0; each < wrongCodesMax; each += 1) await verify(house, proofFor(closed, wrongFor(secret)))
    const expired = await challenged(house, 'userA')
    await sql`update mfa_challenges set expires_at = now() - interval '1 second' where id = ${expired.challengeId}`.execute(
      house.database.db,
    )
    const locked = await challenged(house, 'userA')
    await sql`update mfa_locks set locked_until = now() + interval '1 minute'`.execute(house.database.db)
    const before = await sessionsOf()
    const tries = [unknown, foreign, neverAsked, ...[passed, closed, expired, locked].map((it) => proofFor(it, right()))]
    for (const proof of tries) expect(said(await verify(house, proof))).toEqual({ ...invalid, retryAfter: undefined })
    expect(await sessionsOf()).toBe(before)
    const { rows } = await sql<{ status: string }>`
      select status from mfa_challenges where id = any(${[passed, closed, expired].map((it) => it.challengeId)}::uuid[]) order by created_at`.execute(
      house.database.db,
    )
    expect(rows.map(({ status }) => status)).toEqual(['passed', 'closed', 'expired'])
  })

  it('refuses a method that is not the person’s, without counting it, and a body of another form', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    const challenge = await challenged(house, 'userA')
    for (let each = 0; each < wrongCodesMax + 1; each += 1) {
      const reply = await verify(house, proofFor(challenge, shown(secret), 'sms'))
      expect(said(reply)).toMatchObject({ code: 'auth/mfa-malformed', status: 400, message: 'Invalid MFA request' })
    }
    const body = { userId: house.ids.userA, token: shown(secret), method: 'app' }
    const other = await house.ask('POST', '/api/auth/verify-mfa', { body })
    expect(said(other)).toMatchObject({ code: 'auth/mfa-malformed', status: 400, message: 'Invalid MFA request' })
    expect((await verify(house, proofFor(challenge, shown(secret)))).statusCode).toBe(200)
  })

  it.each(['app', 'email'] as const)('begins one session when the right code comes 50 times at once (%s)', async (method) => {
    const { secret } = await switchOn(house, 'userA', method)
    const challenge = await challenged(house, 'userA')
    const code = method === 'app' ? shown(secret) : await sentTo(house, emailOf('userA'))
    const before = await sessionsOf()
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(house, proofFor(challenge, code))))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(49)
    expect(await sessionsOf()).toBe(before + 1)
  })

  it('takes a code of the authenticator once, over all challenges, and none before it', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    const [one, two] = [await challenged(house, 'userA'), await challenged(house, 'userA')]
    const [code, earlier] = [shown(secret), shown(secret, -1)]
    const replies = await Promise.all([one, two].map((it) => verify(house, proofFor(it, code))))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
    const three = await challenged(house, 'userA')
    for (const old of [code, earlier]) expect((await verify(house, proofFor(three, old))).statusCode).toBe(401)
    expect((await verify(house, proofFor(three, shown(secret, 1)))).statusCode).toBe(200)
  })

  it('takes a code one step early and late, not two', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    for (const [by, status] of [
      [-2, 401],
      [-1, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      // Where a step ends while it is asked, the code is another step's by then: it is asked again.
      let [began, reply] = [Number.NaN, null as Reply | null]
      while (began !== stepNow()) {
        const challenge = await challenged(house, 'userA')
        began = stepNow()
        reply = await verify(house, proofFor(challenge, shown(secret, by)))
      }
      expect([by, reply?.statusCode]).toEqual([by, status])
    }
  })

  it('takes a recovery code instead, once, also of 50 at once over several challenges', async () => {
    const { recoveryCodes } = await switchOn(house, 'userA', 'app')
    const [code = '', other = ''] = recoveryCodes
    const challenges = await Promise.all(Array.from({ length: 9 }, () => challenged(house, 'userA')))
    const before = await sessionsOf()
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => verify(house, proofFor(challenges[at % 9] as never, code, 'recovery'))),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await sessionsOf()).toBe(before + 1)
    await pass(house, 20)
    const again = await challenged(house, 'userA')
    expect((await verify(house, proofFor(again, code, 'recovery'))).statusCode).toBe(401)
    const typed = other.toUpperCase().replace('-', ' ')
    expect((await verify(house, proofFor(again, typed, 'recovery'))).statusCode).toBe(200)
    const settings = await house.ask('GET', `/api/users/${house.ids.userA}/mfa`, { as: 'userA' })
    expect(settings.json()).toEqual({ enabled: true, method: 'app', recoveryCodesLeft: 8 })
  })

  it('sends another code after 30 s, with which the one before is dead, and none that is not open', async () => {
    await switchOn(house, 'userA', 'email')
    const { challengeId, userId, ...challenge } = await challenged(house, 'userA')
    const first = await sentTo(house, emailOf('userA'))
    const early = (await resend(house, challengeId, userId)).json<{ code: string; retryAfter: number }>()
    expect(early.code).toBe('auth/codes-used-up')
    expect(early.retryAfter).toBeGreaterThan(20_000)
    expect(early.retryAfter).toBeLessThanOrEqual(30_000)
    await pass(house, 0.5)
    expect((await resend(house, challengeId, userId)).json()).toEqual({ success: true, nextIn: 30_000 })
    const second = await sentTo(house, emailOf('userA'))
    if (second !== first)
      expect((await verify(house, proofFor({ ...challenge, challengeId, userId }, first))).statusCode).toBe(401)
    expect((await verify(house, proofFor({ ...challenge, challengeId, userId }, second))).statusCode).toBe(200)
    expect(said(await resend(house, challengeId, userId))).toMatchObject(invalid)
    expect(said(await resend(house, challengeId, house.ids.adminB))).toMatchObject(invalid)
  })

  it('is over when the password is another, or the person was deactivated', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    const { db } = house.database
    const challenge = await challenged(house, 'userA')
    await sql`update users set password_changed_at = clock_timestamp() where id = ${house.ids.userA}`.execute(db)
    expect(said(await verify(house, proofFor(challenge, shown(secret))))).toMatchObject(invalid)
    const next = await challenged(house, 'userA')
    await sql`update users set active = false where id = ${house.ids.userA}`.execute(db)
    expect(said(await verify(house, proofFor(next, shown(secret))))).toMatchObject(invalid)
    await sql`update users set active = true where id = ${house.ids.userA}`.execute(db)
    expect((await verify(house, proofFor(next, shown(secret)))).statusCode).toBe(200)
  })

  it('writes every outcome into the audit: a challenge is none, its end is one', async () => {
    const { secret } = await switchOn(house, 'userA', 'app')
    const before = (await auditOf(house, 'userA')).length
    const body = { email: emailOf('userA'), password: 'wrong' }
    await house.ask('POST', '/api/auth/sign-in', { body })
    const challenge = await challenged(house, 'userA')
    await verify(house, proofFor(challenge, wrongFor(secret)))
    await verify(house, proofFor(challenge, shown(secret)))
    await verify(house, proofFor(challenge, shown(secret)))
    expect((await auditOf(house, 'userA')).slice(before)).toEqual([
      { success: false, failure_reason: 'The password was wrong.' },
      { success: false, failure_reason: 'The code was wrong.' },
      { success: true, failure_reason: null },
      { success: false, failure_reason: 'The challenge was over, or the second factor locked.' },
    ])
  })
})
