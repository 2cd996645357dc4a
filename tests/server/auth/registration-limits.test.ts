import { describe, expect, it } from 'vitest'

import { createTestServer, emailOf } from '../kit/test-server.ts'
import { post, register, resend } from './sign-ups.ts'

describe('one address', () => {
  const server = createTestServer({ signInLimit: 7 })

  it('signs up and asks for links so often a minute, and no more', async () => {
    const codes = []
    for (let at = 0; at < 4; at += 1) {
      codes.push(
        (await register(server, `at${at}@example.test`)).statusCode,
        (await resend(server, `at${at}@example.test`)).statusCode,
      )
    }
    expect(codes).toEqual([201, 200, 201, 200, 201, 200, 201, 429])
  })
})

describe('where a mail server is set up', () => {
  const smtp = { host: 'mail.example.test', port: 25, secure: false, user: null, password: null, from: 'crane@example.test' }
  const server = createTestServer({ smtp })

  it.each(['nobody@example.test', emailOf('userA')])('says that the link for %s is sent, and not only kept', async (email) => {
    const forgotten = await post(server, '/api/users/reset-password', { email })
    const replies = [await register(server, email), await resend(server, email), forgotten]
    expect(replies.map((reply) => reply.json()['isKept'])).toEqual([false, false, false])
  })
})
