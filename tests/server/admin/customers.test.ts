/** Companies of the installation: found and sorted by the server; suspended on every channel, and going on where they stopped. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'

import type { MatchingCustomers } from '#contract/admin/customer-bulk.ts'
import type { Customer, CustomerDetails } from '#contract/admin/customers.ts'
import { addCompany } from '#server/features/auth/companies.repository.ts'
import { endpointsWithDeliveries } from '#server/features/settings/webhook-delivery.repository.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { claimRun, lookAtRuns } from '#server/records/runs/run-leases.repository.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { published } from '../contract/matrix-ids.ts'
import { webhookOfA } from '../contract/matrix-webhooks.ts'
import { createTestServer, emailOf, goodConfig, makeConnector, password, type Reply } from '../kit/test-server.ts'

const server = createTestServer()
const list = async (query = '') =>
  (await server.ask('GET', `/api/admin/customers${query}`, { as: 'superA' })).json<{ data: Customer[]; total: number }>()
const move = (what: 'suspend' | 'reactivate', id: string, body?: object) =>
  server.ask('POST', `/api/admin/customers/${id}/${what}`, { as: 'superA', key: uuid(), body })
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const namesOf = ({ data }: { readonly data: readonly Customer[] }) => data.map(({ name }) => name)

it('lists companies by page, searched and sorted; those with alerts come first', async () => {
  const { db } = server.database
  for (const name of ['Zebra', 'Alder']) await addCompany(db, { id: uuid(), name, workspaceName: name })
  const { connector } = await makeConnector(server, 'adminB')
  const whose = { connector_id: connector._id, company_id: server.companies.B }
  await db
    .insertInto('alarms')
    .values({ ...whose, kind: 'late', state: 'raised', since: new Date(), reason: '', next: '', figures: '[]' })
    .execute()
  const sums = { failed: 3, skipped: 0, unknown: 0, took_ms: 0, latencies: null }
  await db
    .insertInto('ledger_deltas')
    .values({ ...whose, minute: new Date(), delivered: 7, ...sums })
    .execute()
  await sql`insert into invoices (id, company_id, number, status, period, period_end, invoice_date, due_at, currency, total, book_version,
      company_name, bill_name, paid_by, payment_type)
    values (${uuid()}, ${server.companies.B}, 'INV-1', 'open', '2026-01-01', '2026-01-31', now(), now(), 'USD', 900, 1, '', '', '', 'Card'),
      (${uuid()}, ${server.companies.A}, 'INV-2', 'paid', '2026-01-01', '2026-01-31', now(), now(), 'USD', 900, 1, '', '', '', 'Card')`.execute(
    db,
  )
  const invoices = await server.ask('GET', `/api/billing/operator/invoices?companyId=${server.companies.B}`, { as: 'superA' })
  expect(invoices.json()).toMatchObject({ total: 1, data: [{ number: 'INV-1' }] })
  const all = await list()
  expect(namesOf(all)).toEqual(['Company B', 'Alder', 'Company A', 'Zebra'])
  expect(all.data[0]).toMatchObject({
    people: 1,
    connectors: 1,
    alerts: 1,
    records: 7,
    attempts: 10,
    failedAttempts: 3,
    status: 'active',
    openInvoices: 1,
  })
  expect(namesOf(await list('?sort=name&direction=descending&limit=2'))).toEqual(['Zebra', 'Company B'])
  for (const sort of ['plan', 'people', 'connectors', 'records', 'lastActive', 'status', 'invoices'])
    expect((await list(`?sort=${sort}`)).data).toHaveLength(4)
  expect(namesOf(await list('?sort=people&direction=descending'))[0]).toBe('Company A')
  expect(namesOf(await list('?sort=records&direction=descending'))[0]).toBe('Company B')
  expect(await list('?search=%20ZEB')).toMatchObject({ total: 1, data: [{ name: 'Zebra', lastActiveAt: null }] })
})

it('names the paid plan that a sign-up asked for until a plan is set', async () => {
  const { db } = server.database
  const id = uuid()
  await addCompany(db, { id, name: 'Asking', workspaceName: 'Asking', productTier: 'Basic', requestedTier: 'Professional' })
  const asking = async () => (await list('?search=asking')).data.map(({ plan, requestedPlan }) => [plan, requestedPlan])
  expect(await asking()).toEqual([['Basic', 'Professional']])
  const details = await server.ask('GET', `/api/admin/customers/${id}`, { as: 'superA' })
  expect(details.json()).toMatchObject({ plan: 'Basic', requestedPlan: 'Professional' })
  await sql`update companies set product_tier = 'Professional' where id = ${id}`.execute(db)
  expect(await asking()).toEqual([['Professional', null]])
})

it('suspends a company on every channel, and everything goes on after it was reactivated', async () => {
  const { db } = server.database
  const id = server.companies.B
  const key = (await server.ask('POST', '/api-keys', { as: 'adminB', body: keyForm })).json<{ secret: string }>().secret
  const byKey = () => server.ask('GET', '/api/billing/usage', { headers: { authorization: `Bearer ${key}` } })
  const bySession = () => server.ask('GET', '/api/billing/usage', { as: 'adminB' })
  const signIn = () => server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('adminB'), password } })
  expect([(await byKey()).statusCode, (await bySession()).statusCode]).toEqual([200, 200])

  const { connector } = await makeConnector(server, 'adminB')
  const version = { companyId: id, connectorId: connector._id }
  await addVersion(db, { ...version, config: goodConfig, authorId: server.ids.adminB })
  const run = {
    company_id: id,
    connector_id: connector._id,
    version: 1,
    trigger: 'manual',
    status_reason: '',
    status_next: '',
  } as const
  await db
    .insertInto('runs')
    .values({ ...run, id: uuid(), status: 'queued', checkpoint: '{}' })
    .execute()
  const claimed = await claimRun(db, 'engine', 60_000)
  expect(claimed?.connectorId).toBe(connector._id)

  expect((await move('suspend', id, { reason: ' Unpaid invoices ' })).json()).toMatchObject({
    status: 'suspended',
    suspension: { reason: 'Unpaid invoices', by: 'superA Example' },
  })
  for (const reply of [await byKey(), await bySession(), await signIn()]) {
    expect([reply.statusCode, codeOf(reply)]).toEqual([401, 'company/suspended'])
  }
  const graph = { query: '{ connectorOverview { total } }' }
  expect((await server.ask('POST', '/graphql', { as: 'adminB', body: graph })).body).toContain('company/suspended')
  // Its run is held like a paused one, and claimed by nobody until then.
  expect(await lookAtRuns(db, 'engine')).toMatchObject([{ status: 'paused' }])
  await db.updateTable('runs').set({ owner: null, lease_until: null }).execute()
  expect(await claimRun(db, 'engine', 60_000)).toBeNull()
  expect(codeOf(await move('suspend', id, { reason: 'x' }))).toBe('company/wrong-status')

  expect((await move('reactivate', id)).json()).toMatchObject({ status: 'active', suspension: null })
  for (const reply of [await byKey(), await bySession(), await signIn()]) expect(reply.statusCode).toBe(200)
  expect((await claimRun(db, 'engine', 60_000))?.id).toBe(claimed?.id)
  const subjects = await db
    .selectFrom('messages')
    .select(['subject', 'recipient'])
    .where('company_id', '=', id)
    .orderBy('created_at')
    .execute()
  expect(subjects).toEqual([
    { subject: 'Company B was suspended in Datacrane', recipient: emailOf('adminB') },
    { subject: 'Company B was reactivated in Datacrane', recipient: emailOf('adminB') },
  ])
  for (const companyId of [id, server.companies.A]) {
    const rows = await db.selectFrom('audit_events').select('action').where('company_id', '=', companyId).execute()
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['company.suspended', 'company.reactivated']))
  }
})

it('holds outgoing webhooks of a suspended company, and never suspends the company of an operator', async () => {
  const { db } = server.database
  const { id: endpoint } = await webhookOfA(server)
  await db
    .insertInto('webhook_deliveries')
    .values({
      id: uuid(),
      company_id: server.companies.A,
      endpoint_id: endpoint ?? '',
      event_id: 'evt',
      type: 'webhook.test',
      payload: '{}',
    })
    .execute()
  expect(await endpointsWithDeliveries(db, server.companies.A)).toContain(endpoint)
  await db
    .updateTable('companies')
    .set({ status: 'suspended', suspended_reason: 'x' })
    .where('id', '=', server.companies.A)
    .execute()
  expect(await endpointsWithDeliveries(db, server.companies.A)).not.toContain(endpoint)
  await db
    .updateTable('companies')
    .set({ status: 'active', suspended_reason: null })
    .where('id', '=', server.companies.A)
    .execute()
  expect(codeOf(await move('suspend', server.companies.A, { reason: 'x' }))).toBe('company/own')
})

it('holds a company to limits of its own, in place of those of its plan', async () => {
  const id = server.companies.B
  const none = { connectors: null, members: null, records: null, calls: null }
  const limit = async (limits: object) =>
    (
      await server.ask('PUT', `/api/admin/customers/${id}/limits`, {
        as: 'superA',
        body: { limits: { ...none, ...limits }, reason: ' Trial ' },
      })
    ).json<CustomerDetails>()
  const make = () =>
    server.ask('POST', '/api-connectors/', { as: 'adminB', body: { connector: { name: 'x' }, config: goodConfig } })
  const invite = () =>
    server.ask('POST', `/api/users/${server.ids.adminB}/team-members/invite`, {
      as: 'adminB',
      body: { email: `${uuid()}@b.test`, role: 'USER' },
    })
  const usage = async () =>
    (await server.ask('GET', '/api/billing/usage', { as: 'adminB' })).json<{ connectors: { max: number } }>()

  const limited = await limit({ connectors: 0, members: 1, records: 0 })
  expect(limited.limits).toMatchObject([{ limit: 'connectors', own: 0 }, { own: 1 }, { own: 0 }, { limit: 'calls', own: null }])
  expect((await usage()).connectors.max).toBe(0)
  expect(codeOf(await make())).toBe('quota/connectors')
  expect(codeOf(await invite())).toBe('quota/members')
  // Runs that wait are held until the limit is raised.
  const holds = () => server.database.db.selectFrom('run_holds').select('cause').where('company_id', '=', id).execute()
  expect(await holds()).toEqual([{ cause: 'records' }])

  await limit({ calls: 2 })
  expect(await holds()).toEqual([])
  const calls = [await make(), await invite(), await invite()]
  expect(calls.map(({ statusCode }) => statusCode)).toEqual([201, 201, 429])
  expect(codeOf(await server.ask('GET', '/api/billing/usage', { as: 'adminB' }))).toBe('quota/calls')
  const back = await limit({})
  expect(back.limits.map(({ own }) => own)).toEqual([null, null, null, null])
  expect((await usage()).connectors.max).toBeGreaterThan(1)
})

it('finds the companies for one action on all of them, and changes the plan or what is offered of each', async () => {
  const { db } = server.database
  const { A, B } = server.companies
  const matching = async (query: string) =>
    (await server.ask('GET', `/api/admin/matching-customers${query}`, { as: 'superA' })).json<MatchingCustomers>()
  expect(await matching('?search=company')).toMatchObject({
    total: 2,
    data: [
      { id: A, isOperator: true },
      { id: B, isOperator: false },
    ],
  })
  expect(await matching('?status=suspended')).toEqual({ data: [], total: 0 })
  const plan = (id: string, to: string) =>
    server.ask('PUT', `/api/admin/customers/${id}/plan`, { as: 'superA', body: { plan: to, reason: 'Contract' } })
  expect((await plan(B, 'Enterprise')).json()).toMatchObject({ plan: 'Enterprise' })
  expect((await plan(B, 'Enterprise')).json()).toMatchObject({ plan: 'Enterprise' })
  const changes = await db.selectFrom('audit_events').select('after').where('action', '=', 'billing.planChanged').execute()
  expect(changes.filter(({ after }) => after?.includes('Contract'))).toHaveLength(2)
  await sql`insert into connectors (id, company_id, owner_id, name, profile, config_id, draft, status, status_before, status_reason, status_next)
    select gen_random_uuid(), ${B}, ${server.ids.adminB}, 'x', '{}', gen_random_uuid(), '{}', 'Draft', 'Draft', '', '' from generate_series(1, 101)`.execute(
    db,
  )
  expect((await plan(B, 'Basic')).json()).toMatchObject({
    code: 'plan/not-fitting',
    message: expect.stringContaining('The company has 10'),
  })

  const template = await published(server)
  const offer = () => server.ask('PUT', `/api/admin/library/${template}/companies/${B}`, { as: 'superA' })
  const audience = async () =>
    (await server.ask('GET', `/api/admin/library/${template}`, { as: 'superA' })).json<{
      audience: string
      companies: string[]
    }>()
  expect((await offer()).statusCode).toBe(200)
  expect(await audience()).toMatchObject({ audience: 'everyone', companies: [] })
  const body = { audience: 'nobody', companies: [] }
  await server.ask('PUT', `/api/admin/library/${template}/audience`, { as: 'superA', body })
  for (const _ of [1, 2]) expect((await offer()).statusCode).toBe(200)
  expect(await audience()).toMatchObject({ audience: 'chosen', companies: ['Company B'] })
})
