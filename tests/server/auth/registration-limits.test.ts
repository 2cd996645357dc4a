import { describe, expect, it } from 'vitest'

import { emailOf, raiseHouse } from '../kit/test-server.ts'
import { post, register, resend } from './sign-ups.ts'

describe('one address', () => {
  const house = raiseHouse({ signInLimit: 7 })

  it('signs up and asks for links so often a minute, and no more', async () => {
    const codes = []
    for (let at = 0; at < 4; at += 1) {
      codes.push(
        (await register(house, `at${at}@example.test`)).statusCode,
        (await resend(house, `at${at}@example.test`)).statusCode,
      )
    }
    expect(codes).toEqual([201, 200, 201, 200, 201, 200, 201, 429])
  })
})

describe('where a mail server is set up', () => {
  const smtp = { host: 'mail.example.test', port: 25, secure: false, user: null, password: null, from: 'crane@example.test' }
  const house = raiseHouse({ smtp })

  it.each(['nobody@example.test', emailOf('userA')])('says that the link for %s is sent, and not only kept', async (email) => {
    const forgotten = await post(house, '/api/users/reset-password', { email })
    const replies = [await register(house, email), await resend(house, email), forgotten]
    expect(replies.map((reply) => reply.json()['isKept'])).toEqual([false, false, false])
  })
})
