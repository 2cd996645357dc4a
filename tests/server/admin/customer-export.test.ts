/** The export of a company: everything of it and of nobody else, without secrets, recorded on both sides. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import { exportedTables } from '#server/features/admin/export/company-lines.repository.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { createTestServer, emailOf, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
/** Hashes of what was built, and a count. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  ...{ connector_versions: ['hash'], deployments: ['hash'], ai_usage: ['tokens'] },
}
const exportOf = (id: string) =>
  server.ask('POST', `/api/admin/customers/${id}/export`, { as: 'superA', body: { reason: ' They leave ' } })

it('holds what a company has built and recorded, and no secret of it', async () => {
  const { db } = server.database
  const { B } = server.companies
  const { connector } = await makeConnector(server, 'adminB')
  const ofA = await makeConnector(server, 'adminA')
  const { secret } = (await server.ask('POST', '/api-keys', { as: 'adminB', body: keyForm })).json<{ secret: string }>()
  await sql`insert into company_settings (company_id, section, revision, value)
    values (${B}, 'emailConfiguration', 1, '{"smtp": {"host": "mail.b.test", "password": {"ciphertext": "sealed-words", "last4": ""}}}')`.execute(
    db,
  )
  // More rows than are read at once.
  await sql`insert into mapping_rules (id, company_id, rule)
    select gen_random_uuid(), ${B}, json_build_object('name', 'rule ' || n) from generate_series(1, 1203) n`.execute(db)
  const reply = await exportOf(B)
  expect(reply.statusCode).toBe(200)
  const lines = reply.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const of = (kind: string) => lines.filter((line) => line['kind'] === kind)
  expect(lines[0]).toMatchObject({ kind: 'company', id: B, name: 'Company B' })
  expect(lines.at(-1)).toEqual({ kind: 'end', lines: lines.length - 1 })
  expect(of('connectors')).toMatchObject([{ id: connector._id }])
  expect(of('users')).toMatchObject([{ email: emailOf('adminB') }])
  expect(new Set(of('mapping_rules').map(({ id }) => id)).size).toBe(1203)
  expect(of('change').length).toBeGreaterThan(1)
  for (const foreign of [server.companies.A, ofA.connector._id, emailOf('adminA')]) expect(reply.body).not.toContain(foreign)
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where company_id = ${B}
    union select encode(hash, 'base64') from api_keys where company_id = ${B} union select encode(hash, 'hex') from api_keys where company_id = ${B}`.execute(
    db,
  )
  expect(rows).toHaveLength(3)
  for (const hidden of [...rows.map(({ hash }) => hash), secret, 'sealed-words']) expect(reply.body).not.toContain(hidden)

  for (const companyId of [B, server.companies.A]) {
    const { after } = await db
      .selectFrom('audit_events')
      .select('after')
      .where('company_id', '=', companyId)
      .where('action', '=', 'company.exported')
      .executeTakeFirstOrThrow()
    expect(after).toBe('{"reason":"They leave"}')
  }
  const mail = await db.selectFrom('messages').select('body').where('company_id', '=', B).executeTakeFirst()
  expect(mail?.body).toContain('Reason: They leave')
  expect((await exportOf(uuid())).json()).toMatchObject({ code: 'company/not-found' })
})

it('names no table that is not there, and leaves out every column that is called like a secret', async () => {
  const { rows } = await sql<{ table: string; name: string }>`
    select a.attrelid::regclass::text as table, a.attname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0`.execute(server.database.db)
  const known = new Map(Object.keys(exportedTables).map((table) => [table, rows.filter((row) => row.table === table)]))
  for (const [table, columns] of known) {
    const names = columns.map(({ name }) => name)
    expect(names, table).toEqual(expect.arrayContaining(['company_id', ...(exportedTables[table] ?? [])]))
    const shown = names.filter((name) => !exportedTables[table]?.includes(name))
    const suspicious = shown.filter((name) => /hash|secret|cipher|token|private|public_key/.test(name))
    expect(suspicious, table).toEqual(harmless[table] ?? [])
  }
})
