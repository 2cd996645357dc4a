/** What the tests of single sign-on do to a company: its domain is proved, its provider saved, tested and switched on. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { SsoConfiguration, SsoState } from '#contract/auth/sso/sso.ts'
import { emptyConfiguration } from '#server/features/auth/sso/connection.ts'
import { password, type Reply, type TestServer, type Who } from '../../kit/test-server.ts'

export const path = '/api/system-settings/sso'
export type Departed = { readonly authorizationUrl: string; readonly state: string }
export type SsoCompany = ReturnType<typeof ssoCompany>

export function ssoCompany(server: TestServer, as: Who = 'adminA') {
  const companyId = as === 'adminB' ? server.companies.B : server.companies.A
  const read = async () => (await server.ask('GET', path, { as })).json<SsoState>()
  const save = async (change: Partial<SsoConfiguration>): Promise<Reply> => {
    const { value, revision } = await read()
    return server.ask('PUT', path, { as, body: { value: { ...value, ...change }, revision, password } })
  }
  const move = (name: string) => server.ask('POST', `${path}/switch`, { as, body: { move: name, password } })
  const finish = (body: object) => server.ask('POST', '/api/auth/oauth/finish', { body: { ...body, company: companyId } })
  const start = (email: string) => server.ask('POST', '/api/auth/sso/start', { body: { email } })
  return {
    companyId,
    read,
    save,
    move,
    start,
    finish,
    test: () => server.ask('POST', `${path}/test`, { as, body: {} }),
    /** Proved, without a name server. */
    own: (domain: string) =>
      sql`insert into sso_domains (id, company_id, domain, token, verified_at)
        values (${uuid()}, ${companyId}, ${domain}, 'token', now())`.execute(server.database.db),
    /** Whom a message was sent to. */
    recipientsOf: async (subject: string): Promise<string[]> => {
      const { db } = server.database
      const rows = await db.selectFrom('messages').select('recipient').where('subject', 'like', subject).execute()
      return rows.map(({ recipient }) => recipient).toSorted()
    },
    /** As it was before anything was set up. */
    async reset(): Promise<void> {
      const { db } = server.database
      for (const table of ['sso_assertions', 'sso_domains', 'sso_connections', 'identities'])
        await sql`delete from ${sql.table(table)}`.execute(db)
    },
    empty: emptyConfiguration,
  }
}
