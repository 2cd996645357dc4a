/** Seven kinds of tokens and the seven doors that they open: each opens its own only (threat T-JWT). */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { addOneTimeToken, type TokenKind } from '#server/features/auth/one-time-tokens.repository.ts'
import { hashOfToken, newOneTimeToken } from '#server/platform/security/tokens.ts'
import { newestToken } from '../kit/mailbox.ts'
import { stand } from '../kit/senders.ts'
import { createTestServer } from '../kit/test-server.ts'

const metricsToken = 'a-token-of-the-operator'
const kinds = ['access', 'refresh', 'reset', 'confirm', 'invite', 'hook', 'metrics'] as const
type TokenName = (typeof kinds)[number]

describe('a token', () => {
  const server = createTestServer({ metricsToken })
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  let hookId = ''

  const link = async (kind: TokenKind) => {
    const token = newOneTimeToken()
    const whose = { companyId: server.companies.A, userId: server.ids.otherA }
    await addOneTimeToken(server.database.db, { ...whose, kind, hash: hashOfToken(token), lifetime: 60_000 })
    return token
  }

  /** Fresh ones: a door may use its own up. */
  async function tokens(): Promise<Record<TokenName, string>> {
    await sql`update users set confirmed = false where id = ${server.ids.otherA}`.execute(server.database.db)
    const { accessToken, refreshToken } = await server.signIn('userA')
    const hook = await stand(server)
    hookId = hook.id
    const email = `${newOneTimeToken()}@example.test`.toLowerCase()
    const invited = { as: 'adminA', body: { email, role: 'USER' } } as const
    expect((await server.ask('POST', `/api/users/${server.ids.adminA}/team-members/invite`, invited)).statusCode).toBeLessThan(
      300,
    )
    return {
      access: accessToken,
      refresh: refreshToken,
      reset: await link('reset'),
      confirm: await link('confirm'),
      invite: await newestToken(server, email, '/accept-invitation'),
      hook: hook.secret,
      metrics: metricsToken,
    }
  }

  const doors: Readonly<Record<TokenName, (token: string) => Promise<{ statusCode: number }>>> = {
    access: (token) => server.ask('GET', '/api/users/me', { headers: bearer(token) }),
    refresh: (refreshToken) => server.ask('POST', '/api/auth/refresh', { body: { refreshToken } }),
    reset: (token) => {
      const body = { password: { new: `Quite-new-${newOneTimeToken()}-1` } }
      return server.ask('POST', '/api/users/update-password', { headers: bearer(token), body })
    },
    confirm: (token) => server.ask('POST', '/api/users/confirm', { body: { token } }),
    invite: (token) => server.ask('POST', '/api/invitations/look', { body: { token } }),
    hook: (token) => server.ask('POST', `/hooks/${hookId}`, { headers: bearer(token), body: { order: 1 } }),
    metrics: (token) =>
      server.app.inject({ method: 'GET', url: '/metrics', headers: bearer(token), remoteAddress: '203.0.113.9' }),
  }

  it.each(kinds)('that is for %s opens that door, and no other', async (kind) => {
    const all = await tokens()
    const opened: string[] = []
    for (const door of kinds.filter((each) => each !== kind)) {
      const { statusCode } = await doors[door](all[kind])
      if (statusCode < 400) opened.push(door)
      // Refused as what it is, and not by a fault of ours.
      else expect([door, statusCode]).toEqual([door, expect.toBeOneOf([400, 401, 404])])
    }
    expect(opened).toEqual([])
    expect((await doors[kind](all[kind])).statusCode).toBeLessThan(300)
  })
})
