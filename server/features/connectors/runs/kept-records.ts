/** The newest kept records of a connector, each once, with the values that it was read and sent with. */
import type { Kysely } from 'kysely'
import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { recordsOf } from '#server/records/ledger/read-records.repository.ts'
import { maskOf } from './payload-text.ts'
import { pageOfTransactions } from './transactions.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault }
export type KeptQuery = {
  readonly companyId: string
  readonly connectorId: string
  /** ISO 8601; absent: as long as records are kept. */
  readonly startDate?: string
  readonly endDate?: string
}
export type KeptRecord = {
  readonly key: string
  /** What people call it; its key where it has no name. */
  readonly name: string
  readonly status: Transaction['status']
  /** As it was sent and as it was read, secrets masked; only those that are kept. */
  readonly values: readonly unknown[]
}
export type KeptRecords = {
  readonly records: readonly KeptRecord[]
  /** Records that were looked at without their values: they are not kept, or are too many bytes. */
  readonly withoutValues: number
  /** There are older ones, which were not looked at. */
  readonly isMore: boolean
}

const pageSize = 500
/** Transactions that are looked at. */
const readMax = 2_000

/** The last digits of a transaction are the place of its record in the run. */
const placeOf = ({ transactionId }: Transaction) => Number.parseInt(transactionId.slice(-8), 16)
/** A key that is only a place is of one run alone. */
const nameOf = (it: Transaction) => (it.recordKey === String(placeOf(it)) ? it.transactionId : it.recordKey)

export async function keptRecords({ db, vault }: Deps, filter: KeptQuery): Promise<KeptRecords> {
  const mask = await maskOf({ db, vault }, filter.companyId)
  const found = new Map<string, KeptRecord>()
  let [looked, total, withoutValues] = [0, 0, 0]
  for (let page = 1; looked < readMax; page += 1) {
    const { transactions, total: all } = await pageOfTransactions(db, filter, page, pageSize)
    total = all
    looked += transactions.length
    const fresh = transactions.filter((it) => !found.has(nameOf(it)))
    const read = await recordsOf(
      db,
      filter.companyId,
      fresh.map((it) => ({ runId: it.runId, position: placeOf(it) })),
    )
    for (const [at, it] of fresh.entries()) {
      if (found.has(nameOf(it))) continue
      const asRead = mask(read[at]?.record ?? null)
      const values = [mask(it.payload), asRead].filter((value) => value !== null && value !== undefined)
      if (values.length === 0) withoutValues += 1
      const name = recordNameOf(values[0]) ?? recordNameOf(asRead) ?? it.recordKey
      found.set(nameOf(it), { key: it.recordKey, name, status: it.status, values })
    }
    if (transactions.length < pageSize) break
  }
  return { records: [...found.values()], withoutValues, isMore: looked < total }
}
