/** Tells companies once a month that a limit of their plan is nearly used up, and that it is; and once that a card expires. */
import { type Kysely, sql } from 'kysely'

import { expiryNoticeDays } from '#contract/billing/dunning.ts'
import type { LimitUse, PlanState } from '#contract/billing/plan.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Mail } from '../../../platform/mail/mails.ts'
import { dayText, laterByDays } from '../months.ts'
import { methodName } from '../payments/methods.repository.ts'
import { cardExpires, limitMet, pricesChanged } from './billing-mails.ts'
import { monthText, tellAdministrators } from './notices.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly publicUrl: string
  readonly planOf: (company: { readonly companyId: string }) => Promise<PlanState>
}

const number = new Intl.NumberFormat('en')

/** One mail for each limit, level and month. */
export async function tellLimitOnce(
  tx: Db,
  it: { readonly companyId: string; readonly period: string; readonly limit: string; readonly level: string },
  mail: Mail,
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
    insert into limit_notices (company_id, period, limit_name, level) values (${it.companyId}, ${it.period}, ${it.limit}, ${it.level})
    on conflict do nothing`.execute(tx)
  if (numAffectedRows > 0n) await tellAdministrators(tx, it.companyId, mail)
}

async function tellOnce(
  { db, publicUrl }: Deps,
  companyId: string,
  period: string,
  { limit, used, max, level }: LimitUse,
): Promise<void> {
  if (level === 'ok' || max === null) return
  const mail = limitMet(limit, number.format(used), number.format(max), level === 'full', publicUrl)
  await inOneCommit(db, (tx) => tellLimitOnce(tx, { companyId, period, limit, level }, mail))
}

/** Of all companies that have used anything this month. */
export async function tellOfLimits(deps: Deps): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id from companies c where c.status = 'active' and not exists (select from users o where o.company_id = c.id and o.role = 'SUPER_ADMIN')
      and exists (select from connectors k where k.company_id = c.id and k.deleted_at is null)`.execute(deps.db)
  for (const { id: companyId } of rows) {
    const { limits, bill } = await deps.planOf({ companyId })
    for (const limit of limits) await tellOnce(deps, companyId, bill.from, limit)
  }
}

/** Companies that have not accepted the newest prices, once for each version. Prices that say the same as before are not told. */
export async function tellOfPrices({ db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; since: Date }>`
    select c.id, b.version, b.created_at as since from companies c
    join price_books b on b.version = (select max(version) from price_books)
    join price_books a on a.version = c.price_version
    where c.status = 'active' and c.price_version < b.version and (a.plans::jsonb <> b.plans::jsonb or a.currency <> b.currency)
      and not exists (select from users o where o.company_id = c.id and o.role = 'SUPER_ADMIN')
      and not exists (select from limit_notices n where n.company_id = c.id and n.limit_name = 'prices ' || b.version)`.execute(
    db,
  )
  for (const { id: companyId, version, since } of rows) {
    const notice = { companyId, period: dayText(since), limit: `prices ${version}`, level: 'full' }
    await inOneCommit(db, (tx) => tellLimitOnce(tx, notice, pricesChanged(dayText(since), publicUrl)))
  }
}

/** Cards that pay and expire within a month; each is told of once. */
export async function tellOfExpiry({ db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>, now: Date): Promise<void> {
  const until = laterByDays(now, expiryNoticeDays)
  await inOneCommit(db, async (tx) => {
    const { rows } = await sql<{ companyId: string; brand: string; last4: string; month: number; year: number }>`
      update payment_methods m set expiry_told_at = now()
      where m.removed_at is null and m.expiry_told_at is null
        and make_date(m.exp_year, m.exp_month, 1) + interval '1 month' <= ${until}
        and exists (select from billing_profiles p where p.method_id = m.id)
      returning m.company_id as "companyId", m.brand, m.last4, m.exp_month as month, m.exp_year as year`.execute(tx)
    for (const { companyId, brand, last4, month, year } of rows)
      await tellAdministrators(
        tx,
        companyId,
        cardExpires(methodName({ brand, last4 }), monthText(new Date(Date.UTC(year, month - 1))), publicUrl),
      )
  })
}
