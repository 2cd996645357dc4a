/** Operators who look into companies, and what they see there. */
import { type Kysely, sql } from 'kysely'

import type { LookedInto } from '#contract/admin/looking.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Whose = { readonly companyId: string; readonly operatorId: string }

export async function beginLook(
  tx: Db,
  it: Whose & { readonly id: string; readonly reason: string },
  minutes: number,
): Promise<void> {
  await tx
    .insertInto('company_looks')
    .values({
      ...{ id: it.id, company_id: it.companyId, operator_id: it.operatorId, reason: it.reason },
      until: sql<Date>`now() + ${minutes} * interval '1 minute'`,
    })
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

/** Null where the operator does not look into the company, or no longer. */
export async function findLook(db: Db, { companyId, operatorId }: Whose) {
  const row = await db
    .selectFrom('company_looks')
    .select(['company_id as companyId', 'reason', 'began_at as beganAt', 'until'])
    .where('company_id', '=', companyId)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { ...row, beganAt: row.beganAt.toISOString(), until: row.until.toISOString() } : null
}

/** False where the operator does not look into the company. */
export async function endLook(tx: Db, { companyId, operatorId }: Whose): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('company_looks')
    .set({ ended_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .where('until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Row = Omit<LookedInto['connectors'][number], 'lastRun'> & {
  readonly runStatus: string | null
  readonly at: Date | null
  readonly delivered: number | null
  readonly failedRecords: number | null
  readonly error: string | null
}

/** No configuration, no payload and no words of other systems are read. */
export async function readInto(db: Db, companyId: string, limit: number): Promise<Pick<LookedInto, 'connectors' | 'total'>> {
  const { rows } = await sql<Row>`
    select c.id, c.name, c.status,
      (select count(*)::int from alarms a where a.connector_id = c.id and a.company_id = c.company_id
        and a.state in ('raised', 'acknowledged')) as "openAlerts",
      r.status as "runStatus", coalesce(r.ended_at, r.started_at, r.created_at) as at, r.records_delivered as delivered,
      r.records_failed as "failedRecords", r.error ->> 'code' as error
    from connectors c left join lateral (
      select * from runs n where n.company_id = c.company_id and n.connector_id = c.id order by n.created_at desc, n.id desc limit 1) r on true
    where c.company_id = ${companyId} and c.deleted_at is null order by lower(c.name), c.id limit ${limit}`.execute(db)
  const { total } = await db
    .selectFrom('connectors')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const connectors = rows.map(({ runStatus, at, delivered, failedRecords, error, ...row }) => ({
    ...row,
    lastRun:
      runStatus === null || at === null
        ? null
        : { status: runStatus, at: at.toISOString(), delivered: delivered ?? 0, failed: failedRecords ?? 0, error },
  }))
  return { connectors, total: Number(total) }
}
