import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { MfaChallenge, Session } from '#contract/auth/auth.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addIdentity, findConnected } from '#server/features/auth/sign-in/identities.repository.ts'
import { unknownId } from '../contract/wrong-requests.ts'
import { anHourLater, lettersTo, linkIn, newestToken } from '../kit/mailbox.ts'
import { createTestServer, describeOnEachKind, emailOf, password, type TestServer, type Who } from '../kit/test-server.ts'
import { shown, switchOn } from './mfa/factors.ts'

const page = '/reset-password'
const another = 'Another horse 10!'

const forgot = (server: TestServer, email: string, headers: Record<string, string> = {}) =>
  server.ask('POST', '/api/users/reset-password', { body: { email }, headers })
const update = (server: TestServer, bearer: string | null, wanted = another) =>
  server.ask('POST', '/api/users/update-password', {
    body: { password: { new: wanted } },
    headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
  })
const signIn = (server: TestServer, who: Who, wanted: string) =>
  server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf(who), password: wanted } })
const me = (server: TestServer, { accessToken }: Session) =>
  server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${accessToken}` } })
const refresh = (server: TestServer, { refreshToken }: Session) =>
  server.ask('POST', '/api/auth/refresh', { body: { refreshToken } })

/** A link that was sent now to somebody who has got few. */
async function linkOf(server: TestServer, who: Who): Promise<string> {
  await anHourLater(server)
  await forgot(server, emailOf(who))
  return newestToken(server, emailOf(who), page)
}
const dead = { status: 401, code: 'password/reset-dead' }

describeOnEachKind('a forgotten password', (kind) => {
  const server = createTestServer({ publicUrl: 'https://crane.example.test/base' }, kind)

  it('is set by the link of a letter, and every session ends', async () => {
    const sessions = [await server.signIn('userA'), await server.signIn('userA')]
    const [one, two] = sessions as [Session, Session]
    for (const session of sessions) expect((await me(server, session)).statusCode).toBe(200)
    const asked = await forgot(server, ` ${emailOf('userA')}`.trim().toUpperCase())
    expect([asked.statusCode, asked.json()]).toEqual([200, { success: true, isKept: true }])
    const token = await newestToken(server, emailOf('userA'), page)
    const identity = { issuer: 'https://id.example.test', subject: 'mallory', provider: 'oidc' }
    await addIdentity(server.database.db, { ...identity, companyId: server.companies.A, userId: server.ids.userA })
    await sql`insert into passkeys (id, company_id, user_id, credential_id, public_key, counter, name, is_synced)
      values (gen_random_uuid(), ${server.companies.A}, ${server.ids.userA}, 'mallory', '', 0, 'Mallory', false)`.execute(
      server.database.db,
    )
    const reply = await update(server, token)
    const passkeys = await sql`select 1 from passkeys where credential_id = 'mallory'`.execute(server.database.db)
    expect(passkeys.rows, 'nor a passkey').toEqual([])
    expect(await findConnected(server.database.db, identity), 'nobody keeps a way of their own').toBeNull()
    expect([reply.statusCode, reply.json()], 'no session is handed out').toEqual([200, { success: true }])
    for (const session of sessions) expect((await me(server, session)).statusCode, 'at once').toBe(401)
    for (const session of [one, two]) expect((await refresh(server, session)).statusCode).toBe(401)
    expect((await signIn(server, 'userA', password)).statusCode).toBe(401)
    expect((await signIn(server, 'userA', another)).statusCode).toBe(200)
    expect((await me(server, server.sessions.adminA)).statusCode, 'of others none').toBe(200)
    expect((await lettersTo(server, emailOf('userA'))).at(-1)?.subject).toBe('Your Datacrane password was changed')
    expect((await update(server, token, 'And once more 11!')).json(), 'a second use').toMatchObject(dead)
    for (const secret of [token, another]) expect(server.logged.join('')).not.toContain(secret)
    const { rows } = await sql<{
      at: Date | null
    }>`select password_changed_at as at from users where id = ${server.ids.userA}`.execute(server.database.db)
    expect(rows[0]?.at).toBeInstanceOf(Date)
  })

  it.each<[string, Record<string, string>]>([
    ['Host', { host: 'evil.example' }],
    ['Host with a port', { host: 'crane.example.test:8443' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=http' }],
    [
      'X-Forwarded-Proto, -Server, -Prefix',
      { 'x-forwarded-proto': 'http', 'x-forwarded-server': 'evil.example', 'x-forwarded-prefix': '/evil' },
    ],
    [
      'Origin, Referer and X-Original-URL',
      { origin: 'https://evil.example', referer: 'https://evil.example/x', 'x-original-url': 'https://evil.example' },
    ],
  ])('leads to the configured address whatever %s says', async (_, headers) => {
    await anHourLater(server)
    expect((await forgot(server, emailOf('adminA'), headers)).statusCode).toBe(200)
    const letter = (await lettersTo(server, emailOf('adminA'))).at(-1)
    expect(linkIn(letter, page).href).toMatch(/^https:\/\/crane\.example\.test\/base\/reset-password\?token=[\w-]{43}$/)
    expect(letter?.body).not.toContain('evil')
  })

  it('lets one of twenty at once set it', async () => {
    const token = await linkOf(server, 'otherA')
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => update(server, token, `Number ${at} of twenty!`)))
    const codes = replies.map(({ statusCode }) => statusCode)
    expect(codes.toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
    const won = codes.indexOf(200)
    expect((await signIn(server, 'otherA', `Number ${won} of twenty!`)).statusCode).toBe(200)
  })

  it('lets one link of a person live, for 30 minutes', async () => {
    const first = await linkOf(server, 'adminB')
    const second = await linkOf(server, 'adminB')
    expect((await update(server, first)).json()).toMatchObject(dead)
    const { rows } = await sql<{
      n: number
      minutes: number
    }>`select count(*) as n, max(extract(epoch from expires_at - created_at))::float8 / 60 as minutes
      from one_time_tokens where user_id = ${server.ids.adminB}`.execute(server.database.db)
    expect(rows[0]?.n).toBe(1)
    expect(rows[0]?.minutes).toBeCloseTo(30, 3)
    await sql`update one_time_tokens set expires_at = now()`.execute(server.database.db)
    expect((await update(server, second)).json()).toMatchObject(dead)
    expect((await signIn(server, 'adminB', password)).statusCode).toBe(200)
  })

  it('keeps the link alive when the password does not fit', async () => {
    const token = await linkOf(server, 'adminB')
    const weak = [
      ['Shrt 1!', 'needs more characters'],
      ['Welcome2024!', 'is too common and easy to guess'],
      ['AdminB-CompanyB1!', 'is too similar to your name, your email, your company or Datacrane'],
    ] as const
    for (const [wanted, message] of weak) {
      const reply = await update(server, token, wanted)
      const errors = [{ path: '/password/new', message }]
      expect(reply.json(), wanted).toMatchObject({ status: 422, code: 'password/weak', errors })
    }
    expect((await update(server, token)).statusCode).toBe(200)
    const again = await linkOf(server, 'adminB')
    expect((await update(server, again)).json()).toMatchObject({
      code: 'password/weak',
      errors: [{ path: '/password/new', message: 'is your current password' }],
    })
  })

  it('answers everybody the same, and writes only to people who may sign in', async () => {
    await sql`update users set active = false where id = ${server.ids.otherA}`.execute(server.database.db)
    await anHourLater(server)
    const before = (await lettersTo(server, emailOf('otherA'))).length
    const replies = await Promise.all(
      ['nobody@example.test', emailOf('otherA'), emailOf('superA')].map((each) => forgot(server, each)),
    )
    for (const reply of replies) {
      expect([reply.statusCode, reply.body, Object.keys(reply.headers).toSorted()]).toEqual([
        200,
        '{"success":true,"isKept":true}',
        Object.keys(replies[0]?.headers ?? {}).toSorted(),
      ])
    }
    expect(await lettersTo(server, 'nobody@example.test')).toEqual([])
    expect(await lettersTo(server, emailOf('otherA'))).toHaveLength(before)
    expect(await lettersTo(server, emailOf('superA'))).toHaveLength(1)
    await sql`update users set active = true where id = ${server.ids.otherA}`.execute(server.database.db)
  })

  it('comes to who asks for it, however often strangers sign up with the email', async () => {
    await anHourLater(server)
    const email = emailOf('adminA')
    const before = (await lettersTo(server, email)).length
    const form = { firstName: 'Eve', lastName: 'E', companyName: 'Trap', productTier: 'Basic', paymentMethodId: null }
    for (let asked = 0; asked < 6; asked += 1)
      await server.ask('POST', '/api/registration', { body: { ...form, email, password: 'Of a stranger 7!' } })
    for (let asked = 0; asked < 6; asked += 1) await forgot(server, email)
    const subjects = (await lettersTo(server, email)).slice(before).map(({ subject }) => subject)
    expect(subjects).toEqual([
      ...Array(5).fill('You already have a Datacrane account'),
      ...Array(5).fill('Set a new Datacrane password'),
    ])
  })

  it.each(['nobody@example.test', emailOf('superA')])('takes its time for %s', async (email) => {
    const begun = performance.now()
    await forgot(server, email)
    expect(performance.now() - begun).toBeGreaterThan(249)
  })

  it('gives no link to who was switched off after it was sent', async () => {
    const token = await linkOf(server, 'otherA')
    await sql`update users set active = false where id = ${server.ids.otherA}`.execute(server.database.db)
    expect((await update(server, token)).json()).toMatchObject(dead)
    await sql`update users set active = true where id = ${server.ids.otherA}`.execute(server.database.db)
  })

  it('takes no other token for the one of the link', async () => {
    const session = await server.signIn('superA')
    const others = [null, 'x'.repeat(43), session.accessToken, session.refreshToken, '', '..', "' or 1=1 --"]
    for (const each of others) expect((await update(server, each)).json(), String(each)).toMatchObject(dead)
    expect((await me(server, session)).statusCode).toBe(200)
  })
})

describe('the token of a link', () => {
  const server = createTestServer()

  it('opens no other call of the product', async () => {
    const token = await linkOf(server, 'superA')
    const authorization = { headers: { authorization: `Bearer ${token}` } }
    const closed = endpoints.filter(({ access }) => access !== 'public')
    expect(closed.length).toBeGreaterThan(20)
    for (const { method, path } of closed) {
      const reply = await server.ask(method, path.replaceAll(/:\w+/g, unknownId), {
        ...authorization,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect([reply.statusCode, reply.json()['code']], `${method} ${path}`).toEqual([401, 'auth/token-invalid'])
    }
    const elsewhere = [
      ['/api/auth/refresh', { refreshToken: token }, 'auth/refresh-failed'],
      ['/api/users/confirm', { token }, 'confirmation/dead'],
      ['/api/invitations/look', { token }, 'invitation/dead'],
    ] as const
    for (const [path, body, code] of elsewhere) expect((await server.ask('POST', path, { body })).json()).toMatchObject({ code })
    expect((await update(server, token)).statusCode, 'and is not spent by all that').toBe(200)
  })
})

describe('a second factor', () => {
  const server = createTestServer()

  it('is asked for after a password was set anew, and a challenge of before is over', async () => {
    const { secret } = await switchOn(server, 'userA', 'app')
    const before = (await signIn(server, 'userA', password)).json<MfaChallenge>()
    expect((await update(server, await linkOf(server, 'userA'))).statusCode).toBe(200)
    const { userId, challengeId, method } = before
    const late = await server.ask('POST', '/api/auth/verify-mfa', { body: { userId, challengeId, method, token: shown(secret) } })
    expect(late.statusCode).toBe(401)
    expect((await signIn(server, 'userA', another)).json()).toMatchObject({ mfaRequired: true, method: 'app' })
  })
})

describe('one address', () => {
  const server = createTestServer({ signInLimit: 7 })

  it('asks for links so often a minute, and no more', async () => {
    const codes = []
    for (let at = 0; at < 8; at += 1) codes.push((await forgot(server, `at${at}@example.test`)).statusCode)
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 200, 429])
  })
})
