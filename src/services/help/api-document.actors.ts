/** Reads the description of the API, as a list of its operations. */
import { platformEndpoints } from '#contract/shell/platform.ts'
import { type ApiDocument, type ApiOperation, operationsOf } from '../../machines/help/api-operations.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds: it changes with the program only. */
const pause = 3_600_000

export const apiOperationsMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly ApiOperation[]; total: number }> => {
    const items = operationsOf((await call(platformEndpoints.description, { access, signal })) as ApiDocument)
    return { items, total: items.length }
  }).provide({ delays: { refreshPause: pause } })
