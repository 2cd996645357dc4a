/** What a plan holds: the price book's limits, and those that the environment sets for companies that cost nothing. */

import { freeTier } from '#contract/auth/registration.ts'
import type { OwnMaxima } from '#contract/billing/own-limits.ts'
import { type LimitUse, levelOf } from '#contract/billing/plan.ts'
import type { PlanName, PriceBook } from '#contract/billing/price-book.ts'

export type QuotaSettings = {
  readonly connectors: number
  /** Connectors with a schedule, and seconds between two starts of one. */
  readonly schedules: number
  readonly period: number
  /** A minute, of all its people together. */
  readonly calls: number
  /** Runs that are moved at once, in all processes together. */
  readonly runs: number
}

export type PlanMaxima = { readonly [Limit in LimitUse['limit']]: number | null }

const lesser = (one: number | null, other: number) => (one === null ? other : Math.min(one, other))

export function maximaOf(
  { plan, isOperator, own }: { readonly plan: PlanName; readonly isOperator: boolean; readonly own: OwnMaxima },
  book: Pick<PriceBook, 'plans'>,
  quotas: Pick<QuotaSettings, 'connectors' | 'schedules'>,
): PlanMaxima {
  if (isOperator) return { connectors: null, schedules: null, members: null, records: null }
  const { connectors, members, records } = book.plans[plan]
  const isFree = plan === freeTier
  return {
    connectors: own.connectors ?? (isFree ? lesser(connectors, quotas.connectors) : connectors),
    schedules: isFree ? quotas.schedules : null,
    members: own.members ?? members,
    records: own.records ?? records,
  }
}

export const usedOf = (limit: LimitUse['limit'], used: number, max: number | null): LimitUse => ({
  ...{ limit, used, max, level: levelOf(used, max) },
})
