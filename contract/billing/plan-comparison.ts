/** The plans beside each other: what each holds for this company, and what this month would have cost with it. `decisions.md` section 10. */
import Type, { type Static } from 'typebox'

import { ProductTier } from '../auth/registration.ts'
import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, oneOf, orNull } from '../kit/schemas.ts'
import { planLimits } from './plan.ts'
import { Currency } from './price-book.ts'

/** Limits as the server enforces them for this company. Null: none. */
const Maxima = Type.Object({
  connectors: orNull(Count),
  schedules: orNull(Count),
  members: orNull(Count),
  records: orNull(Count),
})

export const ComparedPlan = Type.Object({
  plan: ProductTier,
  max: Maxima,
  /** What an invoice for this month would come to until now, with this plan on every day of it; in minor units, tax included. */
  total: Type.Integer(),
  /** What the company has more of than the plan allows. */
  exceeded: Type.Array(Type.Object({ limit: oneOf(...planLimits), used: Count, max: Count })),
  /** The lowest total of the plans that allow what the company has; its own plan where two cost the same. */
  isCheapest: Type.Boolean(),
  /** Records a month from which on it costs less than the company's plan; null where it already does, or never does. */
  cheaperFrom: orNull(Count),
})
export type ComparedPlan = Static<typeof ComparedPlan>

export const PlanComparison = Type.Object({
  /** The company's plan. */
  plan: ProductTier,
  currency: Currency,
  /** The company had more than one plan this month: then the total of its own plan is not what it has to pay. */
  hasChanged: Type.Boolean(),
  plans: Type.Array(ComparedPlan),
})
export type PlanComparison = Static<typeof PlanComparison>

export const planComparisonEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/billing/plans',
    summary: "Compare this month's cost so far across plans",
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: PlanComparison,
  }),
} as const
