/** What is measured of connectors by UTC day: delivered records, from the sums of the ledger, and which of them are not charged. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import { graceDays } from '#contract/billing/plan.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
/** Midnights, or expressions of SQL for them. */
type Ends = { readonly from: Date | RawBuilder<unknown>; readonly to: Date | RawBuilder<unknown> }
type Span = { readonly from: Date; readonly to: Date; readonly companyId: string | null }

/** Days that are looked at again for records that settled late. */
const lookedBackDays = 62
const day = 86_400_000
/** What a replay of a record stood as when it was started, so that its delivery is not charged. */
const uncharged = 'never-arrived'

const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone 'UTC')::date`
const ofCompany = (column: string, companyId: string | null) =>
  companyId === null ? sql`true` : sql`${sql.ref(column)} = ${companyId}`

/** What replays delivered of records that had never arrived, by company, connector and day; it is not charged. */
const replayed = ({ from, to }: Ends, which: RawBuilder<unknown>) => sql`
    select r.company_id, r.connector_id, ${dayOf('p.read_at')} as day, count(*) as records
    from replays r
    join replay_lines l on l.replay_id = r.id and l.standing = ${uncharged}
    join transactions t on t.run_id = r.run_id and t.position = l.place and t.status = 'success'
    join source_pages p on p.run_id = t.run_id and p.number = t.page
    where r.created_at < ${to} and r.created_at >= ${from}::timestamptz - interval '30 days' and r.run_id is not null
      and p.read_at >= ${from} and p.read_at < ${to} and ${which}
    group by 1, 2, 3`

/** `measured` (company_id, connector_id, day, delivered, uncharged), read in one statement: sums and what is not added to them yet are the ledger. */
export const measured = ({ from, to, companyId }: Span) => sql`
  sums as (
    select company_id, connector_id, ${dayOf('s.at')} as day, s.delivered::bigint as delivered from connector_sums s
    where s.width = 1440 and s.at >= ${from} and s.at < ${to} and ${ofCompany('s.company_id', companyId)}
    union all
    select company_id, connector_id, ${dayOf('d.minute')}, d.delivered::bigint from ledger_deltas d
    where d.minute >= ${from} and d.minute < ${to} and ${ofCompany('d.company_id', companyId)}),
  replayed as (${replayed({ from, to }, ofCompany('r.company_id', companyId))}),
  measured as (
    select s.company_id, s.connector_id, s.day, s.delivered, coalesce(r.records, 0) as uncharged
    from (select company_id, connector_id, day, sum(delivered)::bigint as delivered from sums group by 1, 2, 3) s
    left join replayed r on r.connector_id = s.connector_id and r.day = s.day)`

/** Midnight by UTC. */
const midnight = (at: number) => new Date(Math.floor(at / day) * day)

/** The first day whose figures may still change. */
export const firstOpenDay = (now: Date) => midnight(now.getTime() - graceDays * day)

/**
 * Writes down the days whose grace is over, once, and as a further part what has settled of them since. Two at once write the same part, and one of
 * them nothing. @returns how many parts were written.
 */
export async function freezeDays(db: Db, now: Date): Promise<number> {
  const to = firstOpenDay(now)
  const from = new Date(to.getTime() - lookedBackDays * day)
  const { numAffectedRows = 0n } = await sql`
    with ${measured({ from, to, companyId: null })},
    frozen as (
      select connector_id, day, max(part) as part, sum(delivered)::bigint as delivered, sum(uncharged)::bigint as uncharged
      from usage_days where day >= ${from}::date group by 1, 2)
    insert into usage_days (company_id, connector_id, day, part, delivered, uncharged)
    select m.company_id, m.connector_id, m.day, coalesce(f.part, 0) + 1, m.delivered - coalesce(f.delivered, 0),
      greatest(0, m.uncharged - coalesce(f.uncharged, 0))
    from measured m left join frozen f on f.connector_id = m.connector_id and f.day = m.day
    where m.delivered > coalesce(f.delivered, 0) or m.uncharged > coalesce(f.uncharged, 0)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows)
}

export type MeasuredConnector = {
  readonly connectorId: string
  readonly name: string
  readonly delivered: number
  readonly uncharged: number
}

type OfCompany = Span & { readonly companyId: string }

