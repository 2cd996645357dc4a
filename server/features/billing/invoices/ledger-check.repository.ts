/** Whether the records on an invoice are those of the ledger: computed whenever it is read, and kept nowhere. */
import { type Kysely, sql } from 'kysely'

import type { LedgerCheck } from '#contract/billing/invoices.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { measured } from '../metering.repository.ts'

type Of = { readonly companyId: string; readonly id: string; readonly period: string; readonly periodEnd: string }

/**
 * `ledger`: what the ledger has charged of the days on the invoice, without what stands on other invoices or waits for the next one. Its late lines are
 * of days of earlier months, so these are compared too. Rows of replays may have been removed since: what was not charged is at least what was frozen.
 */
export async function checkAgainstLedger(db: Kysely<Tables>, { companyId, id, period, periodEnd }: Of): Promise<LedgerCheck> {
  const { rows: spans } = await sql<{ from: Date; to: Date }>`
    select greatest(
        (select date_trunc('month', min(at) at time zone 'UTC')::date from plan_changes where company_id = ${companyId}),
        least(${period}::date, (select min(day) from usage_days where company_id = ${companyId} and period = ${period}::date)))::timestamp
        at time zone 'UTC' as from,
      (${periodEnd}::date + 1)::timestamp at time zone 'UTC' as to`.execute(db)
  const [span] = spans
  if (span === undefined) throw new Error('the invoice has no days')
  const { rows } = await sql<{ lines: number; ledger: number; amounts: number; total: number }>`
    with ${measured({ ...span, companyId })},
    frozen as (
      select connector_id, day, sum(uncharged)::bigint as uncharged,
        coalesce(sum(delivered - uncharged) filter (where period is distinct from ${period}::date), 0)::bigint as elsewhere
      from usage_days where company_id = ${companyId}
        and day >= (${span.from}::timestamptz at time zone 'UTC')::date and day < (${span.to}::timestamptz at time zone 'UTC')::date
      group by 1, 2)
    select (select coalesce(sum(records), 0)::int8 from invoice_lines where invoice_id = ${id}) as lines,
      (select coalesce(sum(m.delivered - greatest(m.uncharged, coalesce(f.uncharged, 0)) - coalesce(f.elsewhere, 0)), 0)::int8
        from measured m left join frozen f using (connector_id, day)) as ledger,
      (select coalesce(sum(amount), 0)::int8 from invoice_lines where invoice_id = ${id}) as amounts,
      (select total::int8 from invoices where id = ${id}) as total`.execute(db)
  const { lines = 0, ledger = 0, amounts = 0, total = 0 } = rows[0] ?? {}
  return { records: lines, ledger, difference: lines - ledger, amountDifference: total - amounts }
}
