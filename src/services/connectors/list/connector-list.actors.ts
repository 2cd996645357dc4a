/** Apart from what a single connector needs: the pages of templates list them and nothing more. */

import type { Access } from '../../kit/api-client.ts'
import { listOf } from '../../kit/list.actors.ts'
import { listConnectors } from './connector-list.service.ts'

/** Every connector of one person; `query.userId`. */
export const connectorListMachine = (access: Access) =>
  listOf(async (query, signal) => {
    const items = await listConnectors(access, String(query['userId']), signal)
    return { items, total: items.length }
  })
