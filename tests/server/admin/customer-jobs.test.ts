/** One action on many companies: done by the server, stopped, gone on with, and taken over from a process that died. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { CustomerJob } from '#contract/admin/customer-jobs.ts'
import { anyCustomer } from '../contract/matrix-admin.ts'
import { createTestServer, type Reply } from '../kit/test-server.ts'

const server = createTestServer()
const path = '/api/admin/customer-jobs'
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const start = (body: object) => server.ask('POST', path, { as: 'superA', key: uuid(), body })
const newest = async () => (await server.ask('GET', path, { as: 'superA' })).json<{ job: CustomerJob | null }>().job
const move = (how: 'stop' | 'retry', id = '') => server.ask('POST', `${path}/${id}/${how}`, { as: 'superA' })
async function ended() {
  await server.doBulkActions()
  expect((await newest())?.status).toBe('done')
}
const statusOf = async (id: string) =>
  (await server.database.db.selectFrom('companies').select('status').where('id', '=', id).executeTakeFirst())?.status

it('changes each company by itself, records it as if it were done alone, and tries those again that failed', async () => {
  expect(await newest()).toBeNull()
  const [one, other] = [await anyCustomer(server), await anyCustomer(server)]
  expect(codeOf(await start({ action: 'suspend', ids: [one] }))).toBe('request/malformed')
  // The company of an operator is not suspended.
  const ids = [one, server.companies.A, other]
  expect((await start({ action: 'suspend', reason: ' Unpaid ', ids })).json()).toMatchObject({ status: 'running', total: 3 })
  await ended()
  expect(await newest()).toMatchObject({
    changed: 2,
    failed: 1,
    waiting: 0,
    failures: [{ id: server.companies.A, name: 'Company A' }],
  })
  expect([await statusOf(one), await statusOf(other)]).toEqual(['suspended', 'suspended'])
  const { rows } = await sql<{ company: string; after: string }>`
    select company_id as company, after from audit_events where action = 'company.suspended' and target_id = ${one} order by company_id = ${one}`.execute(
    server.database.db,
  )
  expect(rows.map(({ company }) => company)).toEqual([server.companies.A, one])
  expect(rows[0]?.after).toContain('Unpaid')

  const job = await newest()
  expect((await move('retry', job?.id)).statusCode).toBe(200)
  await ended()
  expect(await newest()).toMatchObject({ changed: 2, failed: 1 })
  expect(codeOf(await move('stop', job?.id))).toBe('bulk/status')
  expect(codeOf(await move('stop', uuid()))).toBe('bulk/not-found')
})

it('runs one at a time, stops where it is told to, and goes on where it was cut off', async () => {
  const { db } = server.database
  const [one, other] = [await anyCustomer(server), await anyCustomer(server)]
  // As a process leaves it that died after it had changed the first company, and before it could say so.
  const id = uuid()
  await sql`insert into bulk_jobs (id, kind, lane, company_id, user_id, form, lease_until)
    values (${id}, 'customers', 'customers', ${server.companies.A}, ${server.ids.superA}, '{"action": "suspend", "reason": "x"}', now() + interval '1 hour')`.execute(
    db,
  )
  await sql`insert into bulk_job_items (job_id, place, target_id, status) values (${id}, 1, ${one}, 'begun'), (${id}, 2, ${other}, 'waiting')`.execute(
    db,
  )
  await sql`update companies set status = 'suspended', suspended_reason = 'x' where id = ${one}`.execute(db)
  expect(codeOf(await start({ action: 'reactivate', ids: [one] }))).toBe('bulk/running')
  expect((await move('stop', id)).json()).toMatchObject({ status: 'stopped', waiting: 2 })
  expect(await statusOf(other)).toBe('active')
  const second = uuid()
  await sql`insert into users (id, company_id, email, password_hash, first_name, last_name, role, active, confirmed)
    values (${second}, ${server.companies.A}, 'second@operator.test', '', 'Second', 'Operator', 'SUPER_ADMIN', true, true)`.execute(
    db,
  )
  await sql`update bulk_jobs set user_id = ${second} where id = ${id}`.execute(db)
  expect((await move('retry', id)).statusCode).toBe(200)
  await ended()
  expect(await newest()).toMatchObject({ id, changed: 2, failed: 0, startedBy: 'superA Example' })
  const by = await db
    .selectFrom('audit_events')
    .select('actor_id')
    .where('target_id', '=', other)
    .where('action', '=', 'company.suspended')
    .execute()
  expect(new Set(by.map(({ actor_id: who }) => who)), 'who went on with it').toEqual(new Set([server.ids.superA]))
  expect(await statusOf(other)).toBe('suspended')
})
