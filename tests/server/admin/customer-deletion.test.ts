/** A company is deleted: told at once, taken back within the time of grace, and afterwards nothing in the database names it but its invoices. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, expect, it } from 'vitest'

import type { CustomerDetails } from '#contract/admin/customers.ts'
import { tablesOfCompanies } from '#server/features/admin/deletion/company-rows.repository.ts'
import { sweepRemovals } from '#server/features/admin/deletion/deletion.repository.ts'
import { doRemoval, removeFolders } from '#server/features/admin/deletion/removal.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { setBoss } from '#server/platform/database/job-queues.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { job, openJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { withSuperuser } from '../kit/databases.ts'
import { createTestServer, emailOf, password, type Reply } from '../kit/test-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-deletion-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const server = createTestServer({ dataDir })
const marker = 'Zanzibar-4711'
const path = (id: string) => `/api/admin/customers/${id}/deletion`
const run = <T>(statement: ReturnType<typeof sql<T>>) => statement.execute(server.database.db)
const plan = (id: string, name: string) =>
  server.ask('POST', path(id), { as: 'superA', key: uuid(), body: { reason: 'Contract ended', name } })
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const days = (at: string) => (Date.parse(at) - Date.now()) / 86_400_000
const signIn = async () => server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('adminB'), password } })

/** A row of the company in every table that has rows of companies, whatever it is for, with the marker in each text of it. */
async function fillEveryTable(companyId: string): Promise<number> {
  const tables = await tablesOfCompanies(server.database.db)
  const { rows: columns } = await run(
    sql<{ table: string; name: string; type: string }>`
    select a.attrelid::regclass::text as table, a.attname as name, format_type(a.atttypid, null) as type from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = '' order by a.attnum`,
  )
  const { rows: checks } = await run(
    sql<{ table: string; name: string }>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'c' and coninhcount = 0 and connamespace = 'public'::regnamespace and conrelid <> 'companies'::regclass`,
  )
  for (const { table, name } of checks) await run(sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}`)
  const sampleOf = (type: string) => {
    if (type === 'timestamp with time zone[]') return sql`array[now()]`
    if (type === 'uuid') return sql`gen_random_uuid()`
    if (type.startsWith('timestamp')) return sql`now()`
    if (type === 'date') return sql`current_date`
    if (type === 'boolean') return sql`true`
    if (type === 'bytea') return sql`${Buffer.from(marker)}::bytea`
    if (type.startsWith('json')) return sql`${JSON.stringify({ text: marker })}::text::${sql.raw(type)}`
    if (type === 'text') return sql`${marker}`
    if (type === 'text[]') return sql`array[${marker}]`
    if (type.endsWith('[]')) return sql`array[1]::${sql.raw(type)}`
    if (['integer', 'bigint', 'smallint', 'double precision', 'numeric', 'real'].includes(type)) return sql`1`
    return sql`(enum_range(null::${sql.raw(type)}))[1]`
  }
  let filled = 0
  const insertRows = async (tx: Transaction<Tables>) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const { name: table } of tables) {
      const own = columns.filter((column) => column.table === table)
      const names = sql.join(own.map(({ name }) => sql.ref(name)))
      const values = own.map(({ name, type }) => (name === 'company_id' ? sql`${companyId}::uuid` : sampleOf(type)))
      // A week of the ledger takes rows of its days only; the rest takes any.
      if (/_\d/.test(table)) continue
      await sql`insert into ${sql.raw(table)} (${names}) values (${sql.join(values)}) on conflict do nothing`.execute(tx)
      filled += 1
    }
  }
  await withSuperuser(server, ({ db }) => db.transaction().execute(insertRows))
  return filled
}

