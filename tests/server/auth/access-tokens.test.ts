/** Access tokens and their forgeries (threat T-JWT). */
import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { createTokens } from '#server/platform/security/tokens.ts'
import { deriveKey } from '#server/platform/security/vault.ts'
import { createTestServer, type TestServer } from '../kit/test-server.ts'

const me = (server: TestServer, token: string) =>
  server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${token}` } })

describe('access tokens', () => {
  const server = createTestServer()

  const forge = async (
    change: (jwt: SignJWT) => SignJWT,
    { key = deriveKey(server.masterKey, 'access tokens'), header = {} } = {},
  ) => {
    const [, payload = ''] = server.sessions.userA.accessToken.split('.')
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

  it('are two where two are made within a second', async () => {
    const { issueAccess } = createTokens(server.masterKey)
    const [one, other] = await Promise.all(
      [1, 2].map(() => issueAccess({ userId: server.ids.userA, sessionId: server.ids.userA })),
    )
    expect(one?.token).not.toBe(other?.token)
  })

  it('takes one that is made as ours are', async () => {
    expect((await me(server, await forge((jwt) => jwt))).statusCode).toBe(200)
    expect(
      (
        await me(
          server,
          resign(await forge((jwt) => jwt), (claims) => claims),
        )
      ).statusCode,
    ).toBe(200)
  })

  const forgeries: readonly (readonly [string, () => Promise<string> | string])[] = [
    ['nothing', () => ''],
    ['words', () => 'not.a.token'],
    ['no signature', () => `${server.sessions.userA.accessToken.split('.').slice(0, 2).join('.')}.`],
    [
      'algorithm none',
      () =>
        `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${server.sessions.userA.accessToken.split('.')[1]}.`,
    ],
    ['another key', () => forge((jwt) => jwt, { key: Buffer.alloc(32, 1) })],
    ['the key of refresh tokens', () => forge((jwt) => jwt, { key: deriveKey(server.masterKey, 'refresh tokens') })],
    [
      'another algorithm',
      () =>
        forge((jwt) => jwt, {
          header: { alg: 'HS512' },
          key: Buffer.concat([deriveKey(server.masterKey, 'access tokens'), Buffer.alloc(32)]),
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
    ['another person', () => forge((jwt) => jwt.setSubject(server.ids.adminA))],
    ['no session', () => forge((jwt) => jwt).then((token) => resign(token, ({ sid: _, ...rest }) => rest))],
    ['a refresh token', () => server.sessions.userA.refreshToken],
    ['another spelling of the signature', () => respell(server.sessions.userA.accessToken)],
    ['padding', () => `${server.sessions.userA.accessToken}=`],
    ['100 kB', () => 'x'.repeat(10_000)],
  ]

  it.each(forgeries)('refuses %s', async (_, make) => {
    const reply = await me(server, await make())
    expect(reply.statusCode).toBe(401)
    expect(reply.json()['code']).toMatch(/^auth\/token-(invalid|missing|expired)$/)
    expect(reply.headers['www-authenticate']).toBe('Bearer')
  })

  it('says when one has expired', async () => {
    const token = await forge((jwt) => jwt.setIssuedAt(Math.floor(Date.now() / 1_000) - 900).setExpirationTime('-10s'))
    expect((await me(server, token)).json()['code']).toBe('auth/token-expired')
  })

  it('believes the role that the database has, at most 5 s late', async () => {
    const { accessToken } = await server.signIn('adminB')
    await sql`update users set active = false where id = ${server.ids.adminB}`.execute(server.database.db)
    expect((await me(server, accessToken)).statusCode).toBe(401)
    await sql`update users set active = true where id = ${server.ids.adminB}`.execute(server.database.db)
  })

  it('derives the same child for a token in every process with the key, and none without', () => {
    const one = createTokens(server.masterKey).childOf('parent')
    expect(createTokens(server.masterKey).childOf('parent')).toBe(one)
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
    return `${text}.${createHmac('sha256', deriveKey(server.masterKey, 'access tokens')).update(text).digest('base64url')}`
  }
})
