/** The plan of a company: its limits, this month's bill so far, what it may come to, and another plan before it is chosen. `worklist.md` B-7. */
import Type, { type Static } from 'typebox'

import { ProductTier } from '../auth/registration.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull } from '../kit/schemas.ts'
import { BillLine, Day } from './bill.ts'
import { Currency, PriceBook } from './price-book.ts'

/** Days after which the figures of a day do not change any more: what settles later is charged with the next invoice, under its own day. */
export const graceDays = 3
/** Share of a limit from which on the company is warned. */
export const warnedFrom = 0.8
/** A forecast of a month needs so many whole days. */
export const forecastDays = 2

export const planLimits = ['connectors', 'schedules', 'members', 'records'] as const
export type PlanLimit = (typeof planLimits)[number]

export const LimitUse = Type.Object({
  limit: oneOf(...planLimits),
  used: Count,
  /** Null: none. */
  max: orNull(Count),
  /** `near` from 80 % on; `full`: more is refused. */
  level: oneOf('ok', 'near', 'full'),
})
export type LimitUse = Static<typeof LimitUse>

export const levelOf = (used: number, max: number | null): LimitUse['level'] =>
  max === null || used < max * warnedFrom ? 'ok' : used < max ? 'near' : 'full'

/** An invoice that is issued and not paid. Of one that `failed` a payment was declined. */
export const UnpaidInvoice = Type.Object({
  id: Id,
  number: Type.String(),
  /** The first day of its month. */
  from: Day,
  /** Without what was credited; minor units. */
  amount: Type.Integer(),
  currency: Currency,
  status: oneOf('open', 'failed'),
  dueAt: Instant,
})
export type UnpaidInvoice = Static<typeof UnpaidInvoice>

export const PlanState = Type.Object({
  plan: ProductTier,
  /** When the company signed up. */
  since: Instant,
  /** What pays the next invoice: "Visa ••4242", on the day it is issued, or "Bank transfer". */
  payment: Type.Object({ isCard: Type.Boolean(), paysWith: Type.String() }),
  /** The oldest first. */
  unpaid: Type.Array(UnpaidInvoice),
  /** A dearer plan that was chosen and has not started: it needs a card, or the operator. */
  requested: orNull(ProductTier),
  /** What the chosen plan waits for: the operator's approval, where it is paid by invoice or bank transfer, or a card. Null: none was chosen. */
  requestNeeds: orNull(oneOf('approval', 'card')),
  /** The company operates the installation: the limits of its plan do not hold for it. */
  isOperator: Type.Boolean(),
  /** The prices that the company agreed to: its limits and bills are made with them. */
  book: PriceBook,
  /** Newer prices that no administrator of the company has accepted; null: there are none. */
  newPrices: orNull(PriceBook),
  /** No card can pay here: a dearer plan starts when the operator has approved it. */
  needsApproval: Type.Boolean(),
  limits: Type.Array(LimitUse),
  /** Of the calendar month by UTC that is now. */
  bill: Type.Object({
    from: Day,
    /** The first day of the next month. */
    to: Day,
    lines: Type.Array(BillLine),
    total: Type.Integer(),
    /** Delivered records that are charged. */
    records: Count,
    /** Delivered by replays of records that had failed: not charged. */
    uncharged: Count,
    /** When the invoice is issued: the month's end and three days. */
    issuedAt: Instant,
    /** Whether there will be one: a month that costs nothing has none. */
    isInvoiced: Type.Boolean(),
    /** What the whole month comes to if it goes on like its full days so far; null while there are too few of them. */
    forecast: orNull(Type.Object({ total: Type.Integer(), records: Count, days: Count })),
  }),
})
export type PlanState = Static<typeof PlanState>

/** What another plan changes, before it is chosen. */
export const PlanPreview = Type.Object({
  from: ProductTier,
  to: ProductTier,
  /** Base price of this month with and without the change. */
  monthNow: Type.Integer(),
  monthThen: Type.Integer(),
  /** Of every month from the next one on. */
  nextMonth: Type.Integer(),
  lines: Type.Array(BillLine),
  /** It is requested, and starts when the operator has approved it. */
  needsApproval: Type.Boolean(),
  /** Why it is refused; none: it can be chosen. */
  refusals: Type.Array(Type.String()),
  /** Of which connectors the company has more than the plan allows, those that ran longest ago first, at most 20. */
  stops: Type.Array(
    Type.Object({
      limit: oneOf('connectors', 'schedules'),
      /** So many of them have to go. */
      more: Count,
      connectors: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    }),
  ),
})
export type PlanPreview = Static<typeof PlanPreview>

const administrators = ['SUPER_ADMIN', 'ADMIN'] as const

export const planEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/billing/plan',
    summary: "Get your plan, limits and this month's bill so far",
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: PlanState,
  }),
  preview: endpoint({
    method: 'GET',
    path: '/api/billing/plan/preview',
    summary: 'Preview the cost of another plan, this month and later',
    access: administrators,
    scope: 'settings:read',
    query: closed({ to: ProductTier }),
    status: 200,
    reply: PlanPreview,
  }),
  agree: endpoint({
    method: 'POST',
    path: '/api/billing/plan/prices',
    summary: 'Accept the newest prices for your company from this month on',
    access: administrators,
    scope: 'session',
    audit: 'billing.pricesAccepted',
    body: closed({ version: Count }),
    status: 200,
    reply: PlanState,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/billing/plan',
    summary: "Change the plan from today. Without card payments, larger plans need the operator's approval",
    access: administrators,
    scope: 'session',
    audit: 'billing.planChanged',
    body: closed({ plan: ProductTier }),
    status: 200,
    reply: PlanState,
  }),
} as const
