/** Where a company allows one session a person: of sign-ins at the same moment, one stays. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { findLiveSession, openSession } from '#server/platform/security/sessions.repository.ts'
import { createTestServer, describeOnEachKind, type TestServer } from '../kit/test-server.ts'

const me = (server: TestServer, { accessToken }: Session) =>
  server.ask('GET', '/api/users/me', { headers: { authorization: `Bearer ${accessToken}` } })
const fromNowhere = { ipAddress: '192.0.2.1', userAgent: null, device: null, browser: null, provider: null }

describeOnEachKind('one session a person', (kind) => {
  const server = createTestServer({}, kind)
  beforeAll(async () => {
    const { database, companies } = server
    await sql`update companies set session_single = true where id = ${companies.A}`.execute(database.db)
  })

  it('is one of 20 sign-ins at once', async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => server.signIn('userA')))
    const replies = await Promise.all(sessions.map((session) => me(server, session)))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  // The embedded database does one transaction after another: there no sign-in begins within another.
  if (kind === 'postgres') {
    it('is not ended by a sign-in that began before it', async () => {
      const { db } = server.database
      const earlier = { id: randomUUID(), companyId: server.companies.A, userId: server.ids.userA, lifetime: 60, ...fromNowhere }
      const session = await db.transaction().execute(async (tx) => {
        await sql`select now()`.execute(tx)
        const newer = await server.signIn('userA')
        await openSession(tx, earlier)
        return newer
      })
      expect((await me(server, session)).statusCode).toBe(200)
      expect(await findLiveSession(db, earlier.id)).toBeNull()
    })
  }
})
