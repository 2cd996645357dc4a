/** The rows with which processes share the rate limits of hosts. Times are milliseconds of the database clock. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type PaceRow = {
  readonly company: string
  readonly host: string
  readonly rate: number | null
  readonly room: number | null
  /** Until the next request may be sent to the host. */
  readonly quiet: number
}

/** @param isChanged whether the figures are new, or only still so. */
export async function writePaces(
  db: Db,
  owner: string,
  rows: readonly (PaceRow & { readonly isChanged: boolean })[],
): Promise<void> {
  await sql`
    insert into host_paces (company_id, host, owner, rate, room, quiet_until, changed_at)
    select company::uuid, host, ${owner}, rate, room, now() + quiet * interval '1 millisecond', now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(company text, host text, rate real, room real, quiet float8)
    where exists (select from companies c where c.id = company::uuid)
    on conflict (company_id, host, owner) do update set rate = excluded.rate, room = excluded.room, quiet_until = excluded.quiet_until, seen_at = now(),
      changed_at = case when (excluded.company_id::text || ' ' || excluded.host) = any(${rows.filter((it) => it.isChanged).map((it) => `${it.company} ${it.host}`)}::text[])
        then now() else host_paces.changed_at end`.execute(db)
}

export type OtherPace = PaceRow & {
  /** Since its figures changed. */
  readonly age: number
  /** Whether its process sends to the host now. */
  readonly isActive: boolean
}

/** The figures of other processes that send to limited hosts, or whose pause is not over. */
export async function otherPaces(db: Db, owner: string): Promise<readonly OtherPace[]> {
  const { rows } = await sql<OtherPace>`
    select company_id as company, host, rate, room, greatest(0, extract(epoch from quiet_until - now()) * 1000)::float8 as quiet,
      (extract(epoch from now() - changed_at) * 1000)::float8 as age, seen_at > now() - interval '10 seconds' as "isActive"
    from host_paces where owner <> ${owner} and (seen_at > now() - interval '10 seconds' or quiet_until > now())`.execute(db)
  return rows
}

/** Removes the rows of a process that stops, and rows that no process has written for an hour. */
export async function forgetPaces(db: Db, owner: string | null): Promise<void> {
  await sql`delete from host_paces where owner = ${owner} or (seen_at < now() - interval '1 hour' and quiet_until < now())`.execute(
    db,
  )
}
