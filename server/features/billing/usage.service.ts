/** What a company uses, and what its plan holds. */

import type { Kysely } from 'kysely'

import type { Usage } from '#contract/billing/usage.ts'
import { type UsageDays, usageSeriesMax } from '#contract/billing/usage-days.ts'
import { figuresOf } from '../../engine/ledger/ledger-sums.repository.ts'
import { databaseNow } from '../../platform/database/database-now.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { countConnectors, countSchedules, findPlan } from '../../records/runs/quotas.repository.ts'
import { maximaOf, type QuotaSettings } from './limits.ts'
import { type MeasuredDay, measureCharged, measureDays } from './metering.repository.ts'
import { daysBetween, dayText, laterByDays, midnightOf, monthAt } from './months.ts'
import { agreedBook } from './prices.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'> }

const noConnector = '00000000-0000-0000-0000-000000000000'

/** One series for each of the connectors that delivered most, and one for all others. */
function seriesOf(days: readonly string[], rows: readonly MeasuredDay[]): UsageDays['series'] {
  const connectors = new Map<string, { name: string; total: number; records: number[] }>()
  for (const { connectorId, name, day, records } of rows) {
    const at = days.indexOf(day)
    if (at < 0) continue
    const it = connectors.get(connectorId) ?? { name, total: 0, records: days.map(() => 0) }
    it.total += records
    it.records[at] = (it.records[at] ?? 0) + records
    connectors.set(connectorId, it)
  }
  const all = [...connectors].filter(([, { total }]) => total > 0).toSorted(([, a], [, b]) => b.total - a.total)
  const others = all.slice(usageSeriesMax)
  const largest = all.slice(0, usageSeriesMax).map(([connectorId, { name, records }]) => ({ connectorId, name, records }))
  if (others.length === 0) return largest
  const sums = days.map((_, at) => others.reduce((sum, [, { records }]) => sum + (records[at] ?? 0), 0))
  return [...largest, { connectorId: null, name: '', records: sums }]
}

/** From the first day of the month of an instant to its own. */
function daysUntil(now: Date): string[] {
  const { from } = monthAt(now)
  return Array.from({ length: daysBetween(from, midnightOf(now)) + 1 }, (_, at) => dayText(laterByDays(from, at)))
}

/** Charged records of a company by UTC day of this month, every day from its first until today. */
export async function chargedByDay(db: Kysely<Tables>, companyId: string): Promise<{ day: string; records: number }[]> {
  const now = await databaseNow(db)
  const rows = await measureDays(db, { companyId, ...monthAt(now) })
  const ofDay = Map.groupBy(rows, ({ day }) => day)
  return daysUntil(now).map((day) => ({ day, records: (ofDay.get(day) ?? []).reduce((sum, { records }) => sum + records, 0) }))
}

export function createUsageService({ db, quotas }: Deps) {
  return {
    async days({ companyId }: Caller): Promise<UsageDays> {
      const now = await databaseNow(db)
      const { from, to } = monthAt(now)
      const rows = await measureDays(db, { companyId, from, to })
      const days = daysUntil(now)
      return { days, series: seriesOf(days, rows), total: rows.reduce((sum, { records }) => sum + records, 0) }
    },

    async get({ companyId }: Caller): Promise<Usage> {
      const { plan, since, isOperator, own, members, now } = await findPlan(db, companyId)
      const max = maximaOf({ plan, isOperator, own }, await agreedBook(db, companyId), quotas)
      const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
      const month = { from, to: now.getTime() }
      const [connectors, schedules, records, { sums }] = await Promise.all([
        countConnectors(db, companyId),
        countSchedules(db, companyId, noConnector),
        measureCharged(db, { companyId, ...monthAt(now) }),
        figuresOf(db, { companyId, connectorIds: null }, [{ from, to: endOfMinute(month.to) }], { from, to: from }),
      ])
      const { failed = 0, skipped = 0 } = sums[0] ?? {}
      return {
        ...{ plan, isOperator, since: since.toISOString(), members },
        month: { from: new Date(from).toISOString(), records, failedAttempts: failed, skipped },
        connectors: { used: connectors, max: max.connectors },
        schedules: { used: schedules, max: max.schedules },
      }
    },
  }
}

/** The minute that is not over counts. */
const endOfMinute = (at: number) => Math.ceil(at / 60_000) * 60_000
