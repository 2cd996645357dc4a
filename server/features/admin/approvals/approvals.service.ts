/** What of all companies waits, as one list. Each is decided where it belongs; the list only finds it. */
import type { Kysely } from 'kysely'

import { approvalsMax } from '#contract/admin/approval-limits.ts'
import type { Approval } from '#contract/admin/approvals.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { endpointRequests } from '../../settings/network/endpoint-decisions.service.ts'
import { listWaiting } from './approvals.repository.ts'

export function createApprovalsService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    async list(): Promise<{ data: Approval[]; total: number }> {
      const rows = await listWaiting(db, approvalsMax)
      const requests = rows.some(({ kind }) => kind === 'privateEndpoint') ? (await endpointRequests(db)).data : []
      const totals = new Map(rows.map(({ kind, total }) => [kind, total]))
      const data = rows.map(({ total: _, since, ...row }) => ({
        ...row,
        since: since.toISOString(),
        endpoint: row.kind === 'privateEndpoint' ? (requests.find(({ id }) => id === row.id) ?? null) : null,
      }))
      return { data, total: [...totals.values()].reduce((sum, each) => sum + each, 0) }
    },
  }
}
