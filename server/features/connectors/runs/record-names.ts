/** What people call records that are known by the ids of their transactions. */
import { type Kysely, sql } from 'kysely'

import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { copyColdTransactions } from '#server/records/ledger/cold-copies.repository.ts'
import { type RecordPlace, recordsOf } from '#server/records/ledger/read-records.repository.ts'
import { maskOf } from './payload-text.ts'
import { newBudget } from './payloads.repository.ts'
import type { LedgerRow } from './transaction-rows.repository.ts'
import { ledgerColumns, transactionsOf } from './transactions.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault }
export type RecordsOf = { readonly companyId: string; readonly connectorId: string }

/** Digits of an id that are of the run; the rest is the place in it. */
const runDigits = 28
const placeMax = 0x7fffffff

/** The names by id, secrets masked. Records without one, and those that wait to be sent, are missing. */
export async function recordNames(
  { db, vault }: Deps,
  { companyId, connectorId }: RecordsOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const given = ids
    .map((id) => {
      const run = id.slice(0, runDigits)
      return { low: `${run}00000000`, high: `${run}ffffffff`, place: Number.parseInt(id.slice(runDigits), 16) }
    })
    .filter(({ place }) => place <= placeMax)
  if (given.length === 0) return new Map()
  await copyColdTransactions(db, companyId, ids)
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${JSON.stringify(given)}::json) as k(low uuid, high uuid, place int)
    join runs r on r.id between k.low and k.high and r.company_id = ${companyId} and r.connector_id = ${connectorId}
    join transactions t on t.run_id = r.id and t.position = k.place and t.company_id = r.company_id`.execute(db)
  const mask = await maskOf({ db, vault }, companyId)
  const named = await withNames(db, companyId, await transactionsOf(db, companyId, rows, newBudget()), mask)
  return new Map(named.flatMap(({ transactionId, recordName }) => (recordName ? [[transactionId, recordName]] : [])))
}

/** Its run, and its place in the run. */
const placeOf = ({ runId, transactionId }: Transaction): RecordPlace => ({
  runId,
  position: Number.parseInt(transactionId.slice(runDigits), 16),
})

/** Whether nothing was made of it for the destination: then only the record as it was read says what people call it. */
const wasNeverMade = ({ payload, payloadLeftOut, payloadNotKept }: Transaction) =>
  payload === null && payloadLeftOut === undefined && payloadNotKept === undefined

/** Transactions with their payload masked and with what people call them. Where reading them comes to too much, the rest have no names. */
export async function withNames(
  db: Kysely<Tables>,
  companyId: string,
  transactions: readonly Transaction[],
  mask: (payload: unknown) => unknown,
): Promise<Transaction[]> {
  const unmade = transactions.filter(wasNeverMade)
  const read = await recordsOf(db, companyId, unmade.map(placeOf))
  const records = new Map(unmade.map(({ transactionId }, at) => [transactionId, read[at]?.record]))
  return transactions.map((it) => {
    const payload = mask(it.payload)
    return { ...it, payload, recordName: recordNameOf(wasNeverMade(it) ? mask(records.get(it.transactionId)) : payload) }
  })
}
