/** What a plan holds: limits of the price book, and what a company that costs nothing may have and do (finding T11), read from the environment. */
import type { Kysely } from 'kysely'

import type { OwnMaxima } from '#contract/billing/own-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { type AttemptLimiter, createAttemptLimiter } from '../../platform/http/attempt-limiter.ts'
import { countConnectors, countSchedules, findOwnCalls, isFree, isUnpaid } from '../../records/runs/quotas.repository.ts'
import { holdCompany } from '../auth/companies.repository.ts'
import { counted } from '../kit/counted.ts'
import { findSpending, holdsFrom, onHold, refreshHolds, refusedUntil } from './holds/holds.ts'
import { maximaOf, type QuotaSettings } from './limits.ts'
import { findCompanyPlan, setOwnLimits } from './plans.repository.ts'
import { agreedBook } from './prices.repository.ts'

export type Quotas = ReturnType<typeof createQuotas>

const minute = 60_000
/** Milliseconds that a look at the plan of a company is believed. */
const knownFor = 60_000
const knownMax = 10_000
/** Different limits of calls that companies have of their own. */
const ownCallsMax = 1_000

export function createQuotas(db: Kysely<Tables>, quotas: QuotaSettings) {
  const calls = createAttemptLimiter({ max: quotas.calls, window: minute })
  /** Of companies with a limit of their own, by that limit. */
  const ownCalls = new Map<number, AttemptLimiter>()
  const known = new Map<string, { readonly max: number | null; readonly until: number }>()

  /** Calls a minute; null: no limit. */
  async function callsOf(companyId: string): Promise<number | null> {
    const now = performance.now()
    const found = known.get(companyId)
    if (found && found.until > now) return found.max
    const ofPlan = (await isFree(db, companyId)) ? quotas.calls : null
    const it = { max: (await findOwnCalls(db, companyId)) ?? ofPlan, until: now + knownFor }
    if (known.size >= knownMax) known.delete(known.keys().next().value ?? '')
    known.set(companyId, it)
    return it.max
  }

  function limiterOf(max: number): AttemptLimiter {
    if (max === quotas.calls) return calls
    const found = ownCalls.get(max) ?? createAttemptLimiter({ max, window: minute })
    if (ownCalls.size >= ownCallsMax) ownCalls.delete(ownCalls.keys().next().value ?? max)
    ownCalls.set(max, found)
    return found
  }

  const maxima = async (tx: Kysely<Tables>, companyId: string) =>
    maximaOf(await findCompanyPlan(tx, companyId), await agreedBook(tx, companyId), quotas)

  return {
    /** In the commit that adds a connector, after it was added. @throws `quota/connectors`. */
    async refuseConnectors(tx: Kysely<Tables>, companyId: string): Promise<void> {
      const { connectors } = await maxima(tx, companyId)
      if (connectors === null) return
      await holdCompany(tx, companyId)
      if ((await countConnectors(tx, companyId)) <= connectors) return
      throw refusal('quota/connectors', {
        message: `Your plan allows ${counted(connectors, 'connector')}. Delete one you no longer need.`,
      })
    },

    /** In the commit that asks somebody in, after that was written. @throws `quota/members`. */
    async refuseMembers(tx: Kysely<Tables>, companyId: string): Promise<void> {
      const { members } = await maxima(tx, companyId)
      if (members === null) return
      await holdCompany(tx, companyId)
      if ((await findCompanyPlan(tx, companyId)).members <= members) return
      const message = `Your plan allows ${counted(members, 'member')}, including open invitations. Remove one, or choose a larger plan.`
      throw refusal('quota/members', { message })
    },

    /** Before a run or a replay is started by a person. @throws `quota/records`, `quota/budget`, `billing/suspended`. */
    async refuseRun(tx: Kysely<Tables>, { companyId, connectorId }: { companyId: string; connectorId: string }): Promise<void> {
      if (await isUnpaid(tx, companyId)) throw refusal('billing/suspended')
      const found = await findSpending(tx, companyId, quotas)
      const hold = found && holdsFrom(found).find((it) => it.connectorId === null || it.connectorId === connectorId)
      if (!hold) return
      throw refusal(`quota/${hold.cause}`, {
        message: `${hold.reason.replace(onHold, '')} ${refusedUntil[hold.cause](hold.until)}`,
      })
    },

    /** In the commit that changed a plan or a budget. */
    refreshHolds: async (tx: Kysely<Tables>, companyId: string): Promise<void> => {
      await refreshHolds(tx, companyId, quotas)
    },

    /** What the plan of a company holds by itself, calls a minute included; null: no limit. */
    async ofPlan(of: Kysely<Tables>, companyId: string) {
      const company = await findCompanyPlan(of, companyId)
      const max = maximaOf({ ...company, own: {} }, await agreedBook(of, companyId), quotas)
      return { ...max, calls: (await isFree(of, companyId)) ? quotas.calls : null, own: company.own }
    },

    /** In the commit that sets limits of one company; they hold at once in this process, and within a minute in others. */
    async setOwn(tx: Kysely<Tables>, companyId: string, own: OwnMaxima): Promise<void> {
      await setOwnLimits(tx, companyId, own)
      await refreshHolds(tx, companyId, quotas)
      known.delete(companyId)
    },

    /**
     * In the commit that begins a deployment.
     * @param period seconds between the two starts that lie closest together; `Infinity` of what does not start by itself.
     * @throws `quota/schedules` or `quota/period`.
     */
    async refuseSchedule(tx: Kysely<Tables>, whose: { companyId: string; connectorId: string }, period: number): Promise<void> {
      if (period === Number.POSITIVE_INFINITY || !(await isFree(tx, whose.companyId))) return
      if (period < quotas.period) {
        const message = `Your plan allows one start per connector every ${counted(quotas.period, 'second')}. Choose a longer interval.`
        throw refusal('quota/period', {
          message,
          errors: [{ path: '/trigger', message: `starts more often than every ${counted(quotas.period, 'second')}` }],
        })
      }
      await holdCompany(tx, whose.companyId)
      if ((await countSchedules(tx, whose.companyId, whose.connectorId)) < quotas.schedules) return
      throw refusal('quota/schedules', {
        message: `Your plan allows ${counted(quotas.schedules, 'connector')} with a schedule. Remove the schedule of another connector, or delete that connector.`,
      })
    },

    /** @throws `quota/calls`. */
    async refuseCall(companyId: string): Promise<void> {
      const max = await callsOf(companyId)
      if (max === null) return
      const wait = max === 0 ? minute : limiterOf(max).take(companyId)
      if (wait > 0) throw refusal('quota/calls', { retryAfter: wait })
    },
  }
}