/** Tables with a row that holds the text anywhere, as text or as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await run(
    sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await run(
      sql<{ n: number }>`select count(*)::int as n from ${sql.raw(name)} x
      where x::text like ${`%${text}%`} or x::text like ${`%${Buffer.from(text).toString('hex')}%`}`,
    )
    if ((rows[0]?.n ?? 0) > 0) found.push(name)
  }
  return found
}

it('suspends a company at once, tells its administrators the day, and takes it back only within the time of grace', async () => {
  const id = server.companies.B
  expect(codeOf(await plan(id, 'Company A'))).toBe('company/name-differs')
  expect((await signIn()).statusCode).toBe(200)
  const planned = (await plan(id, ' Company B ')).json<CustomerDetails>()
  expect(planned).toMatchObject({ status: 'pendingDeletion', deletion: { by: 'superA Example', rows: 0, endedAt: null } })
  expect(days(planned.deletion?.dueAt ?? '')).toBeGreaterThan(29.9)
  expect(codeOf(await signIn())).toBe('company/suspended')
  expect(codeOf(await plan(id, 'Company B'))).toBe('company/wrong-status')
  expect(codeOf(await plan(server.companies.A, 'Company A'))).toBe('company/own')

  await doRemoval({ db: server.database.db }, id)
  const back = await server.ask('DELETE', path(id), { as: 'superA' })
  expect(back.json()).toMatchObject({ status: 'suspended', deletion: null, people: 1 })
  await server.ask('POST', `/api/admin/customers/${id}/reactivate`, { as: 'superA', key: uuid() })
  expect((await signIn()).statusCode).toBe(200)
  const mails = await server.database.db
    .selectFrom('messages')
    .select(['subject', 'body'])
    .where('company_id', '=', id)
    .orderBy('created_at')
    .execute()
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Company B will be deleted in Datacrane',
    'Company B will not be deleted in Datacrane',
    'Company B was reactivated in Datacrane',
  ])
  expect(mails[0]?.body).toContain(planned.deletion?.dueAt.slice(0, 10))
})

it('removes everything of a company in slices that go on where they were cut, and leaves the others alone', async () => {
  const { db } = server.database
  const id = uuid()
  await addCompany(db, { id, name: marker, workspaceName: marker })
  await plan(id, marker)
  await run(sql`insert into invoices (id, company_id, number, status, period, period_end, currency, total, book_version, company_name, bill_name,
      paid_by, payment_type) values (${uuid()}, ${id}, 'INV-1', 'draft', '2026-01-01', '2026-01-31', 'USD', 900, 1, 'Payer', 'Payer',
      ${`${marker} card`}, 'Card')`)
  await run(sql`insert into invoice_lines (invoice_id, company_id, position, type, description, connector_id, records, included, quantity, price,
      amount, source) select id, company_id, 1, 'records', ${`Delivered records: ${marker}`}, ${uuid()}, 1, 0, 1, 900, 900, ${marker} from invoices
      where company_id = ${id}`)
  await run(sql`update invoices set status = 'open' where company_id = ${id}`)
  const filled = await fillEveryTable(id)
  expect(filled).toBeGreaterThan(80)
  const others = await tablesWith(server.companies.A)
  for (const kind of ['archives', 'backups']) {
    mkdirSync(join(dataDir, kind, id), { recursive: true })
    mkdirSync(join(dataDir, kind, server.companies.A), { recursive: true })
    writeFileSync(join(dataDir, kind, id, 'x.ndjson.zst'), marker)
  }
  expect((await tablesWith(marker)).length).toBeGreaterThan(60)

  await run(sql`update company_deletions set due_at = now() where company_id = ${id}`)
  let slices = 0
  const jobs = async () =>
    (await sql`select from pgboss.job where name = 'company-removal' and singleton_key = ${id}`.execute(db)).rows
  const queue = { queue: 'company-removal', policy: 'standard', retries: 0, backoff: [1, 1], expire: 60 } as const
  const { boss } = await openJobs({ ...server, log: createLog('silent') }, [job({ ...queue, handle: async () => {} })])
  for (let time = 0; time < 2; time += 1) await sweepRemovals(db)
  setBoss(db, null)
  await boss.stop({ close: false })
  expect(await jobs()).toHaveLength(1)
  await expect(doRemoval({ db, isOver: () => ++slices > 40 }, id)).rejects.toThrow('interrupted')
  const cut = (await server.ask('GET', `/api/admin/customers/${id}`, { as: 'superA' })).json<CustomerDetails>()
  expect(cut).toMatchObject({ status: 'deleting', deletion: { endedAt: null } })
  expect(cut.deletion?.rows).toBeGreaterThan(5)
  expect(cut.deletion?.rows).toBeLessThan(filled)
  expect(codeOf(await server.ask('DELETE', path(id), { as: 'superA' }))).toBe('company/wrong-status')

  // Two processes at once.
  await Promise.all([doRemoval({ db }, id), doRemoval({ db }, id)])
  await doRemoval({ db }, id)
  await removeFolders({ db, dataDir })
  // The operator's own record, that it was deleted, and its invoices.
  expect(await tablesWith(id)).toEqual([
    'audit_events',
    'companies',
    'company_deletions',
    'idempotency_keys',
    'invoice_lines',
    'invoices',
  ])
  // What the operator typed to confirm is in the answers that are kept for repeats, for a day.
  expect(await tablesWith(marker)).toEqual(['idempotency_keys'])
  for (const kind of ['archives', 'backups']) {
    expect(existsSync(join(dataDir, kind, id))).toBe(false)
    expect(existsSync(join(dataDir, kind, server.companies.A))).toBe(true)
  }
  expect(await tablesWith(server.companies.A)).toEqual(others)
  const gone = (await server.ask('GET', `/api/admin/customers/${id}`, { as: 'superA' })).json<CustomerDetails>()
  expect(gone).toMatchObject({ status: 'deleted', name: 'Deleted company', people: 0, administrators: [] })
  const listed = await server.ask('GET', '/api/admin/customers?limit=100', { as: 'superA' })
  expect(listed.body).not.toContain(id)
  const { rows } = await run(sql<object>`select number, bill_name, paid_by, total from invoices where company_id = ${id}`)
  expect(rows).toEqual([{ number: 'INV-1', bill_name: 'Payer', paid_by: 'Card', total: 900 }])
})

it('removes nothing of a company that is not being deleted', async () => {
  const { B } = server.companies
  await expect(run(sql`select remove_rows_of_company(${B}, 'users'::regclass, 10)`)).rejects.toThrow('not deleted')
  await expect(run(sql`select anonymize_invoices(${B})`)).rejects.toThrow('not deleted')
})
