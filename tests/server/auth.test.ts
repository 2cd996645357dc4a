import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Session } from '../../contract/auth.ts'
import { createTokens } from '../../server/tokens.ts'
import { deriveKey } from '../../server/vault.ts'
import { describeOnEachKind, emailOf, type House, password, raiseHouse } from './house.ts'

const refresh = (house: House, refreshToken: string) => house.ask('POST', '/api/auth/refresh', { body: { refreshToken } })
const me = (house: House, token: string) => house.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })

describeOnEachKind('sign-in and refresh', (kind) => {
  const house = raiseHouse({}, kind)

  /** Makes a spent token older than the grace. */
  const age = (seconds: number) =>
    sql`update refresh_tokens set used_at = used_at - ${seconds} * interval '1 second' where used_at is not null`.execute(
      house.database.db,
    )

  it('gives a session that says who it is', async () => {
    const session = await house.signIn('adminA')
    expect(session.user).toEqual({
      _id: house.ids.adminA,
      email: emailOf('adminA'),
      firstName: 'adminA',
      lastName: 'Example',
      role: 'ADMIN',
      companyId: house.companies.A,
      companyName: 'Company A',
      workspaceName: 'A',
      confirmed: true,
      integrations: [],
    })
    const life = Date.parse(session.expiresAt) - Date.parse(session.serverTime)
    expect(life).toBeGreaterThan(14.9 * 60_000)
    expect(life).toBeLessThanOrEqual(15 * 60_000)
    expect((await me(house, session.accessToken)).json()).toEqual(session.user)
  })

  it('gives the same answer for an unknown e-mail, a wrong password and somebody who was switched off', async () => {
    await sql`update users set active = false where id = ${house.ids.otherA}`.execute(house.database.db)
    const tries = [
      { email: 'nobody@example.test', password },
      { email: emailOf('userA'), password: 'wrong' },
      { email: emailOf('otherA'), password },
    ]
    const replies = await Promise.all(tries.map((body) => house.ask('POST', '/api/auth/sign-in', { body })))
    await sql`update users set active = true where id = ${house.ids.otherA}`.execute(house.database.db)
    const bodies = replies.map((reply) => ({ ...reply.json(), requestId: '', status: reply.statusCode }))
    expect(bodies[0]).toMatchObject({ status: 401, code: 'auth/invalid-credentials', message: 'Invalid credentials' })
    expect(bodies[1]).toEqual(bodies[0])
    expect(bodies[2]).toEqual(bodies[0])
  })

  it('takes as long for an unknown e-mail as for a wrong password', async () => {
    const times: Record<string, number[]> = { nobody: [], somebody: [] }
    for (let each = 0; each < 15; each += 1) {
      for (const [who, email] of Object.entries({ nobody: 'nobody@example.test', somebody: emailOf('userA') })) {
        const begun = performance.now()
        await house.ask('POST', '/api/auth/sign-in', { body: { email, password: 'wrong' } })
        times[who]?.push(performance.now() - begun)
      }
    }
    const median = (list: number[] = []) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
    // Without the dummy hash the ratio is below 0.2.
    expect(median(times['nobody']) / median(times['somebody'])).toBeGreaterThan(0.7)
    expect(median(times['nobody']) / median(times['somebody'])).toBeLessThan(1.4)
  })

  it('reads the e-mail in any case', async () => {
    const reply = await house.ask('POST', '/api/auth/sign-in', {
      body: { email: ` ${emailOf('userA').toUpperCase()} `, password },
    })
    expect(reply.statusCode).toBe(200)
  })

  it('exchanges a refresh token for a new pair, and keeps only hashes', async () => {
    const first = await house.signIn('userA')
    const reply = await refresh(house, first.refreshToken)
    expect(reply.statusCode).toBe(200)
    const second = reply.json<Session>()
    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await me(house, second.accessToken)).statusCode).toBe(200)
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, ' ') as all from refresh_tokens t`.execute(
      house.database.db,
    )
    for (const token of [first.refreshToken, second.refreshToken]) expect(rows[0]?.all).not.toContain(token)
  })

  it('gives 50 parallel uses of one token one child', async () => {
    const { refreshToken } = await house.signIn('userA')
    const replies = await Promise.all(Array.from({ length: 50 }, () => refresh(house, refreshToken)))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const children = new Set(replies.map((reply) => reply.json<Session>().refreshToken))
    expect(children.size).toBe(1)
    const [child = ''] = children
    expect((await refresh(house, child)).statusCode).toBe(200)
  })

  it('ends the whole family when an old token is used again', async () => {
    const first = await house.signIn('userA')
    const second = (await refresh(house, first.refreshToken)).json<Session>()
    await age(11)
    const stolen = await refresh(house, first.refreshToken)
    expect(stolen.json()).toMatchObject({ status: 401, code: 'auth/refresh-failed' })
    expect((await refresh(house, second.refreshToken)).statusCode).toBe(401)
    expect((await me(house, second.accessToken)).statusCode).toBe(401)
  })

  it('gives the same child inside the grace', async () => {
    const first = await house.signIn('userA')
    const one = (await refresh(house, first.refreshToken)).json<Session>()
    await age(5)
    const again = (await refresh(house, first.refreshToken)).json<Session>()
    expect(again.refreshToken).toBe(one.refreshToken)
  })

  it('refuses what is no refresh token, ran out, or belongs to a session that ended', async () => {
    expect((await refresh(house, 'nonsense')).json()['code']).toBe('auth/refresh-failed')
    const { accessToken } = await house.signIn('userA')
    expect((await refresh(house, accessToken)).json()['code']).toBe('auth/refresh-failed')

    const old = await house.signIn('userA')
    await sql`update refresh_tokens set expires_at = now() - interval '1 second'`.execute(house.database.db)
    expect((await refresh(house, old.refreshToken)).statusCode).toBe(401)

    const left = await house.signIn('userA')
    await house.ask('POST', '/api/auth/sign-out', { headers: { authorization: `Bearer ${left.accessToken}` } })
    expect((await refresh(house, left.refreshToken)).statusCode).toBe(401)
    expect((await me(house, left.accessToken)).json()['code']).toBe('auth/token-invalid')
  })
})

describe('access tokens', () => {
  const house = raiseHouse()

  const forge = async (
    change: (jwt: SignJWT) => SignJWT,
    { key = deriveKey(house.masterKey, 'access tokens'), header = {} } = {},
  ) => {
    const [, payload = ''] = house.sessions.userA.accessToken.split('.')
    const claims: { sid: string; sub: string } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const jwt = new SignJWT({ sid: claims.sid })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...header })
      .setSubject(claims.sub)
      .setIssuer('datacrane')
      .setAudience('datacrane-api')
      .setIssuedAt()
      .setExpirationTime('15m')
    return change(jwt).sign(key)
  }

  it('takes one that is made as ours are', async () => {
    expect((await me(house, await forge((jwt) => jwt))).statusCode).toBe(200)
    expect(
      (
        await me(
          house,
          resign(await forge((jwt) => jwt), (claims) => claims),
        )
      ).statusCode,
    ).toBe(200)
  })

  const forgeries: readonly (readonly [string, () => Promise<string> | string])[] = [
    ['nothing', () => ''],
    ['words', () => 'not.a.token'],
    ['no signature', () => `${house.sessions.userA.accessToken.split('.').slice(0, 2).join('.')}.`],
    [
      'algorithm none',
      () =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${house.sessions.userA.accessToken.split('.')[1]}.`,
    ],
    ['another key', () => forge((jwt) => jwt, { key: Buffer.alloc(32, 1) })],
    ['the key of refresh tokens', () => forge((jwt) => jwt, { key: deriveKey(house.masterKey, 'refresh tokens') })],
    [
      'another algorithm',
      () =>
        forge((jwt) => jwt, {
          header: { alg: 'HS512' },
          key: Buffer.concat([deriveKey(house.masterKey, 'access tokens'), Buffer.alloc(32)]),
        }),
    ],
    ['another type', () => forge((jwt) => jwt, { header: { typ: 'JWT' } })],
    [
      'a critical header',
      () => forge((jwt) => jwt).then((token) => resign(token, (claims) => claims, { crit: ['exp'], exp: 1 })),
    ],
    ['another issuer', () => forge((jwt) => jwt.setIssuer('somebody'))],
    ['another audience', () => forge((jwt) => jwt.setAudience('datacrane-hooks'))],
    ['a longer life', () => forge((jwt) => jwt.setIssuedAt(Math.floor(Date.now() / 1_000) - 3_600).setExpirationTime('2h'))],
    ['not yet valid', () => forge((jwt) => jwt.setNotBefore('1h'))],
    ['another person', () => forge((jwt) => jwt.setSubject(house.ids.adminA))],
    ['no session', () => forge((jwt) => jwt).then((token) => resign(token, ({ sid: _, ...rest }) => rest))],
    ['a refresh token', () => house.sessions.userA.refreshToken],
    ['another spelling of the signature', () => respell(house.sessions.userA.accessToken)],
    ['padding', () => `${house.sessions.userA.accessToken}=`],
    ['100 kB', () => 'x'.repeat(10_000)],
  ]

  it.each(forgeries)('refuses %s', async (_, make) => {
    const reply = await me(house, await make())
    expect(reply.statusCode).toBe(401)
    expect(reply.json()['code']).toMatch(/^auth\/token-(invalid|missing|expired)$/)
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  it('says when one has expired', async () => {
    const token = await forge((jwt) => jwt.setIssuedAt(Math.floor(Date.now() / 1_000) - 900).setExpirationTime('-10s'))
    expect((await me(house, token)).json()['code']).toBe('auth/token-expired')
  })

  it('believes the role that the database has, at most 5 s late', async () => {
    const { accessToken } = await house.signIn('adminB')
    await sql`update users set active = false where id = ${house.ids.adminB}`.execute(house.database.db)
    expect((await me(house, accessToken)).statusCode).toBe(401)
    await sql`update users set active = true where id = ${house.ids.adminB}`.execute(house.database.db)
  })

  it('derives the same child for a token in every process with the key, and none without', () => {
    const one = createTokens(house.masterKey).childOf('parent')
    expect(createTokens(house.masterKey).childOf('parent')).toBe(one)
    expect(createTokens('another').childOf('parent')).not.toBe(one)
  })

  /** The same bytes, other letters: the last character of base64 has bits that nobody reads. */
  function respell(token: string): string {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = letters.indexOf(token.at(-1) ?? '')
    return token.slice(0, -1) + letters[last ^ 1]
  }

  function resign(token: string, change: (claims: Record<string, unknown>) => Record<string, unknown>, header = {}): string {
    const [, payload = ''] = token.split('.')
    const claims = change(JSON.parse(Buffer.from(payload, 'base64url').toString()))
    const parts = [{ alg: 'HS256', typ: 'at+jwt', ...header }, claims]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    return `${text}.${createHmac('sha256', deriveKey(house.masterKey, 'access tokens')).update(text).digest('base64url')}`
  }
})

