/** Joins the list of what the engine runs to its call. */
import { listConnectors } from '../services/connector-list.service.ts'
import type { Access } from '../services/http.ts'
import { listOf } from './list.ts'

/** Every connector that the caller sees. All of them are read each time, so it is not done every moment. */
export const engineListMachine = (access: Access) =>
  listOf(async (_, signal) => {
    const items = await listConnectors(access, undefined, signal)
    return { items, total: items.length }
  }).provide({ delays: { refreshPause: 15_000 } })
