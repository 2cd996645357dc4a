import { describe, expect, it } from 'vitest'

import { createTestServer, emailOf, password } from '../kit/test-server.ts'

describe('limits of sign-in', () => {
  const server = createTestServer({ signInLimit: 3 })
  const attempt = (email: string, word: string) => server.ask('POST', '/api/auth/sign-in', { body: { email, password: word } })

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
  const server = createTestServer({ rateLimit: 8 })

  it('says when to come back', async () => {
    const replies = []
    for (let each = 0; each < 4; each += 1) replies.push(await server.ask('GET', '/api/users/me', { as: 'userA' }))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
    expect(replies[3]?.json()['code']).toBe('request/rate-limited')
    expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await server.ask('GET', '/healthz')).statusCode).toBe(200)
  })
})
