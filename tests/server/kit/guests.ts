/** How people are asked in, and come, in tests. */
import { sql } from 'kysely'
import { newestToken } from './mailbox.ts'
import type { TestServer, Who } from './test-server.ts'

export const page = '/accept-invitation'
export const strong = 'Correct horse 9!'
export const person = { firstName: 'Mary', lastName: 'Ward', password: strong }
export const dead = { status: 404, code: 'invitation/dead' }

export type Invited = { readonly email: string; readonly token: string; readonly memberId: string }

export const pathOf = (server: TestServer, as: Who) => `/api/users/${server.ids[as]}/team-members`
export const send = (server: TestServer, as: Who, body: object, key?: string) =>
  server.ask('POST', `${pathOf(server, as)}/invite`, { as, body, ...(key === undefined ? {} : { key }) })
export const revoke = (server: TestServer, as: Who, memberId: string) =>
  server.ask('DELETE', `${pathOf(server, as)}/${memberId}/invite`, { as })
export const look = (server: TestServer, token: string) => server.ask('POST', '/api/invitations/look', { body: { token } })
export const accept = (server: TestServer, token: string, changes: object = {}) =>
  server.ask('POST', '/api/invitations/accept', { body: { token, ...person, ...changes } })
export const signIn = (server: TestServer, email: string, password = strong) =>
  server.ask('POST', '/api/auth/sign-in', { body: { email, password } })

let made = 0
export async function invite(server: TestServer, as: Who = 'adminA', role: 'USER' | 'ADMIN' = 'USER'): Promise<Invited> {
  made += 1
  const email = `Guest${made}@example.test`
  const reply = await send(server, as, { email, role })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  const { memberId } = reply.json<{ memberId: string }>()
  return { email, memberId, token: await newestToken(server, email, page) }
}
export const statusOf = async ({ database }: TestServer, id: string) =>
  (await sql<{ status: string }>`select status from invitations where id = ${id}`.execute(database.db)).rows[0]?.status
export const peopleWith = async ({ database }: TestServer, email: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select company_id, role, confirmed, first_name from users where lower(email) = lower(${email})`.execute(database.db)
  ).rows
