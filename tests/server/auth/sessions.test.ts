/** How sessions end (threats T-SESS and T-REF): whatever ends one, neither of its tokens is taken afterwards. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { buildApp } from '#server/app.ts'
import { makeSetupToken } from '#server/features/auth/sign-up/setup-token.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { freshDatabase } from '../kit/databases.ts'
import { newestToken } from '../kit/mailbox.ts'
import {
  asksNobody,
  createTestServer,
  describeOnEachKind,
  emailOf,
  password,
  type TestServer,
  triesNothing,
} from '../kit/test-server.ts'

/** Milliseconds that this process may go on believing what the database said. */
const cacheLife = 5_000

const clock = performance.now.bind(performance)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const me = (server: TestServer, { accessToken }: Session) => server.ask('GET', '/api/users/me', { headers: bearer(accessToken) })
const refresh = (server: TestServer, { refreshToken }: Session) =>
  server.ask('POST', '/api/auth/refresh', { body: { refreshToken } })

const signOut = (server: TestServer, refreshToken: string) =>
  server.ask('POST', '/api/auth/sign-out', { headers: bearer('over.and.out'), body: { refreshToken } })

async function signOutLate(server: TestServer, refreshToken: string): Promise<void> {
  const reply = await signOut(server, refreshToken)
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true, logoutUrl: null }])
}

describeOnEachKind('the end of a session', (kind) => {
  const server = createTestServer({}, kind)
  afterEach(() => void vi.restoreAllMocks())
  beforeEach(async () => {
    const { db } = server.database
    await sql`update companies set session_idle_minutes = null, session_max_minutes = null, session_single = false`.execute(db)
    const passwordHash = await hashPassword(password)
    await sql`update users set active = true, role = 'USER', password_hash = ${passwordHash} where id = ${server.ids.userA}`.execute(
      db,
    )
  })

  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.db)
  const age = (column: 'created_at' | 'last_used_at', minutes: number) =>
    run(sql`update sessions set ${sql.ref(column)} = ${sql.ref(column)} - ${minutes} * interval '1 minute'`)

  /** As if so many milliseconds had gone by for what this process remembers. */
  function later(milliseconds: number): void {
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + milliseconds)
  }

  const ends: readonly (readonly [string, (session: Session) => Promise<unknown>])[] = [
    ['a sign-out', (session) => server.ask('POST', '/api/auth/sign-out', { headers: bearer(session.accessToken) })],
    ['a sign-out with an access token that is over', ({ refreshToken }) => signOutLate(server, refreshToken)],
    [
      'a sign-out by a refresh token that was used',
      async ({ refreshToken }) => {
        expect((await server.ask('POST', '/api/auth/refresh', { body: { refreshToken } })).statusCode).toBe(200)
        await signOutLate(server, refreshToken)
      },
    ],
    [
      'a new password',
      async () => {
        const email = emailOf('userA')
        await run(sql`delete from messages`)
        await server.ask('POST', '/api/users/reset-password', { body: { email } })
        const token = await newestToken(server, email, '/reset-password')
        const body = { password: { new: `Another-${randomBytes(9).toString('hex')}-9` } }
        const reply = await server.ask('POST', '/api/users/update-password', { headers: bearer(token), body })
        expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
      },
    ],
    ['a deactivation', () => run(sql`update users set active = false where id = ${server.ids.userA}`)],
    ['another role', () => run(sql`update users set role = 'ADMIN' where id = ${server.ids.userA}`)],
    [
      'an old refresh token that is used again',
      async (session) => {
        const child = await refresh(server, session)
        expect(child.statusCode).toBe(200)
        await run(sql`update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null`)
        await refresh(server, session)
        Object.assign(session, child.json<Session>())
      },
    ],
    [
      'an hour without a call, where that ends it',
      async () => {
        await run(sql`update companies set session_idle_minutes = 60`)
        await age('last_used_at', 60.1)
      },
    ],
    [
      'eight hours, where that ends it',
      async () => {
        await run(sql`update companies set session_max_minutes = 480`)
        await age('created_at', 480.1)
      },
    ],
    [
      'a second sign-in, where one session is allowed',
      async () => {
        await run(sql`update companies set session_single = true`)
        await server.signIn('userA')
      },
    ],
    [
      'the rule of one session, where there are two already',
      async () => {
        await server.signIn('userA')
        await run(sql`update companies set session_single = true`)
      },
    ],
  ]

  it.each(ends)('%s: the access token is refused within 5 s, the refresh token at once', async (_, end) => {
    const session = await server.signIn('userA')
    // This process remembers the session from here.
    expect((await me(server, session)).statusCode).toBe(200)
    await end(session)
    later(cacheLife)
    const replies = { access: await me(server, session), refresh: await refresh(server, session) }
    expect(replies.access.json()).toMatchObject({ status: 401, code: 'auth/token-invalid' })
    expect(replies.refresh.json()).toMatchObject({ status: 401, code: 'auth/refresh-failed' })
  })

  it('is that of the access token while it lives, whatever else is handed in', async () => {
    const [session, other] = [await server.signIn('userA'), await server.signIn('userA')]
    const { refreshToken } = other
    await server.ask('POST', '/api/auth/sign-out', { headers: bearer(session.accessToken), body: { refreshToken } })
    expect((await me(server, session)).statusCode).toBe(401)
    expect((await refresh(server, other)).statusCode).toBe(200)
  })

  it('is none where nobody knows the tokens', async () => {
    const session = await server.signIn('userA')
    await signOutLate(server, 'x'.repeat(43))
    expect((await server.ask('POST', '/api/auth/sign-out')).json()).toEqual({ success: true, logoutUrl: null })
    expect((await refresh(server, session)).statusCode).toBe(200)
  })

  it('is none while it is within its limits, in use, and the newest', async () => {
    const older = await server.signIn('userA')
    const session = await server.signIn('userA')
    await run(sql`update companies set session_idle_minutes = 60, session_max_minutes = 480, session_single = true`)
    for (let hour = 0; hour < 7; hour += 1) {
      await age('last_used_at', 59)
      await age('created_at', 59)
      later((hour + 1) * 59 * 60_000)
      expect([hour, (await me(server, session)).statusCode]).toEqual([hour, 200])
    }
    expect((await refresh(server, session)).statusCode).toBe(200)
    expect((await me(server, older)).statusCode).toBe(401)
  })

  it('does not begin with a password that is changed while it is judged', async () => {
    const { db } = server.database
    const before = await run(sql`select id from sessions where user_id = ${server.ids.userA} and ended_at is null order by id`)
    const changed = await hashPassword('another password')
    let signingIn: ReturnType<TestServer['ask']> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`update users set password_hash = ${changed} where id = ${server.ids.userA}`.execute(tx)
      signingIn = server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password } })
      // The embedded database does one transaction after another: there the sign-in reads what is committed here.
      while (kind === 'postgres' && !(await isWaiting(db))) await new Promise(setImmediate)
    })
    expect((await signingIn)?.json()['code']).toBe('auth/invalid-credentials')
    const after = await run(sql`select id from sessions where user_id = ${server.ids.userA} and ended_at is null order by id`)
    expect(after.rows).toEqual(before.rows)
  })

  it('knows the browser and the device that it came from', async () => {
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:126.0) Gecko/20100101 Firefox/126.0'
    await server.ask('POST', '/api/auth/sign-in', {
      headers: { 'user-agent': agent },
      body: { email: emailOf('userA'), password },
    })
    const { rows } = await run(
      sql`select device, browser, provider, role, user_agent from sessions order by created_at desc, id desc limit 1`,
    )
    expect(rows).toEqual([
      { device: 'Linux (desktop)', browser: 'Firefox 126.0', provider: null, role: 'USER', user_agent: agent },
    ])
  })
})

