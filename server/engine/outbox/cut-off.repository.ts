/**
 * Deliveries that may have been on their way when their run was broken off: its process ended, or could not go on. They are sent again, and
 * destinations that do not know their keys may have them twice: so it is written down of each of them, and told of what arrives.
 */
import { type Kysely, sql } from 'kysely'

import { problem } from '#contract/kit/problem.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { PendingDelivery } from '../../records/ledger/source-pages.repository.ts'
import { asOwner, type Lease, leasedRow, OwnershipLost, ownedBy } from '../../records/runs/run-leases.repository.ts'

type Db = Kysely<Tables>

/** Writes an attempt of unknown outcome down for each of some deliveries, in one statement. Making it again changes nothing. Throws `OwnershipLost`. */
export const addCutOff = (db: Db, run: Lease, deliveries: readonly PendingDelivery[]): Promise<void> =>
  asOwner(
    db,
    run,
    (tx, owner) => writeCutOff(tx, owner, deliveries),
    async (tx) => (await sql`select 1 from ${leasedRow(run)} where ${ownedBy(run)} for update`.execute(tx)).rows.length > 0,
  )

async function writeCutOff(db: Db, run: Lease, deliveries: readonly PendingDelivery[]): Promise<void> {
  const lines = deliveries.map(({ delivery, attempts, notBefore }) => ({ p: delivery.position, n: attempts + 1, w: notBefore }))
  const { rows } = await sql`
    with own as (
      select id, company_id from runs
      where id = ${run.id} and company_id = ${run.companyId} and owner = ${run.owner} and epoch = ${run.epoch} for update),
    tried as (
      insert into attempts (company_id, run_id, position, number, outcome, started_at, ended_at, next_attempt_at, error)
      select own.company_id, own.id, p, n, 'unknown', now(), now(), w, ${jsonText(problem('destination/cut-off'))}::jsonb
      from own, json_to_recordset(${jsonText(lines)}::json) as g(p int, n int, w timestamptz)
      on conflict do nothing)
    select 1 from own`.execute(db)
  if (rows.length === 0) throw new OwnershipLost(run.id)
}

/** Why what a run delivered may have arrived before: a response was lost, or the run was broken off. Of what did not arrive in the end neither is said. */
export type Doubts = { readonly isLost: boolean; readonly isCutOff: boolean }

export async function doubtsOf(db: Db, { companyId, id }: Pick<Lease, 'companyId' | 'id'>): Promise<Doubts> {
  const { rows } = await sql<Doubts>`
    select coalesce(bool_or(error ->> 'code' is distinct from 'destination/cut-off'), false) as "isLost",
      coalesce(bool_or(error ->> 'code' = 'destination/cut-off'), false) as "isCutOff"
    from attempts a where run_id = ${id} and company_id = ${companyId} and outcome = 'unknown'
      and exists (select from attempts b where b.run_id = a.run_id and b.position = a.position and b.number > a.number
        and (b.outcome in ('delivered', 'partial') or b.ends = 'divided'))`.execute(db)
  return rows[0] ?? { isLost: false, isCutOff: false }
}
