/** The runs of all connectors as a person sees them, and what the engine does now. */
import type { Kysely } from 'kysely'

import type { runListEndpoints } from '#contract/connectors/runs/run-list.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { pageOfGroup, pageOfRuns, pageOfStarts } from './run-list.repository.ts'

export type RunListService = ReturnType<typeof createRunListService>

const pageSize = 20

const enveloped = <Page extends { readonly total: number }>(it: Page, page: number, limit: number) => ({
  ...it,
  ...{ page, limit, totalPages: Math.ceil(it.total / limit) },
})

export function createRunListService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** @throws `request/malformed` for a time that ends before it begins. */
    async list(caller: Caller, query: QueryOf<typeof runListEndpoints.list>): Promise<ReplyOf<typeof runListEndpoints.list>> {
      const { page = 1, limit = pageSize, search = '', from, to, ...rest } = query
      if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
        const message = 'Choose an end after the start.'
        throw refusal('request/malformed', { message, errors: [{ path: '/from', message }] })
      }
      const asked = { ...rest, search: search.trim(), from, to, limit, offset: (page - 1) * limit }
      return enveloped(await inOneSnapshot(db, (tx) => pageOfRuns(tx, tenantScopeOf(caller), asked)), page, limit)
    },

    async group(
      caller: Caller,
      { page = 1, limit = pageSize, group = 'running' }: QueryOf<typeof runListEndpoints.group>,
    ): Promise<ReplyOf<typeof runListEndpoints.group>> {
      const asked = { group, limit, offset: (page - 1) * limit }
      return enveloped(await inOneSnapshot(db, (tx) => pageOfGroup(tx, tenantScopeOf(caller), asked)), page, limit)
    },

    async scheduled(
      caller: Caller,
      { page = 1, limit = pageSize }: QueryOf<typeof runListEndpoints.scheduled>,
    ): Promise<ReplyOf<typeof runListEndpoints.scheduled>> {
      const asked = { limit, offset: (page - 1) * limit }
      const { data, total } = await inOneSnapshot(db, (tx) => pageOfStarts(tx, tenantScopeOf(caller), asked))
      return enveloped({ data: data.map((it) => ({ ...it, at: it.at.toISOString() })), total }, page, limit)
    },
  }
}
