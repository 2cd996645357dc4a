/** Guessed passwords: who guesses waits longer and longer, and the owner of the account does not wait for them (threat T-PWD). */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { Problem } from '#contract/kit/problem.ts'
import { forgetOldSignInTries } from '#server/features/auth/sign-in/sign-in-tries.repository.ts'
import { lettersTo, newestToken } from '../kit/mailbox.ts'
import { rebuild } from '../kit/rebuilt.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type TestServer } from '../kit/test-server.ts'

const limit = 3
const tooMany = 'auth/too-many-attempts'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'
/** Where everybody of a house signed in when it was raised. */
const home = '127.0.0.1'

type Answer = { readonly status: number; readonly code: string | undefined; readonly message: string; readonly wait: number }

/** One sign-in. Each stranger comes from an address of their own, so that the limit of an address does not matter. */
let strangers = 0
const stranger = () => `198.51.${100 + Math.floor(strangers / 250)}.${1 + (strangers++ % 250)}`
async function attempt(app: FastifyInstance, email: string, given: string, from = stranger()): Promise<Answer> {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    remoteAddress: from,
    headers: { 'user-agent': firefox },
    payload: { email, password: given },
  })
  const { code, message } = reply.json<Partial<Problem>>()
  return { status: reply.statusCode, code, message: message ?? '', wait: Number(reply.headers['retry-after'] ?? 0) }
}

/** As so many minutes go by. */
const later = ({ database }: TestServer, minutes: number) =>
  sql`update sign_in_tries set last_at = last_at - ${minutes} * interval '1 minute',
    blocked_until = blocked_until - ${minutes} * interval '1 minute'`.execute(database.db)

async function lockOut(server: TestServer, email: string): Promise<void> {
  for (let each = 0; each < limit; each += 1) expect((await attempt(server.app, email, 'wrong')).status).toBe(401)
  expect((await attempt(server.app, email, 'wrong')).code).toBe(tooMany)
}

describeOnEachKind('wrong passwords of strangers', (kind) => {
  const server = createTestServer({ signInLimit: limit }, kind)

  it('do not keep the owner out, who signed in from their address before', async () => {
    await lockOut(server, emailOf('userA'))
    expect((await attempt(server.app, emailOf('userA'), password)).code, 'a stranger, whatever they know').toBe(tooMany)
    expect((await attempt(server.app, emailOf('userA'), password, home)).status).toBe(200)
    expect((await attempt(server.app, emailOf('userA'), 'wrong')).status, 'the owner ended the count').toBe(401)
  })

  it('are not those of the known address, which has its own limit', async () => {
    for (let each = 0; each < limit; each += 1)
      expect((await attempt(server.app, emailOf('otherA'), 'wrong', home)).status).toBe(401)
    expect((await attempt(server.app, emailOf('otherA'), password, home)).code).toBe(tooMany)
    expect((await attempt(server.app, emailOf('otherA'), password)).status, 'of others it is none').toBe(200)
    await later(server, 1)
    expect((await attempt(server.app, emailOf('otherA'), password, home)).status).toBe(200)
  })

  it('pass in no burst over two processes', async () => {
    const second = await rebuild(server, { signInLimit: limit })
    const apps = [server.app, second]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, each) => attempt(apps[each % 2] ?? second, emailOf('adminA'), 'wrong')),
    )
    await second.close()
    expect(answers.filter(({ code }) => code === 'auth/invalid-credentials')).toHaveLength(limit)
    expect(answers.filter(({ code }) => code === tooMany)).toHaveLength(20 - limit)
  })

  it('make the next one wait longer, up to an hour, also in a process that began anew', async () => {
    await lockOut(server, emailOf('adminB'))
    const waits = []
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const again = await rebuild(server, { signInLimit: limit })
      const { wait, message } = await attempt(again, emailOf('adminB'), 'wrong')
      waits.push(wait / 60)
      expect(message).toBe(`Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`)
      await later(server, minutes)
      expect((await attempt(again, emailOf('adminB'), 'wrong')).status, `after ${minutes} minutes`).toBe(401)
      await again.close()
    }
    for (const [at, minutes] of [1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      expect(waits[at]).toBeLessThanOrEqual(minutes)
      expect(waits[at]).toBeGreaterThan(minutes * 0.8)
    }
    await later(server, 24 * 60)
    for (let each = 0; each < limit; each += 1)
      expect((await attempt(server.app, emailOf('adminB'), 'wrong')).status, 'a day later').toBe(401)
  })

  it('are a hundred at most, until the owner or a new password ends the count', async () => {
    const { db } = server.database
    const email = emailOf('superA')
    const almost = async () => {
      await attempt(server.app, email, 'wrong')
      await sql`update sign_in_tries set failures = 99`.execute(db)
      expect((await attempt(server.app, email, 'wrong')).status, 'the hundredth').toBe(401)
      await later(server, 120)
      const refused = await attempt(server.app, email, password)
      expect(refused).toMatchObject({ status: 429, code: tooMany })
      expect(refused.message).toContain('Set a new password')
      expect(refused.wait).toBeGreaterThan(3_600)
    }
    await almost()
    expect((await attempt(server.app, email, password, home)).status).toBe(200)
    await almost()
    await server.ask('POST', '/api/users/reset-password', { body: { email } })
    const bearer = await newestToken(server, email, '/reset-password')
    const another = 'Another horse 10!'
    const reply = await server.ask('POST', '/api/users/update-password', {
      body: { password: { new: another } },
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(reply.statusCode).toBe(200)
    expect((await attempt(server.app, email, another)).status).toBe(200)
  })
})

