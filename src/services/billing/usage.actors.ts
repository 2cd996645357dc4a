import { usageDaysEndpoints } from '#contract/billing/usage-days.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings: the chart is of days. */
const refreshPause = 60_000

/** Delivered records of this month by day, as a list of one. */
export const usageDaysMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(usageDaysEndpoints.get, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })
