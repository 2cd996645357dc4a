/** Enrichments of a run, read from the ledger. */
import type { Kysely } from 'kysely'
import type { lookupEndpoints } from '#contract/connectors/runs/lookup.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { listLookups } from '#server/records/runs/lookups.repository.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { findConnector } from '../details/connectors.repository.ts'

export type LookupService = ReturnType<typeof createLookupService>

const pageSize = 20

type List = typeof lookupEndpoints.list

export function createLookupService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** @throws `connector/not-found`, `run/not-found`. */
    async list(
      caller: Caller,
      { id: connectorId, runId }: { readonly id: string; readonly runId: string },
      { page = 1, limit = pageSize }: QueryOf<List>,
    ): Promise<ReplyOf<List>> {
      const record = await findConnector(db, tenantScopeOf(caller), connectorId)
      if (!record) throw refusal('connector/not-found')
      const { companyId } = record
      if (!(await findRun(db, companyId, connectorId, runId))) throw refusal('run/not-found')
      const { data, total } = await listLookups(db, { companyId, connectorId, runId }, { page, limit })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },
  }
}
