/** Joins the plan of a company to its calls. */
import { planEndpoints } from '#contract/billing/plan.ts'
import { type PlanName, planNames } from '#contract/billing/price-book.ts'
import type { PlannedAction } from '../../machines/kit/confirmed-action.machine.ts'
import { type Access, call } from '../kit/api-client.ts'
import { confirmedActionOf } from '../kit/confirmed-action.actors.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings: amounts change slowly. */
const refreshPause = 15_000

export const planMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(planEndpoints.get, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

export const planPreviewMachine = (access: Access, to: PlanName) =>
  listOf(async (_, signal) => ({
    items: [await call(planEndpoints.preview, { access, query: { to }, signal })],
    total: 1,
  })).provide({
    delays: { refreshPause },
  })

const planOf = (action: PlannedAction): PlanName => planNames.find((name) => name === action.id) ?? 'Basic'

export const planChangeMachine = (access: Access, announce: (plan: PlanName) => void) =>
  confirmedActionOf({
    act: (action, signal) => call(planEndpoints.change, { access, body: { plan: planOf(action) }, signal }),
    announce: (action) => announce(planOf(action)),
  })