const isWaiting = async (db: TestServer['database']['db']) =>
  (await sql<{ waiting: boolean }>`select exists (select from pg_locks where not granted) as waiting`.execute(db)).rows[0]
    ?.waiting === true

describeOnEachKind('a database that was started again', (kind) => {
  it('remembers which refresh tokens were used: a replay ends the family', async () => {
    const fresh = await freshDatabase(kind)
    const masterKey = randomBytes(32).toString('base64')
    const { place } = fresh
    const start = async () => {
      const database = await openDatabase(place)
      const app = await buildApp({
        config: { ...readConfig({}), consoleDir: '/nowhere' },
        database,
        engine: {
          wake: () => {},
          quiesce: async () => {},
          checkAddresses: async () => [],
          probe: triesNothing,
          askForTokens: asksNobody,
        },
        masterKey,
        log: createLog('silent'),
        version: '0.0.0',
      })
      const post = (url: string, body: object) => app.inject({ method: 'POST', url, payload: body })
      const stop = async () => {
        await app.close()
        await database.close()
      }
      return { database, post, stop }
    }
    await fresh.database.close()
    const one = await start()
    const token = await makeSetupToken(one.database.db)
    const names = { token, companyName: 'Company', firstName: 'First', lastName: 'Last' }
    const begun = await one.post('/api/setup', { ...names, email: 'first@example.test', password: `Long-${masterKey}` })
    const first = begun.json<Session>()
    const second = (await one.post('/api/auth/refresh', { refreshToken: first.refreshToken })).json<Session>()
    await sql`update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null`.execute(
      one.database.db,
    )
    await one.stop()

    const two = await start()
    expect((await two.post('/api/auth/refresh', { refreshToken: first.refreshToken })).statusCode).toBe(401)
    expect((await two.post('/api/auth/refresh', { refreshToken: second.refreshToken })).statusCode).toBe(401)
    await two.stop()
    await fresh.remove()
  })
})
