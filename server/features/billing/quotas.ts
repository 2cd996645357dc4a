/** What a plan holds: limits of the price book, and what a company that costs nothing may have and do (finding T11), read from the environment. */
import type { Kysely } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts'
import { holdCompany } from '../auth/companies.repository.ts'
import { counted } from '../kit/counted.ts'
import { refusedUntil } from './holds/hold-texts.ts'
import { findSpending, holdsFrom, refreshHolds } from './holds/holds.ts'
import { maximaOf } from './limits.ts'
import { findCompanyPlan } from './plans.repository.ts'
import { currentBook } from './prices.repository.ts'
import { countConnectors, countSchedules, isFree, isUnpaid } from './quotas.repository.ts'

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

export type Quotas = ReturnType<typeof createQuotas>

const minute = 60_000
/** Milliseconds that a look at the plan of a company is believed. */
const knownFor = 60_000
const knownMax = 10_000

export function createQuotas(db: Kysely<Tables>, quotas: QuotaSettings) {
  const calls = createAttemptLimiter({ max: quotas.calls, window: minute })
  const known = new Map<string, { readonly isFree: boolean; readonly until: number }>()

  async function isBounded(companyId: string): Promise<boolean> {
    const now = performance.now()
    const found = known.get(companyId)
    if (found && found.until > now) return found.isFree
    const it = { isFree: await isFree(db, companyId), until: now + knownFor }
    if (known.size >= knownMax) known.delete(known.keys().next().value ?? '')
    known.set(companyId, it)
    return it.isFree
  }

  const maxima = async (tx: Kysely<Tables>, companyId: string) =>
    maximaOf(await findCompanyPlan(tx, companyId), await currentBook(tx), quotas)

  return {
    /** In the commit that adds a connector, after it was added. @throws `quota/connectors`. */
    async refuseConnectors(tx: Kysely<Tables>, companyId: string): Promise<void> {
      const { connectors } = await maxima(tx, companyId)
      if (connectors === null) return
      await holdCompany(tx, companyId)
      if ((await countConnectors(tx, companyId)) <= connectors) return
      throw refusal('quota/connectors', {
        message: `Your plan holds ${counted(connectors, 'connector')}. Delete one that is no longer needed.`,
      })
    },

    /** In the commit that asks somebody in, after that was written. @throws `quota/members`. */
    async refuseMembers(tx: Kysely<Tables>, companyId: string): Promise<void> {
      const { members } = await maxima(tx, companyId)
      if (members === null) return
      await holdCompany(tx, companyId)
      if ((await findCompanyPlan(tx, companyId)).members <= members) return
      const message = `Your plan holds ${counted(members, 'member')}, open invitations included. Remove one, or choose a larger plan.`
      throw refusal('quota/members', { message })
    },

    /** Before a run or a replay is started by a person. @throws `quota/records`, `quota/budget`, `billing/suspended`. */
    async refuseRun(tx: Kysely<Tables>, { companyId, connectorId }: { companyId: string; connectorId: string }): Promise<void> {
      if (await isUnpaid(tx, companyId)) throw refusal('billing/suspended')
      const found = await findSpending(tx, companyId, quotas)
      const hold = found && holdsFrom(found).find((it) => it.connectorId === null || it.connectorId === connectorId)
      if (!hold) return
      throw refusal(`quota/${hold.cause}`, {
        message: `${hold.reason.replace('Held: the', 'The')} ${refusedUntil[hold.cause](hold.until)}`,
      })
    },

    /** In the commit that changed a plan or a budget. */
    refreshHolds: async (tx: Kysely<Tables>, companyId: string): Promise<void> => {
      await refreshHolds(tx, companyId, quotas)
    },

    /**
     * In the commit that begins a deployment.
     * @param period seconds between the two starts that lie closest together; `Infinity` of what does not start by itself.
     * @throws `quota/schedules` or `quota/period`.
     */
    async refuseSchedule(tx: Kysely<Tables>, whose: { companyId: string; connectorId: string }, period: number): Promise<void> {
      if (period === Number.POSITIVE_INFINITY || !(await isFree(tx, whose.companyId))) return
      if (period < quotas.period) {
        const message = `Your plan starts a connector at most every ${counted(quotas.period, 'second')}. Choose a longer time between two starts.`
        throw refusal('quota/period', {
          message,
          errors: [{ path: '/trigger', message: `starts more often than every ${quotas.period} s` }],
        })
      }
      await holdCompany(tx, whose.companyId)
      if ((await countSchedules(tx, whose.companyId, whose.connectorId)) < quotas.schedules) return
      throw refusal('quota/schedules', {
        message: `Your plan holds ${counted(quotas.schedules, 'connector')} with a schedule. Give another one no schedule, or delete it.`,
      })
    },

    /** @throws `quota/calls`. */
    async refuseCall(companyId: string): Promise<void> {
      if (!(await isBounded(companyId))) return
      const wait = calls.take(companyId)
      if (wait > 0) throw refusal('quota/calls', { retryAfter: wait })
    },
  }
}
