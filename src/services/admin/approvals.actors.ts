/** Joins what waits for the operator's decision to its call. */
import { type Approval, approvalEndpoints } from '#contract/admin/approvals.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Milliseconds between two readings. */
const refreshPause = 15_000

export const approvalsMachine = (access: Access) =>
  listOf(async (_, signal): Promise<{ items: readonly Approval[]; total: number }> => {
    const { data, total } = await call(approvalEndpoints.list, { access, signal })
    return { items: data, total }
  }).provide({ delays: { refreshPause } })
