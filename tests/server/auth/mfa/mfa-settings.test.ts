/** The own second factor: on, off, its codes, the phone (threat T-MFA: enrolment with a stolen session). */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { lettersTo } from '../../kit/mailbox.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type Who } from '../../kit/test-server.ts'
import {
  challenged,
  forgetFactors,
  forgetSteps,
  pass,
  phone,
  post,
  proofFor,
  sentTo,
  shown,
  switchOn,
  verify,
  wrongFor,
} from './factors.ts'

describeOnEachKind('the own second factor', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(async () => {
    await forgetFactors(server)
    await sql`update users set phone = null, phone_verified = false`.execute(server.database.db)
  })

  const settings = async (who: Who = 'userA') =>
    (await server.ask('GET', `/api/users/${server.ids[who]}/mfa`, { as: who })).json()
  const off = {
    ...{ enabled: false, method: null, enabledAt: null, lastUsedAt: null },
    ...{ recoveryCodesLeft: 0, recoveryCodesTotal: 0, pending: null, allowedMethods: ['app', 'email', 'sms'] },
  }

  it('is switched on with an authenticator: picture, secret, first code, ten recovery codes', async () => {
    expect(await settings()).toEqual(off)
    const enabled = (await post(server, 'userA', 'mfa/enable', { method: 'app', password })).json<{
      secret: string
      qrCode: string
    }>()
    expect(enabled.secret).toMatch(/^[A-Z2-7]{32}$/)
    const [head, picture = ''] = enabled.qrCode.split(',')
    expect(head).toBe('data:image/png;base64')
    expect(Buffer.from(picture, 'base64').subarray(1, 4).toString()).toBe('PNG')
    expect(await settings()).toEqual({ ...off, pending: 'app' })
    expect((await server.signIn('userA')).user._id).toBe(server.ids.userA)

    const wrong = await post(server, 'userA', 'mfa/verify', { code: wrongFor(enabled.secret), method: 'app' })
    expect(wrong.json()).toMatchObject({ status: 422, message: 'Invalid verification code. Please try again.' })
    const done = (await post(server, 'userA', 'mfa/verify', { code: shown(enabled.secret), method: 'app' })).json<{
      success: boolean
      recoveryCodes: string[]
    }>()
    expect(done.success).toBe(true)
    expect(new Set(done.recoveryCodes).size).toBe(10)
    expect(await settings()).toMatchObject({ enabled: true, method: 'app', recoveryCodesLeft: 10, recoveryCodesTotal: 10 })
    const kept = await sql<{ all: string }>`
      select string_agg(f::text || coalesce(r::text, ''), ' ') as all from mfa_factors f left join recovery_codes r using (user_id)`.execute(
      server.database.db,
    )
    for (const clear of [enabled.secret, ...done.recoveryCodes, ...done.recoveryCodes.map((code) => code.replace('-', ''))])
      expect(kept.rows[0]?.all).not.toContain(clear)
    // The code that switched it on is used up.
    const replayed = await verify(server, proofFor(await challenged(server, 'userA'), shown(enabled.secret)))
    expect(replayed.statusCode).toBe(401)
  })

  it('seals the secret to its person: moved to another row it opens nothing', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    await switchOn(server, 'otherA', 'app')
    await sql`update mfa_factors set ciphertext = (select ciphertext from mfa_factors where user_id = ${server.ids.userA})
      where user_id = ${server.ids.otherA}`.execute(server.database.db)
    const reply = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('otherA'), password } })
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain(secret)
  })

  it('ends the other sessions of the person when it is switched on, and keeps this one', async () => {
    const elsewhere = await server.signIn('userA')
    await switchOn(server, 'userA', 'email')
    const me = (token: string) => server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })
    expect((await me(elsewhere.accessToken)).statusCode).toBe(401)
    expect((await server.ask('POST', '/api/auth/refresh', { body: { refreshToken: elsewhere.refreshToken } })).statusCode).toBe(
      401,
    )
    expect((await me(server.sessions.userA.accessToken)).statusCode).toBe(200)
    expect((await me(server.sessions.otherA.accessToken)).statusCode).toBe(200)
  })

  it('is told to its owner by email when it is switched on, and off', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const subjects = async () => (await lettersTo(server, emailOf('userA'))).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['A second factor was switched on'])
    expect((await post(server, 'userA', 'mfa/disable', { password })).statusCode).toBe(403)
    expect(await subjects()).toHaveLength(1)
    expect((await post(server, 'userA', 'mfa/disable', { password, code: shown(secret, 1) })).statusCode).toBe(200)
    expect(await subjects()).toEqual(['A second factor was switched on', 'Your second factor was switched off'])
  })

  it('is switched on once of 50 times at once: one set of recovery codes', async () => {
    const { secret } = (await post(server, 'userA', 'mfa/enable', { method: 'app', password })).json<{ secret: string }>()
    const code = shown(secret)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post(server, 'userA', 'mfa/verify', { code, method: 'app' })),
    )
    const won = replies.filter(({ statusCode }) => statusCode === 200)
    expect(won).toHaveLength(1)
    const [recovery = ''] = won[0]?.json<{ recoveryCodes: string[] }>().recoveryCodes ?? []
    const passed = await verify(server, proofFor(await challenged(server, 'userA'), recovery, 'recovery'))
    expect(passed.statusCode).toBe(200)
  })

  it('asks for the password, and for a code where it is on, before anything changes', async () => {
    const demands = async (paths: readonly (readonly [string, object])[], proofs: readonly object[]) => {
      for (const [path, body] of paths)
        for (const proof of proofs) {
          const reply = await post(server, 'userA', path, { ...body, ...proof })
          expect([path, proof, reply.statusCode, reply.json()['code']]).toEqual([path, proof, 403, 'auth/prove-again'])
        }
    }
    await demands(
      [
        ['mfa/enable', { method: 'app' }],
        ['mfa/enable', { method: 'sms' }],
        ['phone/add', { phone }],
      ],
      [{}, { password: 'wrong' }],
    )
    const { secret, recoveryCodes } = await switchOn(server, 'userA', 'app')
    const [right, recovery] = [{ code: shown(secret) }, { code: recoveryCodes[0] }]
    const wrong = { code: wrongFor(secret) }
    await demands(
      [
        ['mfa/disable', {}],
        ['mfa/recovery-codes', {}],
        ['mfa/recovery-codes/view', {}],
        ['phone/add', { phone }],
        ['password', { new: 'Another-long-one-7' }],
      ],
      [{}, { password }, right, recovery, { password: 'wrong', ...right }, { password, ...wrong }],
    )
    expect(await settings()).toMatchObject({ enabled: true, method: 'app', recoveryCodesLeft: 10, recoveryCodesTotal: 10 })
    await pass(server, 20)
    await forgetSteps(server)
    const renewed = await post(server, 'userA', 'mfa/recovery-codes', { password, code: shown(secret) })
    expect(renewed.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    const old = await post(server, 'userA', 'mfa/disable', { password, ...recovery })
    expect(old.json()['code']).toBe('auth/prove-again')
    const [fresh] = renewed.json<{ recoveryCodes: string[] }>().recoveryCodes
    expect((await post(server, 'userA', 'mfa/disable', { password, code: fresh })).json()).toEqual({ success: true })
    expect(await settings()).toEqual(off)
    expect((await server.signIn('userA')).user._id).toBe(server.ids.userA)
  })

  it('sends the code that proves a person again, where it is not shown by an authenticator', async () => {
    await switchOn(server, 'userA', 'email')
    const asked = await post(server, 'userA', 'mfa/disable', { password })
    expect(asked.json()).toMatchObject({
      code: 'auth/prove-again',
      message: expect.stringMatching(/We can't send the code to u•••@example\.test/),
    })
    const code = await sentTo(server, emailOf('userA'))
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(server, 'userA', 'mfa/disable', { password, code })))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await settings()).toEqual(off)
  })

  it('proves a phone before codes go to it', async () => {
    const needed = await post(server, 'userA', 'mfa/enable', { method: 'sms', password })
    expect(needed.json()).toEqual({ phoneVerificationRequired: true, message: 'Please add and verify a phone number first' })
    expect((await post(server, 'userA', 'phone/add', { phone: '+49 170-123 45 67', password })).json()).toEqual({
      success: true,
      verificationRequired: true,
      isKept: true,
    })
    const code = await sentTo(server, phone)
    const verifyPhone = (number: string, by: string) => post(server, 'userA', 'phone/verify', { phone: number, code: by })
    expect((await verifyPhone('+491701234568', code)).json()['code']).toBe('mfa/code-wrong')
    expect((await verifyPhone(phone, code === '000000' ? '000001' : '000000')).json()['code']).toBe('mfa/code-wrong')
    expect((await verifyPhone(phone, code)).json()).toEqual({ success: true })
    expect((await verifyPhone(phone, code)).json()['code']).toBe('mfa/code-wrong')
    const enabled = await post(server, 'userA', 'mfa/enable', { method: 'sms', password })
    expect(enabled.json()).toEqual({
      ...{ message: 'We created a code for ••• 67, but nothing is set up to send it.', target: '••• 67' },
      ...{ isKept: true, expiresIn: 600_000 },
    })
    const done = await post(server, 'userA', 'mfa/verify', { code: await sentTo(server, phone), method: 'sms' })
    expect(done.statusCode).toBe(200)
    const challenge = await challenged(server, 'userA')
    expect((await verify(server, proofFor(challenge, await sentTo(server, phone)))).json<Session>().user._id).toBe(
      server.ids.userA,
    )
  })

  it('closes after five wrong codes, and takes none after its time', async () => {
    const enable = async () => (await post(server, 'userA', 'mfa/enable', { method: 'app', password })).json<{ secret: string }>()
    const activate = (code: string) => post(server, 'userA', 'mfa/verify', { code, method: 'app' })
    const one = await enable()
    for (let each = 0; each < 5; each += 1) expect((await activate(wrongFor(one.secret))).json()['code']).toBe('mfa/code-wrong')
    expect((await activate(shown(one.secret))).json()['code']).toBe('auth/codes-used-up')
    const two = await enable()
    await pass(server, 16)
    expect((await activate(shown(two.secret))).json()['code']).toBe('mfa/code-wrong')
    const three = await enable()
    expect((await activate(shown(two.secret))).json()['code']).toBe('mfa/code-wrong')
    expect((await post(server, 'userA', 'mfa/verify', { code: shown(three.secret), method: 'email' })).statusCode).toBe(422)
    expect((await activate(shown(three.secret))).statusCode).toBe(200)
  })

  it('refuses what does not fit its state', async () => {
    for (const path of ['mfa/disable', 'mfa/recovery-codes'])
      expect((await post(server, 'userA', path, { password })).json()['code']).toBe('mfa/not-on')
    await switchOn(server, 'userA', 'app')
    for (const method of ['app', 'sms', 'email'])
      expect((await post(server, 'userA', 'mfa/enable', { method, password })).json()['code']).toBe('mfa/already-on')
    expect((await post(server, 'userA', 'mfa/verify', { code: '123456', method: 'app' })).json()['code']).toBe('mfa/already-on')
    // The first has another form than the contract's; the others are no numbers of any country.
    for (const [number, status] of [
      ['+-+-+', 400],
      ['12 34 ()', 422],
      ['+123456789012345678', 422],
    ] as const)
      expect((await post(server, 'userA', 'phone/add', { phone: number, password })).statusCode, number).toBe(status)
  })

  it('is nobody else’s: not of the company, not of its administrator, not of another company', async () => {
    await switchOn(server, 'userA', 'app')
    const calls = [
      ['GET', 'mfa', undefined],
      ['POST', 'mfa/enable', { method: 'app', password }],
      ['POST', 'mfa/verify', { code: '123456', method: 'app' }],
      ['POST', 'mfa/disable', { password, code: '123456' }],
      ['POST', 'mfa/recovery-codes', { password, code: '123456' }],
      ['POST', 'phone/add', { phone, password }],
      ['POST', 'phone/verify', { phone, code: '123456' }],
    ] as const
    for (const as of ['otherA', 'adminA', 'superA', 'adminB'] as const)
      for (const [method, path, body] of calls) {
        const reply = await server.ask(method, `/api/users/${server.ids.userA}/${path}`, { as, body })
        expect([as, path, reply.statusCode, reply.json()['code']]).toEqual([as, path, 404, 'user/not-found'])
      }
    expect((await server.ask('GET', `/api/users/${server.ids.userA}/mfa`)).statusCode).toBe(401)
  })
})

describeOnEachKind('the password asked for again', (kind) => {
  const server = createTestServer({ signInLimit: 5 }, kind)

  it('is no oracle: its guesses count with those of sign-ins', async () => {
    const guess = (given: string) => post(server, 'userA', 'mfa/enable', { method: 'app', password: given })
    for (let each = 0; each < 3; each += 1) expect((await guess('wrong')).statusCode).toBe(403)
    const signIn = (given: string) =>
      server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password: given } })
    for (let each = 0; each < 2; each += 1) expect((await signIn('wrong')).statusCode).toBe(401)
    expect((await guess(password)).json()['code']).toBe('auth/too-many-attempts')
    expect((await signIn(password)).json()['code']).toBe('auth/too-many-attempts')
  })
})
