/** An identity provider that speaks SCIM with the token of a company. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { NewScimToken } from '#contract/settings/scim/provisioning.ts'
import { putScimToken } from '#server/features/settings/scim/scim-tokens.repository.ts'
import { keyHash } from '#server/platform/security/api-keys.repository.ts'
import { password, type Reply, type TestServer } from '../kit/test-server.ts'

export const core = 'urn:ietf:params:scim:schemas:core:2.0'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type ScimUser = {
  readonly id: string
  readonly userName: string
  readonly active: boolean
  readonly externalId?: string
  readonly name: { readonly givenName: string; readonly familyName: string }
  readonly groups: readonly { readonly value: string }[]
  readonly meta: { readonly version: string; readonly location: string }
}
export type ScimGroup = { readonly id: string; readonly displayName: string; readonly members: { readonly value: string }[] }
export type ScimList<T> = {
  readonly totalResults: number
  readonly startIndex: number
  readonly itemsPerPage: number
  readonly Resources: T[]
}

/** A domain that a company has proved: provisioning creates people there only. */
export async function proveDomain(server: TestServer, company: 'A' | 'B', domain: string): Promise<void> {
  const row = { id: randomUUID(), company_id: server.companies[company], domain, token: 'proved', verified_at: new Date() }
  await server.database.db
    .insertInto('sso_domains')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A token that is put there, for tests that are not about how it is made. */
export async function tokenOf(server: TestServer, company: 'A' | 'B'): Promise<string> {
  await proveDomain(server, company, company === 'A' ? 'example.test' : 'b.example.test')
  const secret = `dcs_${randomBytes(32).toString('hex')}`
  const userId = server.ids[company === 'A' ? 'adminA' : 'adminB']
  await putScimToken(
    server.database.db,
    { companyId: server.companies[company], userId, hash: keyHash(secret), prefix: 'dcs_' },
    24,
  )
  return secret
}

export const speaker =
  (server: TestServer, token: () => string) =>
  (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    server.ask(method, `/scim/v2${path}`, {
      headers: {
        authorization: `Bearer ${token()}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      body,
    })
export type Speak = ReturnType<typeof speaker>

export async function createUser(speak: Speak, userName: string, more: object = {}): Promise<ScimUser> {
  const name = { givenName: 'Barbara', familyName: 'Jensen' }
  const reply = await speak('POST', '/Users', { schemas: [`${core}:User`], userName, name, ...more })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<ScimUser>()
}

export const patched = (speak: Speak, path: string, ...operations: readonly object[]) =>
  speak('PATCH', path, { schemas: [patchSchema], Operations: operations })

export async function makeToken(server: TestServer): Promise<NewScimToken> {
  const reply = await server.ask('POST', '/api/system-settings/provisioning/token', { as: 'adminA', body: { password } })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json<NewScimToken>()
}
