/** How people are asked in, and come, in tests. */
import { sql } from 'kysely'
import { newestToken } from './mailbox.ts'
import type { House, Who } from './test-server.ts'

export const page = '/accept-invitation'
export const strong = 'Correct horse 9!'
export const person = { firstName: 'Mary', lastName: 'Ward', password: strong }
export const dead = { status: 404, code: 'invitation/dead' }

export type Invited = { readonly email: string; readonly token: string; readonly memberId: string }

export const pathOf = (house: House, as: Who) => `/api/users/${house.ids[as]}/team-members`
export const send = (house: House, as: Who, body: object, key?: string) =>
  house.ask('POST', `${pathOf(house, as)}/invite`, { as, body, ...(key === undefined ? {} : { key }) })
export const revoke = (house: House, as: Who, memberId: string) =>
  house.ask('DELETE', `${pathOf(house, as)}/${memberId}/invite`, { as })
export const look = (house: House, token: string) => house.ask('POST', '/api/invitations/look', { body: { token } })
export const accept = (house: House, token: string, changes: object = {}) =>
  house.ask('POST', '/api/invitations/accept', { body: { token, ...person, ...changes } })
export const signIn = (house: House, email: string, password = strong) =>
  house.ask('POST', '/api/auth/sign-in', { body: { email, password } })

let made = 0
export async function invite(house: House, as: Who = 'adminA', role: 'USER' | 'ADMIN' = 'USER'): Promise<Invited> {
  made += 1
  const email = `Guest${made}@example.test`
  const reply = await send(house, as, { email, role })
  if (reply.statusCode !== 201) throw new Error(reply.body)
  const { memberId } = reply.json<{ memberId: string }>()
  return { email, memberId, token: await newestToken(house, email, page) }
}
export const statusOf = async ({ database }: House, id: string) =>
  (await sql<{ status: string }>`select status from invitations where id = ${id}`.execute(database.db)).rows[0]?.status
export const peopleWith = async ({ database }: House, email: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select company_id, role, confirmed, first_name from users where lower(email) = lower(${email})`.execute(database.db)
  ).rows
