/** A company pays the prices that it agreed to, and a paid plan that no card can pay starts with the approval of the operator. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Approval } from '#contract/admin/approvals.ts'
import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import type { PlanComparison } from '#contract/billing/plan-comparison.ts'
import type { ListedPriceBook, PriceBookForm } from '#contract/billing/price-book.ts'
import { closeMonth } from '#server/features/billing/invoices/closing.ts'
import { monthAt } from '#server/features/billing/months.ts'
import { tellOfPrices } from '#server/features/billing/notices/limit-notices.ts'
import { createTestServer } from '../kit/test-server.ts'

describe('newer prices', () => {
  const server = createTestServer({ payments: 'sandbox' })
  const plan = async () => (await server.ask('GET', '/api/billing/plan', { as: 'adminB' })).json<PlanState>()
  const choose = (name: string) => server.ask('PUT', '/api/billing/plan', { as: 'adminB', body: { plan: name } })
  const agree = (version: number) => server.ask('POST', '/api/billing/plan/prices', { as: 'adminB', body: { version } })
  const setPrices = (body: PriceBookForm) => server.ask('POST', '/api/billing/prices', { as: 'superA', body })

  it('are paid by a company from when its administrator has accepted them', async () => {
    const { db } = server.database
    const { B } = server.companies
    await server.ask('POST', '/api/payments/methods', { as: 'adminB', body: { card: 'succeeds', holder: 'Ada' } })
    expect((await choose('Professional')).statusCode).toBe(200)
    const before = await plan()
    expect(before).toMatchObject({ newPrices: null, needsApproval: false })
    const { plans } = before.book
    const dearer = { ...plans, Professional: { ...plans.Professional, base: plans.Professional.base * 2 } }
    expect((await setPrices({ currency: 'USD', plans: dearer })).statusCode).toBe(201)

    const waiting = await plan()
    expect(waiting).toMatchObject({ book: { version: 2 }, newPrices: { version: 3 }, bill: { total: before.bill.total } })
    expect((await choose('Enterprise')).json()).toMatchObject({ status: 409, code: 'plan/new-prices' })
    await db
      .updateTable('plan_changes')
      .set({ at: new Date('2026-05-31T00:00:00Z') })
      .where('company_id', '=', B)
      .execute()
    const close = (month: string) =>
      closeMonth({ db, publicUrl: '' }, B, monthAt(new Date(`${month}-01T00:00:00Z`)), new Date('2026-09-10T00:00:00Z'))
    const invoice = async (id: string | null) =>
      db
        .selectFrom('invoices')
        .select(['book_version', 'total'])
        .where('id', '=', id ?? '')
        .executeTakeFirstOrThrow()
    expect(await invoice(await close('2026-06'))).toMatchObject({ book_version: 2, total: plans.Professional.base })

    expect((await agree(4)).json()).toMatchObject({ status: 409, code: 'registration/prices-changed' })
    expect((await agree(3)).json<PlanState>()).toMatchObject({ book: { version: 3 }, newPrices: null })
    expect((await agree(3)).statusCode, 'the same again').toBe(200)
    const agreed = (at: string) =>
      db
        .updateTable('price_agreements')
        .set({ at: new Date(at) })
        .where('company_id', '=', B)
        .execute()
    await agreed('2026-08-01T00:00:00Z')
    expect(await invoice(await close('2026-07')), 'accepted after the month').toMatchObject({ book_version: 2 })
    await agreed('2026-08-31T23:59:59Z')
    expect(await invoice(await close('2026-08'))).toMatchObject({ book_version: 3, total: plans.Professional.base * 2 })
    const listed = (await server.ask('GET', '/api/billing/prices', { as: 'superA' })).json<{ data: ListedPriceBook[] }>()
    expect(listed.data.slice(0, 2).map(({ version, companies }) => [version, companies])).toEqual([
      [3, 1],
      [2, 0],
    ])
    const accepted = await db.selectFrom('audit_events').select('after').where('action', '=', 'billing.pricesAccepted').execute()
    expect(accepted[0]?.after).toBe('{"priceVersion":3}')
  })

  it('are written of to its administrators once, and a company can leave before it accepts them', async () => {
    const { db } = server.database
    const { currency, plans } = (await plan()).book
    await setPrices({ currency, plans: { ...plans, Professional: { ...plans.Professional, perThousand: 99 } } })
    await tellOfPrices({ db, publicUrl: 'http://x.test' })
    await tellOfPrices({ db, publicUrl: 'http://x.test' })
    const mails = await db.selectFrom('messages').select('subject').where('subject', '=', 'New prices for Datacrane').execute()
    expect(mails).toHaveLength(1)
    const summary = async () =>
      (await server.ask('GET', `/api/admin/customers/${server.companies.B}/summary`, { as: 'superA' })).json<CustomerSummary>()
    const before = await summary()
    const [agreed] = await db.selectFrom('price_agreements').select('at').orderBy('at', 'desc').execute()
    expect(before.prices).toEqual({ version: 3, agreedAt: agreed?.at.toISOString(), newer: 4 })
    const compared = (await server.ask('GET', '/api/billing/plans', { as: 'adminB' })).json<PlanComparison>()
    expect(before.plans).toEqual(
      compared.plans.map(({ plan: name, total, exceeded }) => ({ plan: name, total, exceeded, base: plans[name].base })),
    )
    expect(before.bill).toMatchObject({ isInvoiced: true })
    expect((await choose('Basic')).json()).toMatchObject({ plan: 'Basic', book: { version: 3 } })
  })

  it('a plan chosen at sign-up waits for the operator where it is paid by invoice, and for a card otherwise', async () => {
    const { db } = server.database
    const needs = async (paysBy: string | null, requested: string | null) => {
      await sql`update companies set payment_method_id = ${paysBy}, requested_tier = ${requested} where id = ${server.companies.B}`.execute(
        db,
      )
      return (await plan()).requestNeeds
    }
    expect([await needs('invoice', 'Professional'), await needs('card', 'Professional'), await needs('card', null)]).toEqual([
      'approval',
      'card',
      null,
    ])
  })
})

describe('without a way to pay by card', () => {
  const server = createTestServer({ payments: 'none' })
  const plan = async () => (await server.ask('GET', '/api/billing/plan', { as: 'adminB' })).json<PlanState>()
  const choose = (name: string) => server.ask('PUT', '/api/billing/plan', { as: 'adminB', body: { plan: name } })
  const waiting = async () =>
    (await server.ask('GET', '/api/admin/approvals', { as: 'superA' })).json<{ data: Approval[] }>().data.map((it) => it.subject)
  const decide = (name: string, decision: 'approve' | 'decline') =>
    server.ask('POST', `/api/admin/approvals/plans/${server.companies.B}`, { as: 'superA', body: { plan: name, decision } })

  it('a dearer plan waits for the operator, who declines or approves it', async () => {
    expect((await choose('Enterprise')).json()).toMatchObject({ plan: 'Basic', requested: 'Enterprise', needsApproval: true })
    expect((await choose('Enterprise')).statusCode, 'the same again').toBe(200)
    expect(await plan()).toMatchObject({ requestNeeds: 'approval', bill: { isInvoiced: false } })
    expect(await waiting()).toEqual(['Enterprise'])
    expect((await decide('Professional', 'approve')).json()).toMatchObject({ status: 409, code: 'plan/not-requested' })
    expect((await decide('Enterprise', 'decline')).statusCode).toBe(200)
    expect([(await plan()).requested, await waiting()]).toEqual([null, []])

    await choose('Professional')
    expect((await decide('Professional', 'approve')).statusCode).toBe(200)
    expect(await plan()).toMatchObject({ plan: 'Professional', requested: null })
    expect(await waiting()).toEqual([])
    const subjects = await server.database.db.selectFrom('messages').select('subject').orderBy('created_at').execute()
    expect(subjects.map(({ subject }) => subject)).toEqual([
      'The Datacrane plan Enterprise was declined',
      'Your Datacrane plan Professional has started',
    ])
    expect((await choose('Basic')).json(), 'a cheaper one needs no approval').toMatchObject({ plan: 'Basic', requested: null })
  })
})
