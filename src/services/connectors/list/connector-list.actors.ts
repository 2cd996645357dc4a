/** Apart from what a single connector needs: the pages of templates list them and nothing more. */
import { listConnectors } from '../services/connector-list.service.ts'
import type { Access } from '../services/http.ts'
import { listOf } from './list.ts'

/** Every connector of one person; `query.userId`. */
export const connectorListMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const items = await listConnectors(access, String(query['userId']), signal)
    return { items, total: items.length }
  })
