/** Billing profiles: who receives the invoices and how they are paid. Exactly one is the primary one. `worklist.md` B-8. */
import Type, { type Static } from 'typebox'

import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, oneOf, orNull, visibleText } from '../kit/schemas.ts'
import { countryCodes } from './countries.ts'
import { Currency } from './price-book.ts'

/** ISO 3166-1 alpha-2. */
export const CountryCode = oneOf(...countryCodes)
export const profilesMax = 50

export const ProfileForm = closed({
  name: visibleText(100),
  /** Whether administrators get the invoices by email. */
  receiveInvoices: Type.Boolean(),
  /** Null only of a profile that was made before it could be chosen. */
  country: orNull(CountryCode),
  /** '' where there is none. Only its format is checked. */
  vatNumber: Type.String({ maxLength: 40 }),
  /** Lines of it in one text. */
  address: Type.String({ maxLength: 500 }),
  methodId: orNull(Id),
  isPrimary: Type.Boolean(),
})
export type ProfileForm = Static<typeof ProfileForm>

export const BillingProfile = Type.Object({
  id: Id,
  ...ProfileForm.properties,
  status: oneOf('active', 'inactive'),
  /** "Visa ••4242", "Bank transfer" */
  paysWith: Type.String(),
  /** Minor units. */
  monthToDate: Type.Integer(),
  lastMonth: Type.Integer(),
  currency: Currency,
  revision: Count,
})
export type BillingProfile = Static<typeof BillingProfile>

const administrators = ['SUPER_ADMIN', 'ADMIN'] as const
const one = closed({ id: Id })

export const profileTexts = {
  deleteQuestion: 'Are you sure you want to delete the profile along with all its contents? It cannot be undone.',
  replaceQuestion: 'You already have a primary profile. Do you want to replace it',
} as const

export const billingProfileEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/billing/profiles',
    summary: 'List your billing profiles, primary profile first',
    access: administrators,
    scope: 'settings:read',
    status: 200,
    reply: Type.Object({ data: Type.Array(BillingProfile) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/billing/profiles',
    summary: 'Add a billing profile. A new primary profile replaces the previous one',
    access: administrators,
    scope: 'session',
    audit: 'billing.profileCreated',
    body: ProfileForm,
    status: 201,
    reply: BillingProfile,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/billing/profiles/:id',
    summary: 'Change a billing profile. A new primary profile replaces the previous one',
    access: administrators,
    scope: 'session',
    audit: 'billing.profileChanged',
    params: one,
    body: closed({ ...ProfileForm.properties, revision: Count }),
    status: 200,
    reply: BillingProfile,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/billing/profiles/:id',
    summary: "Delete a billing profile. It can't be primary or have an open invoice",
    access: administrators,
    scope: 'session',
    audit: 'billing.profileDeleted',
    params: one,
    status: 200,
    reply: Type.Object({ success: Type.Literal(true) }),
  }),
} as const
