/** What people call records that are known by the ids of their transactions. */
import { type Kysely, sql } from 'kysely'

import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Vault } from '#server/platform/security/vault.ts'
import { maskOf } from './payload-text.ts'
import { newBudget } from './payloads.repository.ts'
import type { LedgerRow } from './transaction-rows.repository.ts'
import { ledgerColumns, transactionsOf } from './transactions.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault }
type OfConnector = { readonly companyId: string; readonly connectorId: string }

/** Digits of an id that are of the run; the rest is the place in it. */
const runDigits = 28
const placeMax = 0x7fffffff

/** The names by id, of what was made for the destination, secrets masked. Records without one, and those that wait to be sent, are missing. */
export async function recordNames(
  { db, vault }: Deps,
  { companyId, connectorId }: OfConnector,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const given = ids
    .map((id) => {
      const run = id.slice(0, runDigits)
      return { low: `${run}00000000`, high: `${run}ffffffff`, place: Number.parseInt(id.slice(runDigits), 16) }
    })
    .filter(({ place }) => place <= placeMax)
  if (given.length === 0) return new Map()
  const { rows } = await sql<LedgerRow>`
    select ${ledgerColumns} from json_to_recordset(${JSON.stringify(given)}::json) as k(low uuid, high uuid, place int)
    join runs r on r.id between k.low and k.high and r.company_id = ${companyId} and r.connector_id = ${connectorId}
    join transactions t on t.run_id = r.id and t.position = k.place and t.company_id = r.company_id`.execute(db)
  const mask = await maskOf({ db, vault }, companyId)
  const names = new Map<string, string>()
  for (const { transactionId, payload } of await transactionsOf(db, companyId, rows, newBudget())) {
    const name = recordNameOf(mask(payload))
    if (name !== null) names.set(transactionId, name)
  }
  return names
}
