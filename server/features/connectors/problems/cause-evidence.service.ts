/** What the records that were lost for a cause have in common. */
import type { Kysely } from 'kysely'
import { type CauseEvidence, comparedRecordsMax } from '#contract/connectors/problems/cause-evidence.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { findConnector } from '../details/connectors.repository.ts'
import { maskOf } from '../runs/payload-text.ts'
import { pageOfTransactions } from '../runs/transactions.repository.ts'
import { affectedOf } from './affected.ts'
import { differencesOf, fixedBy } from './differences.ts'
import { filledFrom } from './mapped-field.ts'
import { firstVersionOf } from './problem-groups.repository.ts'

export type CauseEvidenceService = ReturnType<typeof createCauseEvidenceService>

type EvidenceQuery = {
  readonly id: string
  readonly causeId: string
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const made = ({ payload, payloadLeftOut }: Transaction) => payload !== null && payload !== undefined && payloadLeftOut !== true

/** The last digits of a transaction are the place of its record in the run. */
const placeOf = (transactionId: string) => Number.parseInt(transactionId.slice(-8), 16)

/** One line of each record, newest first as they come: what failed in three runs is one record. A key that is only a place is of one run alone. */
function newestOfEach(records: readonly Transaction[]): readonly Transaction[] {
  const nameOf = ({ recordKey, transactionId }: Transaction) =>
    recordKey === String(placeOf(transactionId)) ? transactionId : recordKey
  const found = new Map<string, Transaction>()
  for (const record of records) if (!found.has(nameOf(record))) found.set(nameOf(record), record)
  return [...found.values()]
}

export function createCauseEvidenceService({ db, vault }: { readonly db: Kysely<Tables>; readonly vault: Vault }) {
  return {
    /** @throws `connector/not-found`, `cause/not-found`. */
    async read(caller: Caller, { id, causeId, from, to }: EvidenceQuery): Promise<CauseEvidence> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (record?.connector._id !== id) throw refusal('connector/not-found')
      const { companyId } = record
      const read = await inOneSnapshot(db, async (tx) => {
        const of = { companyId, connectorId: id }
        const asked = { ...of, problem: causeId, startDate: from, endDate: to }
        const lost = (await pageOfTransactions(tx, asked, 1, comparedRecordsMax)).transactions
        const [newest] = lost
        if (newest === undefined) throw refusal('cause/not-found')
        const succeeded = { ...of, runId: newest.runId, status: 'success' } as const
        const delivered = (await pageOfTransactions(tx, succeeded, 1, comparedRecordsMax)).transactions
        const { dataMapping } = await readVersion(tx, companyId, id, newest.version)
        return { lost, delivered, dataMapping, firstVersion: await firstVersionOf(tx, { ...of, from, to }, causeId) }
      })
      const mask = await maskOf({ db, vault }, companyId)
      const payloadsOf = (records: readonly Transaction[]) =>
        newestOfEach(records)
          .filter(made)
          .map(({ payload }) => mask(payload))
      const lost = payloadsOf(read.lost)
      const delivered = payloadsOf(read.delivered)
      const said = read.lost[0]?.error
      const hint = `${said?.message ?? ''} ${said?.answer?.body ?? ''}`
      const differences = differencesOf(lost, delivered, hint).map((it) => ({
        ...it,
        from: filledFrom(it.path, read.dataMapping),
        fixed: fixedBy(lost, delivered, it),
      }))
      const affected = affectedOf(lost, delivered)
      return { firstVersion: read.firstVersion, lost: lost.length, delivered: delivered.length, differences, affected }
    },
  }
}
