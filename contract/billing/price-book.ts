/** What the plans cost and hold: versions of a price book, set by the operator. An invoice names the version that it was made with. */
import Type, { type Static } from 'typebox'

import { productTiers } from '../auth/registration.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Instant, oneOf, orNull } from '../kit/schemas.ts'

export const currencies = ['USD', 'EUR', 'GBP', 'CAD', 'AUD'] as const
export const Currency = oneOf(...currencies)
export type Currency = Static<typeof Currency>

/** Minor units of the currency: cents. No price is so high that a sum of them is inexact. */
export const priceMax = 100_000_000
const Price = Type.Integer({ minimum: 0, maximum: priceMax })
/** Null: no limit. */
const Limit = orNull(Type.Integer({ minimum: 1, maximum: 1_000_000_000 }))

export const PlanPrice = closed({
  /** A calendar month. */
  base: Price,
  /** Delivered records of a month that the base price covers. */
  included: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  /** 1,000 delivered records beyond those. */
  perThousand: Price,
  connectors: Limit,
  members: Limit,
  /** Delivered records a month. */
  records: Limit,
})
export type PlanPrice = Static<typeof PlanPrice>

export const planNames = productTiers
export type PlanName = (typeof planNames)[number]

const plans = { Basic: PlanPrice, Professional: PlanPrice, Enterprise: PlanPrice } as const satisfies Record<PlanName, unknown>

export const PriceBookForm = closed({ currency: Currency, plans: closed(plans) })
export type PriceBookForm = Static<typeof PriceBookForm>

export const PriceBook = Type.Object({
  version: Count,
  currency: Currency,
  plans: closed(plans),
  createdAt: Instant,
  /** Who set it; null: it came with the program. */
  createdBy: orNull(Type.String()),
})
export type PriceBook = Static<typeof PriceBook>

export const ListedPriceBook = Type.Object({
  ...PriceBook.properties,
  /** How many companies pay by it. */
  companies: Count,
})
export type ListedPriceBook = Static<typeof ListedPriceBook>

/** Where a paid plan holds less than the free one, as JSON pointers into the form. */
export function betterForFree({ plans: { Basic, Professional, Enterprise } }: Pick<PriceBookForm, 'plans'>): string[] {
  const isMore = (free: number | null, paid: number | null) => paid !== null && (free === null || free > paid)
  return Object.entries({ Professional, Enterprise }).flatMap(([plan, paid]) =>
    (['included', 'connectors', 'members', 'records'] as const)
      .filter((what) => isMore(Basic[what], paid[what]))
      .map((what) => `/plans/${plan}/${what}`),
  )
}

export const priceBookEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/billing/prices',
    summary: 'List price book versions and the number of companies using each, newest first',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    status: 200,
    reply: Type.Object({ data: Type.Array(ListedPriceBook) }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/billing/prices',
    summary: 'Add a price book version. It applies to a company once its administrator accepts it',
    access: ['SUPER_ADMIN'],
    scope: 'session',
    audit: 'billing.pricesSet',
    body: PriceBookForm,
    status: 201,
    reply: PriceBook,
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/billing/prices/current',
    summary: 'Get the newest price book',
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: PriceBook,
  }),
} as const
