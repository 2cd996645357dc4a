/** Transactions of a connector, read from the ledger. */
import type { Kysely } from 'kysely'
import { pageSizeDefault, type TransactionPage, type transactionEndpoints } from '#contract/connectors/runs/transaction.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { checkEnds } from '#server/engine/ledger/range.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { findConnector } from '../details/connectors.repository.ts'
import { maskOf } from './payload-text.ts'
import { withNames } from './record-names.ts'
import { pageOfTransactions } from './transactions.repository.ts'

export type TransactionService = ReturnType<typeof createTransactionService>

export function createTransactionService({ db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault }) {
  return {
    /** @throws `analytics/range-reversed`, `-too-long`, `-empty`, `connector/not-found`. */
    async list(caller: Caller, connectorId: string, query: QueryOf<typeof transactionEndpoints.list>): Promise<TransactionPage> {
      checkEnds(query, '/query', query.problem === undefined)
      const record = await findConnector(db, tenantScopeOf(caller), connectorId)
      if (!record) throw refusal('connector/not-found')
      const { page = 1, pageSize = pageSizeDefault, runId, status, destination, problem, followUp, startDate, endDate } = query
      if (followUp !== undefined && (status !== undefined || problem !== undefined)) {
        const message = 'Choose either followUp, or a status or problem'
        throw refusal('request/malformed', { message: `${message}.`, errors: [{ path: '/query/followUp', message }] })
      }
      const filter = {
        companyId: record.companyId,
        connectorId,
        runId,
        status,
        destination,
        problem,
        followUp,
        startDate,
        endDate,
      }
      const { transactions: listed, total } = await pageOfTransactions(db, filter, page, pageSize)
      const mask = await maskOf({ db, vault }, record.companyId)
      const transactions = await withNames(db, record.companyId, listed, mask)
      return { transactions, pagination: { total, page, pageSize, totalPages: Math.ceil(total / pageSize) } }
    },
  }
}
