/** What the page of one customer shows besides its status: figures, people, connectors, changes and notes. Never payloads, configurations or messages of other systems. */
import Type, { type Static } from 'typebox'

import { Day } from '../billing/bill.ts'
import { CompanyLimit } from '../billing/own-limits.ts'
import { ComparedPlan } from '../billing/plan-comparison.ts'
import { Currency } from '../billing/price-book.ts'
import { conditions } from '../connectors/list/connector-condition.ts'
import { LastRun } from '../connectors/runs/run-sums.ts'
import { AuditRecord } from '../kit/audit.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, visibleText } from '../kit/schemas.ts'
import { customerLimits } from './customer-limits.ts'

export const CustomerConnector = Type.Object({
  id: Id,
  name: Type.String(),
  condition: oneOf(...conditions),
  lastRun: orNull(LastRun),
  /** Read within 24 hours, and those of them that failed: each record once, by its last outcome. */
  records: Count,
  failed: Count,
})
export type CustomerConnector = Static<typeof CustomerConnector>

export const CustomerPerson = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  role: oneOf('SUPER_ADMIN', 'ADMIN', 'USER'),
  /** `unconfirmed`: the email address is not confirmed yet. */
  status: oneOf('active', 'unconfirmed', 'inactive'),
  hasSecondFactor: Type.Boolean(),
  lastActiveAt: orNull(Instant),
})
export type CustomerPerson = Static<typeof CustomerPerson>

export const CustomerNote = Type.Object({
  id: Id,
  text: Type.String(),
  /** Null: the author is not known. */
  by: orNull(Type.String()),
  at: Instant,
})
export type CustomerNote = Static<typeof CustomerNote>

/** Without the values before and after: they may hold what only the company sees. */
export const CustomerChange = Type.Omit(AuditRecord, ['before', 'after', 'address'])
export type CustomerChange = Static<typeof CustomerChange>

const Unpaid = Type.Object({
  currency: Currency,
  /** Minor units. */
  amount: Count,
  /** Of the oldest unpaid invoice: the first day of its month, and whether its payment failed. */
  month: Day,
  isFailed: Type.Boolean(),
})

export const CustomerSummary = Type.Object({
  /** Of the calendar month by UTC that is now; null once the company is deleted. Minor units. */
  bill: orNull(
    Type.Object({
      currency: Currency,
      /** Of the plan, a month. */
      base: Count,
      from: Day,
      total: Type.Integer(),
      forecast: orNull(Type.Integer()),
      /** When the next invoice is issued. */
      issuedAt: Instant,
      /** Whether there will be one: a month that costs nothing has none. */
      isInvoiced: Type.Boolean(),
    }),
  ),
  /** Which version of the price book the company pays by, and since when it has agreed to it; null once the company is deleted. */
  prices: orNull(
    Type.Object({
      version: Count,
      /** Null: no one has joined the company, so no one has agreed. */
      agreedAt: orNull(Instant),
      /** A newer version with other prices that no administrator has accepted; null: none. */
      newer: orNull(Count),
    }),
  ),
  /** What this month would cost until now with each plan, as its Account shows it. */
  plans: Type.Array(
    Type.Object({
      ...Type.Pick(ComparedPlan, ['plan', 'total', 'exceeded']).properties,
      /** A month. */
      base: Count,
    }),
  ),
  unpaid: Type.Array(Unpaid),
  /** Read within 24 hours: each record once, by its last outcome. */
  records: Count,
  failedRecords: Count,
  /** Records that failed, or might not have arrived, and were delivered by a later attempt. */
  deliveredLater: Count,
  failing: Count,
  /** Charged records by day of this month, from its first day until today. */
  usage: Type.Array(Type.Object({ day: Day, records: Count })),
  /** The first ones, trouble first. */
  connectors: Type.Array(CustomerConnector),
  people: Type.Object({ first: Type.Array(CustomerPerson), total: Count, withoutSecondFactor: Count }),
  invoices: Type.Object({
    first: Type.Array(
      Type.Object({ id: Id, number: Type.String(), amount: Type.Integer(), currency: Currency, status: Type.String() }),
    ),
    total: Count,
  }),
  openRequests: Count,
  /** Newest first. */
  notes: Type.Array(CustomerNote),
  limits: Type.Array(
    Type.Object({
      ...CompanyLimit.properties,
      /** Null where the limit is that of the plan, and where the audit log no longer has it. */
      set: orNull(Type.Object({ at: Instant, by: orNull(Type.String()) })),
    }),
  ),
})
export type CustomerSummary = Static<typeof CustomerSummary>

const params = closed({ id: Id })
const paged = closed({ page: Type.Optional(PageNumber) })
const reading = { method: 'GET', access: ['SUPER_ADMIN'], scope: 'session', params, status: 200 } as const

export const customerPageEndpoints = {
  summary: endpoint({
    ...reading,
    path: '/api/admin/customers/:id/summary',
    summary: "Get a company's cost and usage, and its first connectors, people, invoices and notes",
    reply: CustomerSummary,
  }),
  connectors: endpoint({
    ...reading,
    path: '/api/admin/customers/:id/connectors',
    summary: "List a company's connectors without configurations, failing ones first",
    query: paged,
    reply: pageOf(CustomerConnector),
  }),
  people: endpoint({
    ...reading,
    path: '/api/admin/customers/:id/people',
    summary: "List a company's people with their MFA state, administrators first",
    query: paged,
    reply: pageOf(CustomerPerson),
  }),
  changes: endpoint({
    ...reading,
    path: '/api/admin/customers/:id/audit-log',
    summary: 'List changes in a company without their values, newest first',
    query: paged,
    reply: pageOf(CustomerChange),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/notes',
    summary: 'Add a note to a company. Only operators can see notes',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    audit: 'company.noteAdded',
    params,
    body: closed({ text: visibleText(customerLimits.noteMax) }),
    status: 201,
    reply: CustomerNote,
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/api/admin/customers/:id/notes/:noteId',
    summary: 'Delete a note from a company',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    audit: 'company.noteDeleted',
    params: closed({ id: Id, noteId: Id }),
    status: 200,
    reply: Type.Object({ success: Type.Boolean() }),
  }),
} as const
