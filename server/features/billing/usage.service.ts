/** What a company uses, and what its plan holds. */

import type { Kysely } from 'kysely'

import type { Usage } from '#contract/billing/usage.ts'
import { figuresOf } from '../../engine/ledger/ledger-sums.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { maximaOf } from './limits.ts'
import { currentBook } from './prices.repository.ts'
import { countConnectors, countSchedules, findPlan } from './quotas.repository.ts'
import type { QuotaSettings } from './quotas.ts'

type Deps = { readonly db: Kysely<Tables>; readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'> }

const noConnector = '00000000-0000-0000-0000-000000000000'

export function createUsageService({ db, quotas }: Deps) {
  return {
    async get({ companyId }: Caller): Promise<Usage> {
      const { plan, since, isOperator, own, members, now } = await findPlan(db, companyId)
      const max = maximaOf({ plan, isOperator, own }, await currentBook(db), quotas)
      const from = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
      const month = { from, to: now.getTime() }
      const [connectors, schedules, { sums }] = await Promise.all([
        countConnectors(db, companyId),
        countSchedules(db, companyId, noConnector),
        figuresOf(db, { companyId, connectorIds: null }, [{ from, to: endOfMinute(month.to) }], { from, to: from }),
      ])
      const { delivered = 0, failed = 0, skipped = 0 } = sums[0] ?? {}
      return {
        ...{ plan, isOperator, since: since.toISOString(), members },
        month: { from: new Date(from).toISOString(), delivered, failed, skipped },
        connectors: { used: connectors, max: max.connectors },
        schedules: { used: schedules, max: max.schedules },
      }
    },
  }
}

/** The minute that is not over counts. */
const endOfMinute = (at: number) => Math.ceil(at / 60_000) * 60_000
