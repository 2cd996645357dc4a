/** The companies of the installation, for its operator: who they are, what they use, and whether they may use it. Never payloads or configurations. */
import Type, { type Static } from 'typebox'

import { ProductTier } from '../auth/registration.ts'
import { CompanyLimit, OwnLimits } from '../billing/own-limits.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Email, Id, Instant, Name, oneOf, orNull, PageNumber, pageOf, visibleText } from '../kit/schemas.ts'
import { companyStates } from './company.lifecycle.ts'
import { CompanyDeletion } from './customer-deletion.ts'
import { customerLimits, customerSorts } from './customer-limits.ts'
import { Look } from './looking.ts'

const customer = {
  id: Id,
  name: Type.String(),
  plan: ProductTier,
  /** A paid plan that its sign-up asked for and that has not started; null: none is asked for. */
  requestedPlan: orNull(ProductTier),
  status: oneOf(...companyStates),
  statusSince: Instant,
  /** Members who may sign in. */
  people: Count,
  connectors: Count,
  activeConnectors: Count,
  /** Connectors with an open alert, and those that failed to deploy. */
  alerts: Count,
  failed: Count,
  /** Delivered records of this calendar month by UTC that are charged: those of the company's bill and of its plan. */
  records: Count,
  /** What was tried to deliver in it, and what failed of that: a record that was sent again is several. */
  attempts: Count,
  failedAttempts: Count,
  /** Invoices that are not paid, and those whose payment failed. */
  openInvoices: Count,
  /** When one of its people last used the console. Null: no session is stored, so none was used recently. */
  lastActiveAt: orNull(Instant),
  createdAt: Instant,
}
export const Customer = Type.Object(customer)
export type Customer = Static<typeof Customer>

export const CustomerDetails = Type.Object({
  ...customer,
  workspaceName: Type.String(),
  /** Of an operator: it cannot be suspended. */
  isOperator: Type.Boolean(),
  /** Why it is suspended; null while it is not. */
  suspension: orNull(Type.Object({ reason: Type.String(), by: orNull(Type.String()) })),
  limits: Type.Array(CompanyLimit),
  /** While its deletion is planned or done; null else. */
  deletion: orNull(CompanyDeletion),
  administrators: Type.Array(Type.Object({ id: Id, name: Type.String(), email: Type.String() })),
  /** Administrators who have been asked in and have not answered. */
  invited: Type.Array(Type.Object({ email: Type.String(), expiresAt: Instant })),
  /** Whether its emails are sent; else they wait in the outbox. */
  isMailed: Type.Boolean(),
  /** Whether the caller looks into it now. */
  look: orNull(Look),
  /** Runs that wait or are executed, and events that are held. */
  openRuns: Count,
  heldEvents: Count,
})
export type CustomerDetails = Static<typeof CustomerDetails>

const params = closed({ id: Id })
const operator = ['SUPER_ADMIN'] as const

export const customerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/customers',
    summary: 'Search companies by page. Deleted companies appear only with their status as filter',
    access: operator,
    scope: 'session',
    query: closed({
      search: Type.Optional(Type.String({ maxLength: customerLimits.searchMax })),
      status: Type.Optional(oneOf(...companyStates)),
      sort: Type.Optional(oneOf(...customerSorts)),
      direction: Type.Optional(oneOf('ascending', 'descending')),
      page: Type.Optional(PageNumber),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    status: 200,
    reply: pageOf(Customer),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/customers/:id',
    summary: 'Get a company',
    access: operator,
    scope: 'session',
    params,
    status: 200,
    reply: CustomerDetails,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/customers',
    summary: 'Add a company and invite its first administrator by email',
    access: operator,
    scope: 'session',
    audit: 'company.created',
    body: closed({ name: Name, plan: ProductTier, email: Email }),
    status: 201,
    reply: CustomerDetails,
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/administrators',
    summary: 'Invite an administrator to a company that has no active one',
    access: operator,
    scope: 'session',
    audit: 'member.invited',
    params,
    body: closed({ email: Email }),
    status: 200,
    reply: CustomerDetails,
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/suspend',
    summary: 'Suspend a company. Blocks sign-in, pauses runs, holds webhooks, and emails its administrators',
    access: operator,
    scope: 'session',
    audit: 'company.suspended',
    params,
    body: closed({ reason: visibleText(customerLimits.reasonMax) }),
    status: 200,
    reply: CustomerDetails,
  }),
  reactivate: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/reactivate',
    summary: 'Reactivate a suspended company. Everything continues where it stopped',
    access: operator,
    scope: 'session',
    audit: 'company.reactivated',
    params,
    status: 200,
    reply: CustomerDetails,
  }),
  planDeletion: endpoint({
    method: 'POST',
    path: '/api/admin/customers/:id/deletion',
    summary: 'Suspend a company and delete it after 30 days. Its administrators get an email',
    access: operator,
    scope: 'session',
    audit: 'company.deletionPlanned',
    params,
    body: closed({ reason: visibleText(customerLimits.reasonMax), name: Type.String({ maxLength: customerLimits.searchMax }) }),
    status: 200,
    reply: CustomerDetails,
  }),
  withdrawDeletion: endpoint({
    method: 'DELETE',
    path: '/api/admin/customers/:id/deletion',
    summary: 'Cancel the deletion of a company. It stays suspended until you reactivate it',
    access: operator,
    scope: 'session',
    audit: 'company.deletionWithdrawn',
    params,
    status: 200,
    reply: CustomerDetails,
  }),
  limits: endpoint({
    method: 'PUT',
    path: '/api/admin/customers/:id/limits',
    summary: "Set a company's own limits instead of its plan's",
    access: operator,
    scope: 'session',
    audit: 'company.limitsChanged',
    params,
    body: closed({ limits: OwnLimits, reason: visibleText(customerLimits.reasonMax) }),
    status: 200,
    reply: CustomerDetails,
  }),
} as const