/** `known`: as `measured`, and of days that are frozen at least what was frozen: rows of replays may have been removed since. */
const known = (span: OfCompany) => sql`${measured(span)},
  frozen as (
    select connector_id, day, sum(delivered)::bigint as delivered, sum(uncharged)::bigint as uncharged from usage_days
    where company_id = ${span.companyId} and day >= (${span.from}::timestamptz at time zone 'UTC')::date
      and day < (${span.to}::timestamptz at time zone 'UTC')::date
    group by 1, 2),
  known as (
    select connector_id, day, greatest(m.delivered, f.delivered) as delivered, greatest(m.uncharged, f.uncharged) as uncharged
    from measured m full join frozen f using (connector_id, day))`

/** What connectors of a company delivered between two midnights, as an invoice has it, by name; those that were deleted included. */
export async function measureConnectors(db: Db, span: OfCompany): Promise<MeasuredConnector[]> {
  const { rows } = await sql<MeasuredConnector>`
    with ${known(span)}
    select m.connector_id as "connectorId", coalesce(c.name, '') as name, sum(m.delivered)::int8 as delivered, sum(m.uncharged)::int8 as uncharged
    from known m left join connectors c on c.id = m.connector_id and c.company_id = ${span.companyId}
    group by 1, 2 order by 2, 1`.execute(db)
  return rows
}

export type MeasuredDay = Pick<MeasuredConnector, 'connectorId' | 'name'> & {
  /** "2026-11-25" */
  readonly day: string
  /** Those that are charged. */
  readonly records: number
}

/** The charged records of the connectors of a company on each day between two midnights. */
export async function measureDays(db: Db, span: OfCompany): Promise<MeasuredDay[]> {
  const { rows } = await sql<MeasuredDay>`
    with ${known(span)}
    select m.connector_id as "connectorId", coalesce(c.name, '') as name, m.day::text as day, sum(m.delivered - m.uncharged)::int8 as records
    from known m left join connectors c on c.id = m.connector_id and c.company_id = ${span.companyId}
    group by 1, 2, 3 order by 3, 2, 1`.execute(db)
  return rows
}

/** What settled late of months that are closed, by connector and day: it stands on the next invoice. */
export async function lateUsage(
  db: Db,
  { companyId, from }: { readonly companyId: string; readonly from: Date },
): Promise<(MeasuredConnector & { readonly day: string })[]> {
  const { rows } = await sql<MeasuredConnector & { readonly day: string }>`
    select u.connector_id as "connectorId", coalesce(c.name, '') as name, u.day::text as day, sum(u.delivered)::int8 as delivered,
      sum(u.uncharged)::int8 as uncharged
    from usage_days u left join connectors c on c.id = u.connector_id and c.company_id = u.company_id
    where u.company_id = ${companyId} and u.period is null and u.day < (${from}::timestamptz at time zone 'UTC')::date
      and exists (select from billing_periods p where p.company_id = u.company_id and p.period = date_trunc('month', u.day)::date)
    group by 1, 2, 3 order by 3, 2, 1`.execute(db)
  return rows
}

/** Delivered records of a company between two midnights that are charged, over all its connectors. */
export async function measureCharged(db: Db, span: OfCompany): Promise<number> {
  const { rows } = await sql<{ records: number }>`
    with ${known(span)} select coalesce(sum(delivered - uncharged), 0)::int8 as records from known`.execute(db)
  return rows[0]?.records ?? 0
}

/**
 * `company_id`, `records`: what `measureCharged` says, for many companies at once and from their own sums. `null`: of all companies. The span begins and
 * ends at midnight.
 */
export const chargedByCompany = ({ from, to }: Ends, companyIds: readonly string[] | null) => {
  const among = (column: string) => (companyIds === null ? sql`true` : sql`${sql.ref(column)} = any(${[...companyIds]}::uuid[])`)
  return sql`(
    select company_id, sum(records)::int8 as records from (
      select s.company_id, s.delivered::bigint as records from company_sums s
      where s.width = 1440 and s.at >= ${from} and s.at < ${to} and ${among('s.company_id')}
      union all
      select d.company_id, d.delivered::bigint from ledger_deltas d
      where d.minute >= ${from} and d.minute < ${to} and ${among('d.company_id')}
      union all
      select company_id, -max(records)::bigint from (
        select * from (${replayed({ from, to }, among('r.company_id'))}) as replayed
        union all
        select u.company_id, u.connector_id, u.day, sum(u.uncharged)::bigint from usage_days u
        where u.day >= (${from}::timestamptz at time zone 'UTC')::date and u.day < (${to}::timestamptz at time zone 'UTC')::date
          and ${among('u.company_id')} group by 1, 2, 3) as of_replays
      group by company_id, connector_id, day) as parts
    group by company_id)`
}
