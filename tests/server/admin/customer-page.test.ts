/** The page of one customer: its figures, people, connectors, changes and notes, for the operator alone, and only of that company. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { CustomerChange, CustomerNote, CustomerPerson, CustomerSummary } from '#contract/admin/customer-page.ts'
import { createTestServer, emailOf, makeConnector, type Reply } from '../kit/test-server.ts'

const server = createTestServer()
const at = (id: string, part: string) => `/api/admin/customers/${id}/${part}`
const read = async <Body>(id: string, part: string) => (await server.ask('GET', at(id, part), { as: 'superA' })).json<Body>()
const summaryOf = (id: string) => read<CustomerSummary>(id, 'summary')
const add = (id: string, text: string, key = uuid()): Promise<Reply> =>
  server.ask('POST', at(id, 'notes'), { as: 'superA', key, body: { text } })

it('adds up what a company costs, owes and moves, and names its people and connectors', async () => {
  const { db } = server.database
  const { A, B } = server.companies
  const { connector } = await makeConnector(server, 'adminB')
  await makeConnector(server, 'adminA')
  const sums = { failed: 2, skipped: 0, unknown: 0, took_ms: 0, latencies: null }
  const ofConnector = { connector_id: connector._id, company_id: B, minute: new Date() }
  await db
    .insertInto('ledger_deltas')
    .values({ ...ofConnector, delivered: 8, ...sums })
    .execute()
  for (const [company, number, period, status] of [
    [B, 'INV-1', '2026-01-01', 'failed'],
    [B, 'INV-2', '2026-02-01', 'open'],
    [B, 'INV-3', '2026-03-01', 'paid'],
    [A, 'INV-4', '2026-01-01', 'open'],
  ])
    await sql`insert into invoices (id, company_id, number, status, period, period_end, invoice_date, due_at, currency, total, book_version,
        company_name, bill_name, paid_by, payment_type)
      values (${uuid()}, ${company}, ${number}, ${status}, ${period}::date, ${period}::date + 27, now(), now(), 'USD', 900, 1, '', '', '', 'Card')`.execute(
      db,
    )

  const summary = await summaryOf(B)
  expect(summary).toMatchObject({
    ...{ records: 10, failedRecords: 2, failing: 0, openRequests: 0, notes: [] },
    unpaid: [{ currency: 'USD', amount: 1_800, month: '2026-01-01', isFailed: true }],
    connectors: [{ id: connector._id, condition: 'draft', lastRun: null, records: 10, failed: 2 }],
    people: { total: 1, withoutSecondFactor: 1, first: [{ email: emailOf('adminB'), role: 'ADMIN', hasSecondFactor: false }] },
    invoices: { total: 3 },
  })
  expect(summary.bill).toMatchObject({ currency: 'USD', base: 0, total: 0 })
  expect(summary.usage.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), records: 8 })
  expect(summary.usage).toHaveLength(new Date().getUTCDate())
})

it('lists people by pages, administrators first, and says who uses a second factor', async () => {
  const { A } = server.companies
  await sql`insert into mfa_factors (user_id, company_id, method, enabled_at) values (${server.ids.userA}, ${A}, 'app', now())`.execute(
    server.database.db,
  )
  const { data, total } = await read<{ data: CustomerPerson[]; total: number }>(A, 'people')
  expect(data.map(({ role }) => role)).toEqual(['SUPER_ADMIN', 'ADMIN', 'USER', 'USER'])
  expect(total).toBe(4)
  expect(data.filter(({ hasSecondFactor }) => hasSecondFactor).map(({ id }) => id)).toEqual([server.ids.userA])
  expect((await read<{ data: unknown[] }>(A, 'people?page=2')).data).toEqual([])
})

it('says who set a limit and when, until it is that of the plan again', async () => {
  const { B } = server.companies
  const none = { connectors: null, members: null, records: null, calls: null }
  const limit = (limits: object) =>
    server.ask('PUT', at(B, 'limits'), { as: 'superA', body: { limits: { ...none, ...limits }, reason: 'Trial' } })
  await limit({ connectors: 5 })
  await limit({ connectors: 5, records: 9 })
  const setOf = async (name: string) => (await summaryOf(B)).limits.find((it) => it.limit === name)
  expect(await setOf('connectors')).toMatchObject({ own: 5, set: { by: 'superA Example' } })
  const [first, second] = [(await setOf('connectors'))?.set?.at ?? '', (await setOf('records'))?.set?.at ?? '']
  expect(first < second).toBe(true)
  await limit({})
  expect(await setOf('connectors')).toMatchObject({ own: null, set: null })
})

it('keeps notes with their author, once for a repeated call, and deletes one', async () => {
  const { B, A } = server.companies
  const key = uuid()
  const note = (await add(B, ' Pays late ', key)).json<CustomerNote>()
  expect(note).toMatchObject({ text: 'Pays late', by: 'superA Example' })
  await add(B, ' Pays late ', key)
  await add(B, 'Wants a second endpoint')
  expect((await summaryOf(B)).notes.map(({ text }) => text)).toEqual(['Wants a second endpoint', 'Pays late'])
  expect((await summaryOf(A)).notes).toEqual([])
  const remove = (company: string) => server.ask('DELETE', at(company, `notes/${note.id}`), { as: 'superA' })
  await remove(A)
  expect((await summaryOf(B)).notes).toHaveLength(2)
  for (const _ of [1, 2]) expect((await remove(B)).statusCode).toBe(200)
  expect((await summaryOf(B)).notes.map(({ text }) => text)).toEqual(['Wants a second endpoint'])
})

it('lists what was changed in the company without the values', async () => {
  const { B } = server.companies
  const { data } = await read<{ data: CustomerChange[] }>(B, 'audit-log')
  expect(data.map(({ action }) => action)).toContain('company.limitsChanged')
  for (const change of data) expect(Object.keys(change).toSorted()).toEqual(['action', 'actor', 'at', 'id', 'target'])
})

it('is for operators alone, and knows no other company', async () => {
  const { B } = server.companies
  for (const part of ['summary', 'people', 'connectors', 'audit-log']) {
    expect((await server.ask('GET', at(B, part), { as: 'adminB' })).statusCode).toBe(403)
    expect((await server.ask('GET', at(uuid(), part), { as: 'superA' })).statusCode).toBe(404)
  }
  expect((await server.ask('POST', at(B, 'notes'), { as: 'adminB', key: uuid(), body: { text: 'x' } })).statusCode).toBe(403)
})
