/** Which visitor may do what with the settings of company A and what they lead to, for `matrix-table.ts`. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { aiFields, aiProviders } from '#contract/settings/ai/ai-limits.ts'
import { addUser } from '#server/features/auth/users.repository.ts'
import { password, type TestServer } from '../kit/test-server.ts'
import { networkCalls } from './matrix-network.ts'
import { ssoCalls } from './matrix-sso.ts'
import { webhookCalls } from './matrix-webhooks.ts'

/** Nothing is switched on, so that nobody is asked. */
const aiValue = {
  ...{ assistantProvider: 'built-in', allowPayloads: false, tokensADay: 1_000 },
  ...Object.fromEntries(aiProviders.map((it) => [it, { ...aiFields[it], apiKey: '', enabled: false }])),
}

export const settingsCalls = {
  ...webhookCalls,
  ...ssoCalls,
  ...networkCalls,
  'GET /api/system-settings': { of: 'admins' },
  'PUT /api/system-settings': { of: 'admins', body: { revisions: {} } },
  'POST /api/system-settings/ip-whitelist': {
    of: 'admins',
    body: { ipAddress: '127.0.0.1', subnet: '', description: '', enabled: true },
  },
  'DELETE /api/system-settings/ip-whitelist/:id': { of: 'admins' },
  'GET /api/system-settings/ai-integrations': { of: 'admins' },
  'PUT /api/system-settings/ai-integrations': { of: 'admins', body: { value: aiValue, revision: 99 }, answer: 409 },
  'POST /api/system-settings/ai-integrations/test': {
    of: 'admins',
    body: { provider: 'openai', value: aiValue },
    answer: 400,
  },
  'GET /api/system-settings/address-check': { of: 'admins' },
  'GET /api/system-settings/blocked-addresses': { of: 'admins' },
  'GET /api/system-settings/provisioning': { of: 'admins' },
  'POST /api/system-settings/provisioning/token': { of: 'admins', body: { password } },
  // There is no token; its own tests have the rest.
  'POST /api/system-settings/provisioning/revoke': { of: 'admins', body: { password }, answer: 409 },
  'PUT /api/system-settings/provisioning/groups/:id': { of: 'scimGroup', body: { password, role: null } },
  'GET /api/system-settings/network/usage': { of: 'admins' },
  'GET /api/system-settings/retention/preview': { of: 'admins' },
  'GET /api/system-settings/retention/reports': { of: 'admins' },
  // The policy keeps what it would remove; its own tests have one that does not.
  'POST /api/system-settings/retention/reports/:id/confirm': { of: 'retention', answer: 409 },
  'GET /api/system-settings/retention/people': { of: 'admins' },
  'POST /api/system-settings/retention/people/:id/request': { of: 'duePerson' },
  'POST /api/system-settings/retention/people/:id/decide': { of: 'requestedPerson', body: { approve: false } },
  'GET /api/system-settings/retention/backups': { of: 'admins' },
  'POST /api/system-settings/retention/backups': { of: 'admins' },
  'POST /api/system-settings/retention/backups/:id/restore': { of: 'retention', body: { connectorId: null }, answer: 409 },
  'GET /api/system-settings/retention/backups/:id/file': { of: 'retention', answer: 409 },
  // Its file is not there; its own test has one.
  'GET /api/system-settings/retention/archives/:id': { of: 'retention', answer: 409 },
} as const

/** A removal of company A that waits, and its archive, which has the same id. */
export async function retentionOfA(server: TestServer): Promise<string> {
  const { db } = server.database
  const [id, company] = [uuid(), server.companies.A]
  await sql`insert into retention_reports (id, company_id, area, status, began_at, cutoff, due, total)
    values (${id}, ${company}, 'integrationLogs', 'held', now(), now(), 1, 1)`.execute(db)
  await sql`insert into retention_archives (id, company_id, report_id, area, records, bytes, sha256)
    values (${id}, ${company}, ${id}, 'integrationLogs', 1, 1, '')`.execute(db)
  await sql`insert into company_backups (id, company_id, records, bytes, sha256, connectors)
    values (${id}, ${company}, 1, 1, '', '[]')`.execute(db)
  return id
}

/** A group that the identity provider of company A has sent. */
export async function scimGroupOfA({ database: { db }, companies }: TestServer): Promise<string> {
  const id = uuid()
  await db.insertInto('scim_groups').values({ id, company_id: companies.A, name: id }).execute()
  return id
}

/** A member of company A who left long ago. */
export async function duePersonOfA(server: TestServer, isRequested: boolean): Promise<string> {
  const { db } = server.database
  const [id, company] = [uuid(), server.companies.A]
  const names = { id, companyId: company, firstName: 'Gone', lastName: 'Long', email: `${id}@example.test` }
  await addUser(db, { ...names, role: 'USER', passwordHash: '' })
  await sql`update users set active = false, updated_at = now() - interval '10 years' where id = ${id}`.execute(db)
  if (isRequested)
    await sql`insert into retention_requests (id, company_id, member_id, status, expires_at)
      values (${uuid()}, ${company}, ${id}, 'requested', now() + interval '1 day')`.execute(db)
  return id
}
