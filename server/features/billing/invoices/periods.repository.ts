/** Which months of a company are closed, and what stands on their invoices. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

/** Months that are over before this instant and are not closed, the oldest first. A company is billed from the month of its first plan on. */
export async function listUnclosed(db: Db, until: Date): Promise<{ companyId: string; period: string }[]> {
  const { rows } = await sql<{ companyId: string; period: string }>`
    select c.company_id as "companyId", m.at::date::text as period
    from (select company_id, date_trunc('month', min(at) at time zone 'UTC') as first from plan_changes group by 1) c
    cross join lateral generate_series(c.first, (${until}::timestamptz at time zone 'UTC') - interval '1 month', interval '1 month') as m(at)
    where not exists (select from billing_periods p where p.company_id = c.company_id and p.period = m.at::date)
    order by m.at, c.company_id limit 10000`.execute(db)
  return rows
}

/** False where somebody else has closed it. Until the commit ends, others wait for it. */
export async function beginPeriod(tx: Db, companyId: string, period: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into billing_periods (company_id, period) values (${companyId}, ${period}) on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}

export async function nameInvoiceOf(
  tx: Db,
  { companyId, period, invoiceId }: { readonly companyId: string; readonly period: string; readonly invoiceId: string },
): Promise<void> {
  await sql`update billing_periods set invoice_id = ${invoiceId} where company_id = ${companyId} and period = ${period}`.execute(
    tx,
  )
}

export type UsageRow = { readonly connectorId: string; readonly name: string; readonly day: string; readonly records: number }

/** Puts everything that is frozen and on no invoice yet onto that of this month, late days of earlier months included. */
export async function billUsage(
  tx: Db,
  { companyId, period, before }: { readonly companyId: string; readonly period: string; readonly before: string },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    with billed as (
      update usage_days set period = ${period}
      where company_id = ${companyId} and period is null and day < ${before}::date
        and day >= (select date_trunc('month', min(at) at time zone 'UTC')::date from plan_changes where company_id = ${companyId})
      returning connector_id, day, delivered, uncharged)
    select b.connector_id as "connectorId", coalesce(c.name, '') as name, b.day::text as day, sum(b.delivered - b.uncharged)::int8 as records
    from billed b left join connectors c on c.id = b.connector_id and c.company_id = ${companyId}
    group by 1, 2, 3 order by 3, 2, 1`.execute(tx)
  return rows
}

type Systems = {
  readonly id: string
  readonly sourceUrl: string | null
  readonly sourceType: string | null
  readonly destinationUrl: string | null
  readonly destinationType: string | null
}

/** Where connectors read from and write to, as their drafts say. */
export async function findSystems(tx: Db, companyId: string, ids: readonly string[]): Promise<Systems[]> {
  const { rows } = await sql<Systems>`
    select id, draft -> 'source' ->> 'url' as "sourceUrl", draft -> 'source' ->> 'type' as "sourceType",
      draft -> 'destination' ->> 'url' as "destinationUrl", draft -> 'destination' ->> 'type' as "destinationType"
    from connectors where company_id = ${companyId} and id = any(${ids}::uuid[])`.execute(tx)
  return rows
}
