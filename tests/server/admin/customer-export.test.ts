/** The export of a company: everything of it and of nobody else, without secrets, recorded on both sides. */

import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { CompanyExport } from '#contract/admin/company-export.ts'
import { exportedTables, omittedTables } from '#server/features/admin/export/company-lines.repository.ts'
import { doExport } from '#server/features/admin/export/export-job.ts'
import { expireExports, exportRows } from '#server/features/admin/export/exports.repository.ts'
import { beginAttempt } from '#server/platform/jobs/job-rows.repository.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { createTestServer, emailOf, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()
/** Hashes of what was built, and a count. */
const harmless: Readonly<Record<string, readonly string[]>> = {
  ...{ connector_versions: ['hash'], deployments: ['hash'], ai_usage: ['tokens'] },
}
const path = (id: string) => `/api/admin/customers/${id}/export`
const exportOf = (id: string) => server.ask('POST', path(id), { as: 'superA', body: { reason: ' They leave ' } })
const linkTo = (id: string) => server.ask('POST', `${path(id)}/link`, { as: 'superA' })
const stateOf = async (id: string) =>
  (await server.ask('GET', path(id), { as: 'superA' })).json<{ export: CompanyExport | null }>().export
const never = new AbortController().signal
/** Does what the jobs would do now. */
async function makeFiles(signal = never) {
  const { db } = server.database
  await expireExports(db)
  const rows = await db.selectFrom('company_exports').select('id').where('status', '=', 'queued').execute()
  for (const { id } of rows) await doExport(db, id, { signal })
}

/** As a browser has it: by the link alone. */
async function download(id: string): Promise<string> {
  const { path: link } = (await linkTo(id)).json<{ path: string }>()
  const file = await server.app.inject({ method: 'GET', url: link })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/gzip'])
  return gunzipSync(file.rawPayload).toString('utf8')
}

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
  expect((await exportOf(B)).json()).toMatchObject({ status: 'queued', bytes: null })
  expect((await exportOf(B)).json()).toMatchObject({ code: 'company/export-running' })
  expect((await linkTo(B)).json()).toMatchObject({ code: 'company/export-gone' })
  await makeFiles()
  const body = await download(B)
  expect(await stateOf(B)).toMatchObject({ status: 'ready', lines: body.trimEnd().split('\n').length - 1 })
  const lines = body
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
  for (const foreign of [server.companies.A, ofA.connector._id, emailOf('adminA')]) expect(body).not.toContain(foreign)
  const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where company_id = ${B}
    union select encode(hash, 'base64') from api_keys where company_id = ${B} union select encode(hash, 'hex') from api_keys where company_id = ${B}`.execute(
    db,
  )
  expect(rows).toHaveLength(3)
  for (const hidden of [...rows.map(({ hash }) => hash), secret, 'sealed-words']) expect(body).not.toContain(hidden)

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

it('keeps the file for seven days, and a link for a minute', async () => {
  const { db } = server.database
  const { B } = server.companies
  const old = (await linkTo(B)).json<{ path: string }>().path
  const get = (url: string) => server.app.inject({ method: 'GET', url })
  expect((await get(old.replace(/key=.{8}/, 'key=00000000'))).statusCode).toBe(404)
  // Its content goes while it is downloaded: what is cut off is no whole file.
  const { rows } = await sql<{
    id: string
  }>`update company_export_parts set part = part + 100 where company_id = ${B} returning export_id as id`.execute(db)
  const recordedOf = async (companyId: string) => {
    const rows = await db
      .selectFrom('audit_events')
      .select('actor_id')
      .where('action', '=', 'company.exportDownloaded')
      .where('company_id', '=', companyId)
      .execute()
    return rows.map(({ actor_id: by }) => by)
  }
  expect(await recordedOf(B), 'the download, and neither of the links').toEqual([server.ids.superA])
  expect((await get(old)).statusCode).toBe(500)
  for (const companyId of [B, server.companies.A])
    expect(await recordedOf(companyId), 'also one that is cut off').toEqual([server.ids.superA, server.ids.superA])
  await sql`update company_export_parts set part = part - 100 where export_id = ${rows[0]?.id}`.execute(db)
  await sql`update company_exports set link_until = now() where company_id = ${B}`.execute(db)
  expect((await get(old)).json()).toMatchObject({ code: 'company/export-gone' })

  const expiresAt = Date.parse((await stateOf(B))?.expiresAt ?? '')
  expect(Math.round((expiresAt - Date.now()) / 86_400_000)).toBe(7)
  await sql`update company_exports set expires_at = now() where company_id = ${B}`.execute(db)
  await makeFiles()
  expect(await stateOf(B)).toMatchObject({ status: 'expired' })
  expect((await linkTo(B)).json()).toMatchObject({ code: 'company/export-gone' })
  expect(await db.selectFrom('company_export_parts').select('part').execute()).toEqual([])
})

it('writes nothing more of an attempt that another one has followed', async () => {
  const { db } = server.database
  const { B } = server.companies
  await exportOf(B)
  const { id } = await db.selectFrom('company_exports').select('id').where('status', '=', 'queued').executeTakeFirstOrThrow()
  // Each answer of the database comes late.
  const late = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await sleep(15)
      return result
    },
  })
  const slow = doExport(late, id, { signal: never })
  const attempts = async () =>
    (await db.selectFrom('company_exports').select('attempts').where('id', '=', id).executeTakeFirst())?.attempts
  await expect.poll(attempts).toBe(1)
  expect(await beginAttempt(db, exportRows, id)).toMatchObject({ attempts: 2 })
  await expect(slow).rejects.toThrow('Another attempt')
  expect(await stateOf(B)).toMatchObject({ status: 'queued' })
  await makeFiles()
  expect(await stateOf(B)).toMatchObject({ status: 'ready' })
})

it('begins a file again that was cut off, and gives up after three', async () => {
  const { A } = server.companies
  await exportOf(A)
  await expect(makeFiles(AbortSignal.abort())).rejects.toThrow('interrupted')
  expect(await stateOf(A)).toMatchObject({ status: 'queued' })
  await makeFiles()
  expect(await stateOf(A)).toMatchObject({ status: 'ready' })
  await exportOf(A)
  await sql`update company_exports set attempts = 3 where company_id = ${A} and status = 'queued'`.execute(server.database.db)
  await makeFiles()
  expect(await stateOf(A)).toMatchObject({ status: 'failed' })
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

it('decides of every table with rows of companies whether it is exported', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`.execute(
    server.database.db,
  )
  const decided = [...Object.keys(exportedTables), ...Object.keys(omittedTables)]
  expect(rows.map(({ name }) => name)).toEqual(decided.toSorted())
})