describe('limits of sign-in', () => {
  const house = raiseHouse({ signInLimit: 3 })
  const attempt = (email: string, word: string) => house.ask('POST', '/api/auth/sign-in', { body: { email, password: word } })

  it('lets a burst of wrong passwords compare only so many, and other accounts in', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => attempt(emailOf('userA'), 'wrong')))
    const codes = replies.map((reply) => reply.json()['code'])
    expect(codes.filter((code) => code === 'auth/invalid-credentials')).toHaveLength(3)
    expect(codes.filter((code) => code === 'auth/too-many-attempts')).toHaveLength(9)
    const refused = await attempt(emailOf('userA'), password)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await attempt(emailOf('adminA'), password)).statusCode).toBe(200)
  })

  it('does not count what was right', async () => {
    for (let each = 0; each < 5; each += 1) expect((await attempt(emailOf('adminB'), password)).statusCode).toBe(200)
  })
})

describe('the limit of calls', () => {
  // Five people sign in first.
  const house = raiseHouse({ rateLimit: 8 })

  it('says when to come back', async () => {
    const replies = []
    for (let each = 0; each < 4; each += 1) replies.push(await house.ask('GET', '/api/users/me', { as: 'userA' }))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(replies[3]?.json()['code']).toBe('request/rate-limited')
    expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await house.ask('GET', '/healthz')).statusCode).toBe(200)
  })
})
