/** Joins the list of what the engine runs to its call. */

import type { Access } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { listConnectors } from './connector-list.service.ts'

/** Every connector that the caller sees. All of them are read each time, so it is not done every moment. */
export const engineListMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const items = await listConnectors(access, undefined, signal)
    return { items, total: items.length }
  }).provide({ delays: { refreshPause: 15_000 } })
