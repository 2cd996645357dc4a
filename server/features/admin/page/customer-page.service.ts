/** The page of one customer, for the operator. Every reading is of one company, and holds no payload, no configuration and no words of other systems. */
import type { Kysely } from 'kysely'
import { customersPerPage } from '#contract/admin/customer-limits.ts'
import type {
  CustomerChange,
  CustomerConnector,
  CustomerNote,
  CustomerSummary,
  customerPageEndpoints,
} from '#contract/admin/customer-page.ts'
import { companyLimitNames } from '#contract/billing/own-limits.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import { conditions } from '#contract/connectors/list/connector-condition.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import type { ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller, TenantScope } from '../../../platform/security/access.ts'
import { listInvoices } from '../../billing/invoices/invoices.repository.ts'
import type { QuotaSettings } from '../../billing/limits.ts'
import { planState } from '../../billing/plan.service.ts'
import { comparePlans } from '../../billing/plan-comparison.ts'
import { agreedSince } from '../../billing/prices.repository.ts'
import type { Quotas } from '../../billing/quotas.ts'
import { chargedByDay } from '../../billing/usage.service.ts'
import { runSummaryOf } from '../../connectors/details/connector-presenter.ts'
import { type Day, daySums, lastRuns, recordsIn } from '../../connectors/list/connector-overview.repository.ts'
import { judgedOf } from '../../connectors/list/connector-overview.service.ts'
import { type AuditRow, countAuditEvents, listAuditEvents } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { customersOf } from '../customers.repository.ts'
import { addNote, deleteNote, listNotes } from './company-notes.repository.ts'
import {
  countOpenRequests,
  countPeople,
  type LimitChange,
  limitChangesOf,
  peopleOf,
  unpaidOf,
} from './customer-page.repository.ts'

type Db = Kysely<Tables>
type Endpoints = typeof customerPageEndpoints
type Deps = {
  readonly db: Db
  readonly quotas: Pick<Quotas, 'ofPlan'>
  readonly quotaSettings: Pick<QuotaSettings, 'connectors' | 'schedules'>
}

/** Rows of each part of the overview. */
const shownFirst = 3
const notesMax = 100
const limitChangesMax = 200
const invoicesAsked = {
  search: '',
  states: null,
  since: null,
  archived: false,
  order: 'desc',
  page: 1,
  limit: shownFirst,
} as const

const scopeOf = (companyId: string): TenantScope => ({ companyId, ownerId: null })
const pageAt = (page = 1) => ({ limit: customersPerPage, offset: (page - 1) * customersPerPage })
const paged = <Item>(data: Item[], total: number, page = 1) => ({
  ...{ data, total, page, limit: customersPerPage, totalPages: Math.ceil(total / customersPerPage) },
})

const toChange = (row: AuditRow): CustomerChange => ({
  ...{ id: row.seq, at: row.at.toISOString(), action: row.action },
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, email: row.actor_email },
  target: row.target_type === null ? null : { type: row.target_type, id: row.target_id, name: row.target_name },
})

const valueIn = (text: string | null, limit: string): unknown => {
  const values: unknown = JSON.parse(text ?? 'null')
  return typeof values === 'object' && values !== null ? ((values as Record<string, unknown>)[limit] ?? null) : null
}

/** The newest change that gave a limit its present value. */
function setBy(changes: readonly LimitChange[], limit: string, own: number | null) {
  if (own === null) return null
  const change = changes.find(({ before, after }) => valueIn(after, limit) === own && valueIn(before, limit) !== own)
  return change === undefined ? null : { at: change.at.toISOString(), by: change.by }
}

/** Connectors of a company, trouble first, with what each read within 24 hours. */
async function connectorsIn(db: Db, companyId: string, { of }: Day, { limit, offset }: { limit: number; offset: number }) {
  const judged = await judgedOf(db, scopeOf(companyId), everyConnector)
  const inOrder = judged.toSorted((a, b) => conditions.indexOf(a.condition) - conditions.indexOf(b.condition))
  const shown = inOrder.slice(offset, offset + limit)
  const ids = shown.map(({ id }) => id)
  const runs = await lastRuns(db, companyId, ids)
  const data = shown.map(({ id, name, condition }): CustomerConnector => {
    const run = runs.get(id)
    const sums = of.get(id)
    const records = sums === undefined ? 0 : recordsIn(sums)
    return { id, name, condition, lastRun: run === undefined ? null : runSummaryOf(run), records, failed: sums?.failed ?? 0 }
  })
  return { data, total: judged.length, failing: judged.filter(({ condition }) => condition === 'failing').length }
}

async function pricesOf(db: Db, id: string, { book, newPrices }: PlanState): Promise<CustomerSummary['prices']> {
  const agreedAt = await agreedSince(db, id)
  return { version: book.version, agreedAt: agreedAt?.toISOString() ?? null, newer: newPrices?.version ?? null }
}

