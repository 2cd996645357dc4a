/** Switches of Security Settings, turned as an administrator does, and what is seen of them on every way in. */
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import type { Session } from '#contract/auth/auth.ts'
import type { SessionStatus } from '#contract/auth/session-status.ts'
import { securityDefaults } from '#contract/settings/security-limits.ts'
import type { SecuritySettings } from '#contract/settings/security-settings.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { forgetFactors } from '../auth/mfa/factors.ts'
import { createTestServer, type Reply, type Who } from '../kit/test-server.ts'

export const settingsPath = '/api/system-settings'
export const bearer = ({ accessToken }: Session, more = {}) => ({ authorization: `Bearer ${accessToken}`, ...more })
export const defaults = structuredClone(securityDefaults) as unknown as SecuritySettings

/** A server whose company A has its defaults again before each test. */
export function createSecurityServer() {
  const server = createTestServer()
  const path = settingsPath
  const read = async (as: Who = 'adminA') => (await server.ask('GET', path, { as })).json<SystemSettings>()
  const run = (statement: ReturnType<typeof sql>) => statement.execute(server.database.db)

  async function save(changes: Partial<SecuritySettings>, as: Who = 'adminA'): Promise<Reply> {
    const { securitySettings, revisions } = await read(as)
    const body = {
      securitySettings: { ...securitySettings, ...changes },
      revisions: { securitySettings: revisions.securitySettings },
    }
    return server.ask('PUT', path, { as, body })
  }
  const saved = async (changes: Partial<SecuritySettings>) => {
    const reply = await save(changes)
    expect([reply.statusCode, reply.body]).toEqual([200, expect.any(String)])
  }
  const statusOf = async (session: Session, more = {}) =>
    (await server.ask('GET', '/api/auth/session', { headers: bearer(session, more) })).json<SessionStatus>()

  /** REST, GraphQL, a file and the change of something, as one person. */
  async function ways(as: Who): Promise<(readonly [number, string | undefined])[]> {
    const replies = [
      await server.ask('GET', '/api-connectors/dashboard-user-query', { as }),
      await server.ask('POST', '/graphql', { as, body: { query: '{ whoAmI { id } }' } }),
      await server.ask('GET', '/api/audit/export', { as }),
      await server.ask('PUT', '/api/maintenance', { as, body: { on: false, message: '' } }),
    ]
    return replies.map((reply) => [reply.statusCode, reply.statusCode === 200 ? undefined : reply.json<{ code: string }>().code])
  }

  beforeEach(async () => {
    await run(sql`delete from company_settings where section = 'securitySettings'`)
    await run(sql`update companies set session_idle_minutes = 60, session_max_minutes = 480, session_single = false`)
    await run(sql`update users set password_changed_at = null, created_at = now()`)
    await run(sql`delete from password_history`)
    await forgetFactors(server)
    // This process forgets what it knew of the company.
    await saved({})
  })

  return { server, read, run, save, saved, statusOf, ways }
}
