/** What a company uses, as it is measured: the ledger's sums and what there is, beside what its plan holds. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../kit/endpoint.ts'
import { Count, Instant, orNull } from '../kit/schemas.ts'

/** `max` is null where there is no limit. */
const Bounded = Type.Object({ used: Count, max: orNull(Count) })

export const Usage = Type.Object({
  plan: Type.String(),
  /** The company operates the installation: the limits of its plan do not hold for it. */
  isOperator: Type.Boolean(),
  /** When the company signed up. */
  since: Instant,
  /** Of the calendar month by UTC that is now. `records` are the delivered ones that are charged; a record that failed three times failed in three attempts. */
  month: Type.Object({ from: Instant, records: Count, failedAttempts: Count, skipped: Count }),
  connectors: Bounded,
  schedules: Bounded,
  /** People who may sign in. */
  members: Count,
})
export type Usage = Static<typeof Usage>

export const usageEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/billing/usage',
    summary: "Get your company's plan and usage",
    access: everyRole,
    scope: 'settings:read',
    status: 200,
    reply: Usage,
  }),
} as const