describeOnEachKind('an account that is guessed at', (kind) => {
  const server = createTestServer({ signInLimit: limit, publicUrl: 'https://crane.example.test' }, kind)

  /** Tries until the owner would be written to, and once more; as often as one address may. */
  async function guess(email: string): Promise<Answer[]> {
    const answers = []
    for (let each = 0; each < limit + 4; each += 1) {
      answers.push(await attempt(server.app, email, 'wrong', '192.0.2.77'))
      answers.push(...(each < limit ? [] : [await attempt(server.app, email, 'wrong')]))
      await later(server, each < limit - 1 ? 0 : 61)
    }
    return answers.map((answer) => ({ ...answer, wait: Math.ceil(answer.wait / 60) }))
  }

  it('answers as an email does that is nobody’s, and only its owner is written to, once a day', async () => {
    const known = await guess(emailOf('userA'))
    const unknown = await guess('nobody@example.test')
    expect(known).toEqual(unknown)
    expect(new Set(known.map(({ status }) => status))).toEqual(new Set([401, 429]))
    expect(await lettersTo(server, 'nobody@example.test')).toEqual([])
    const [letter, ...more] = await lettersTo(server, emailOf('userA'))
    expect(more).toEqual([])
    expect(letter?.subject).toBe('Wrong passwords for your Datacrane account')
    const { body = '' } = letter ?? {}
    for (const part of ['192.0.2.77', 'Firefox 126.0', 'Linux (desktop)', 'https://crane.example.test/forgot-password', 'UTC'])
      expect(body).toContain(part)

    await sql`update messages set created_at = created_at - interval '25 hours'`.execute(server.database.db)
    await later(server, 61)
    await attempt(server.app, emailOf('userA'), 'wrong')
    expect(await lettersTo(server, emailOf('userA')), 'the next day').toHaveLength(2)
  })

  it('keeps no email, and is forgotten after a day', async () => {
    const { db } = server.database
    const { rows } = await sql<{ all: string }>`select string_agg(t::text, ' ') as all from sign_in_tries t`.execute(db)
    expect(rows[0]?.all).not.toContain('example.test')
    await later(server, 23 * 60)
    await attempt(server.app, 'new@example.test', 'wrong')
    await later(server, 61)
    await attempt(server.app, 'newer@example.test', 'wrong')
    await forgetOldSignInTries(db)
    const left = await sql<{ failures: number }>`select failures from sign_in_tries`.execute(db)
    expect(left.rows).toEqual([{ failures: 1 }, { failures: 1 }])
    await sql`insert into sign_in_tries (account, source, failures)
      select md5(n::text), '', case when n = 7 then 50 else 2 end from generate_series(1, 20) n`.execute(db)
    await forgetOldSignInTries(db, 5)
    const kept = await sql<{ failures: number }>`select failures from sign_in_tries order by failures`.execute(db)
    expect(
      kept.rows.map(({ failures }) => failures),
      'those that were guessed at most',
    ).toEqual([2, 2, 2, 2, 50])
  })
})

describe('what a device says of itself', () => {
  const server = createTestServer({ signInLimit: 1 })

  it('is no link in the letter', async () => {
    for (let each = 0; each < 5; each += 1) {
      await server.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        remoteAddress: stranger(),
        headers: { 'user-agent': 'https://evil.example/prize/1.0' },
        payload: { email: emailOf('userA'), password: 'wrong' },
      })
      await later(server, 61)
    }
    const [letter] = await lettersTo(server, emailOf('userA'))
    expect(letter?.subject).toBe('Wrong passwords for your Datacrane account')
    expect(letter?.body).not.toMatch(/evil\.example|https:\/\/evil/)
  })
})
