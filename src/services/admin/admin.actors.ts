/** Joins the Admin Console to its calls. */
import { adminEndpoints } from '#contract/admin/platform.ts'
import { auditEndpoints } from '#contract/kit/audit.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000
const changesShown = 5

/** The state of the installation, as a list of one. */
export const platformMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(adminEndpoints.platform, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

/** The state of the own company, as a list of one. */
export const companyMachine = (access: Access) =>
  listOf(async (_, signal) => ({ items: [await call(adminEndpoints.company, { access, signal })], total: 1 })).provide({
    delays: { refreshPause },
  })

/** The latest changes of the own company. */
export const latestChangesMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const { data, total } = await call(auditEndpoints.list, { access, query: { limit: changesShown }, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })
