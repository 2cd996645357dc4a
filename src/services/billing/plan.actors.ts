/** Joins the plan of a company to its calls. */
import { planEndpoints } from '#contract/billing/plan.ts'
import { planComparisonEndpoints } from '#contract/billing/plan-comparison.ts'
import type { PlanName } from '#contract/billing/price-book.ts'
import { planChangeMachine } from '../../machines/billing/plan-change.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings: amounts change slowly. */
const refreshPause = 15_000

export const planMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(planEndpoints.get, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

/** What each plan would have cost this month. */
export const planComparisonMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(planComparisonEndpoints.get, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

/** @param announce with whether the plan is only requested: it starts when the operator has approved it. */
export const planChangeFor = (access: Access, announce: (plan: PlanName, isRequested: boolean) => void) => {
  let isRequested = false
  return planChangeMachine.provide({
    actors: {
      readPreview: actorFrom((to, signal) => call(planEndpoints.preview, { access, query: { to }, signal })),
      changePlan: actorFrom(async (plan, signal) => {
        const state = await call(planEndpoints.change, { access, body: { plan }, signal })
        isRequested = state.plan !== plan
        return state
      }),
    },
    actions: { announceChanged: (_, { plan }) => announce(plan, isRequested) },
  })
}

/** The version of the price book that is accepted is the id of the action. */
export const newPricesMachine = (access: Access, announce: () => void) =>
  confirmedActionOf({
    act: ({ id }, signal) => call(planEndpoints.agree, { access, body: { version: Number(id) }, signal }),
    announce,
  })