export function createCustomerPageService({ db, quotas, quotaSettings }: Deps) {
  /** @throws `company/not-found` */
  async function statusOf(of: Db, id: string) {
    const [company] = await customersOf(of, [id])
    if (!company) throw refusal('company/not-found')
    return company.status
  }

  async function plansOf(of: Db, id: string, { book }: PlanState): Promise<CustomerSummary['plans']> {
    const { plans } = await comparePlans({ db: of, quotas: quotaSettings }, id)
    return plans.map(({ plan, total, exceeded }) => ({ plan, total, exceeded, base: book.plans[plan].base }))
  }

  return {
    /** @throws `company/not-found` */
    summary: (id: string): Promise<ReplyOf<Endpoints['summary']>> =>
      inOneSnapshot(db, async (tx) => {
        const status = await statusOf(tx, id)
        const { own, ...ofPlan } = await quotas.ofPlan(tx, id)
        const changes = await limitChangesOf(tx, id, limitChangesMax)
        const ofDay = await daySums(tx, scopeOf(id))
        const { failing, data: connectors } = await connectorsIn(tx, id, ofDay, { limit: shownFirst, offset: 0 })
        const { data: invoices, total } = await listInvoices(tx, { companyId: id, ...invoicesAsked })
        const plan = status === 'deleted' ? null : await planState({ db: tx, quotas: quotaSettings }, id)
        return {
          bill:
            plan === null
              ? null
              : {
                  ...{ currency: plan.book.currency, base: plan.book.plans[plan.plan].base, from: plan.bill.from },
                  ...{ total: plan.bill.total, forecast: plan.bill.forecast?.total ?? null, issuedAt: plan.bill.issuedAt },
                  isInvoiced: plan.bill.isInvoiced,
                },
          unpaid: await unpaidOf(tx, id),
          prices: plan === null ? null : await pricesOf(tx, id, plan),
          plans: plan === null ? [] : await plansOf(tx, id, plan),
          records: recordsIn(ofDay.all),
          ...{ failedRecords: ofDay.all.failed, deliveredLater: ofDay.all.deliveredLater },
          ...{ failing, connectors },
          usage: await chargedByDay(tx, id),
          people: { first: await peopleOf(tx, id, { limit: shownFirst, offset: 0 }), ...(await countPeople(tx, id)) },
          invoices: {
            first: invoices.map((row) => ({
              ...{ id: row.id, number: row.number, amount: row.total, currency: row.currency, status: row.status },
            })),
            total,
          },
          openRequests: await countOpenRequests(tx, id),
          notes: await listNotes(tx, id, notesMax),
          limits: companyLimitNames.map((limit) => {
            const value = own[limit] ?? null
            return { limit, plan: ofPlan[limit], own: value, set: setBy(changes, limit, value) }
          }),
        }
      }),

    /** @throws `company/not-found` */
    connectors: (id: string, page?: number): Promise<ReplyOf<Endpoints['connectors']>> =>
      inOneSnapshot(db, async (tx) => {
        await statusOf(tx, id)
        const { data, total } = await connectorsIn(tx, id, await daySums(tx, scopeOf(id)), pageAt(page))
        return paged(data, total, page)
      }),

    /** @throws `company/not-found` */
    people: (id: string, page?: number): Promise<ReplyOf<Endpoints['people']>> =>
      inOneSnapshot(db, async (tx) => {
        await statusOf(tx, id)
        const { total } = await countPeople(tx, id)
        return paged(await peopleOf(tx, id, pageAt(page)), total, page)
      }),

    /** @throws `company/not-found` */
    changes: (id: string, page?: number): Promise<ReplyOf<Endpoints['changes']>> =>
      inOneSnapshot(db, async (tx) => {
        await statusOf(tx, id)
        const filter = { companyId: id, from: undefined, to: undefined, actor: undefined, action: undefined, search: undefined }
        const rows = await listAuditEvents(tx, { ...filter, ...pageAt(page) })
        return paged(rows.map(toChange), await countAuditEvents(tx, filter), page)
      }),

    /** @throws `company/not-found` */
    addNote: (id: string, newId: string, written: string, caller: Caller, audit: Audit): Promise<CustomerNote> =>
      inOneCommit(db, async (tx) => {
        await statusOf(tx, id)
        const text = written.trim()
        await addNote(tx, { companyId: id, id: newId, authorId: caller.userId, text })
        await audit(tx, { target: { type: 'company', id }, after: { note: text } })
        const note = (await listNotes(tx, id, notesMax)).find((it) => it.id === newId)
        if (note === undefined) throw new Error('a note was added and is not there')
        return note
      }),

    /** A note that is gone already is no error. @throws `company/not-found` */
    removeNote: (id: string, noteId: string, audit: Audit): Promise<{ success: boolean }> =>
      inOneCommit(db, async (tx) => {
        await statusOf(tx, id)
        const text = await deleteNote(tx, { companyId: id, id: noteId })
        if (text !== null) await audit(tx, { target: { type: 'company', id }, before: { note: text } })
        return { success: true }
      }),
  }
}
