/** Look-ups of a run, read from the ledger. */
import type { Kysely } from 'kysely'

import type { QueryOf, ReplyOf } from '../../contract/endpoint.ts'
import type { lookupEndpoints } from '../../contract/lookup.ts'
import { refusal } from '../../contract/problem.ts'
import type { Caller } from '../access.ts'
import { findConnector } from '../store/connectors.ts'
import { listLookups } from '../store/lookups.ts'
import { findRun } from '../store/runs.ts'
import type { Tables } from '../store/tables.ts'
import { sightOf } from './sight.ts'

export type LookupDesk = ReturnType<typeof createLookupDesk>

const pageSize = 20

type List = typeof lookupEndpoints.list

export function createLookupDesk({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** @throws `connector/not-found`, `run/not-found`. */
    async list(
      caller: Caller,
      { id: connectorId, runId }: { readonly id: string; readonly runId: string },
      { page = 1, limit = pageSize }: QueryOf<List>,
    ): Promise<ReplyOf<List>> {
      const record = await findConnector(db, sightOf(caller), connectorId)
      if (!record) throw refusal('connector/not-found')
      const { companyId } = record
      if (!(await findRun(db, companyId, connectorId, runId))) throw refusal('run/not-found')
      const { data, total } = await listLookups(db, { companyId, connectorId, runId }, { page, limit })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },
  }
}
