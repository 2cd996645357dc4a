/** What holds runs: kept by company and connector, and written on the runs that wait because of it. */
import { type Kysely, sql } from 'kysely'

import { changed } from '../../../platform/database/changes.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>

export type Hold = {
  /** Null: all of the company. */
  readonly connectorId: string | null
  readonly cause: 'records' | 'budget'
  readonly reason: string
  readonly next: string
  readonly until: Date
}

/** A connector with a budget, in minor units a month. */
export type Budget = { readonly connectorId: string; readonly name: string; readonly limit: number }

export async function findBudgets(db: Db, companyId: string): Promise<Budget[]> {
  const { rows } = await sql<Budget>`
    select id as "connectorId", name, (profile ->> 'budgetLimit')::int8 as limit from connectors
    where company_id = ${companyId} and deleted_at is null and profile ->> 'budgetLimit' is not null order by id`.execute(db)
  return rows
}

/** Companies that move something or did a minute ago, and those that are held. */
export async function companiesToReview(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct company_id as id from runs where status in ('queued', 'running')
    union select company_id from runs where ended_at > now() - interval '1 minute'
    union select company_id from run_holds`.execute(db)
  return rows.map(({ id }) => id)
}

export async function listHolds(db: Db, companyId: string): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select connector_id as "connectorId", cause, reason, next, until from run_holds where company_id = ${companyId} order by id`.execute(
    db,
  )
  return rows
}

/** By connector id, those that are held now. */
export async function holdsOf(
  db: Db,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<Hold, 'cause' | 'reason' | 'next'>>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Hold>`
    select connector_id as "connectorId", cause, reason, next from run_holds
    where company_id = ${companyId} and until > now() and (connector_id is null or connector_id = any(${ids}::uuid[]))
    order by connector_id nulls last`.execute(db)
  const held = rows.filter(({ connectorId }) => connectorId !== null).map((it) => [it.connectorId ?? '', it] as const)
  const ofAll = rows.find(({ connectorId }) => connectorId === null)
  return ofAll === undefined ? new Map(held) : new Map(ids.map((id) => [id, ofAll]))
}

/** In a commit that holds the company. */
export async function setHolds(tx: Db, companyId: string, holds: readonly Hold[]): Promise<void> {
  const given = JSON.stringify(holds.map(({ connectorId, ...it }) => ({ ...it, connector: connectorId })))
  const wanted = sql`json_to_recordset(${given}::json) as w(connector uuid, cause text, reason text, next text, until timestamptz)`
  await sql`delete from run_holds h where company_id = ${companyId}
    and not exists (select from ${wanted} where w.connector is not distinct from h.connector_id)`.execute(tx)
  await sql`update run_holds h set reason = w.reason, next = w.next, until = w.until
    from ${wanted} where h.company_id = ${companyId} and w.connector is not distinct from h.connector_id`.execute(tx)
  await sql`insert into run_holds (company_id, connector_id, cause, reason, next, until)
    select ${companyId}, w.connector, w.cause, w.reason, w.next, w.until from ${wanted} on conflict do nothing`.execute(tx)
}

/** What a run says that waits for an engine again. */
const waiting = { reason: 'Waiting for the engine.', next: 'Starts as soon as the engine is free.' } as const

/** A run `r` in parts is moved by no process while none has a part of it. */
const isNotMoved = sql<boolean>`(r.owner is null or r.owner = 'parts' and not exists (
  select from run_parts p where p.run_id = r.id and p.owner is not null))`

/** Writes on runs that nobody moves why they are held, or that they are not any more. @returns the connectors whose runs say something else now. */
export async function tellHeldRuns(db: Db): Promise<{ companyId: string; connectorId: string }[]> {
  const { rows } = await sql<{ companyId: string; connectorId: string }>`
    with told as (
      select r.id, h.reason, h.next, 'hold' as held_by from runs r cross join lateral (
        select reason, next from run_holds h
        where h.company_id = r.company_id and (h.connector_id is null or h.connector_id = r.connector_id) and h.until > now()
        order by h.connector_id nulls first limit 1) h
      where r.status in ('queued', 'running') and ${isNotMoved} and (r.status_reason, r.status_next, r.held_by) is distinct from (h.reason, h.next, 'hold')
      union all
      select r.id, ${waiting.reason}, ${waiting.next}, null from runs r
      where r.status in ('queued', 'running') and ${isNotMoved} and r.held_by = 'hold'
        and not is_held(r.company_id, r.connector_id))
    update runs r set status_reason = told.reason, status_next = told.next, held_by = told.held_by from told where r.id = told.id and ${isNotMoved}
    returning r.company_id as "companyId", r.connector_id as "connectorId"`.execute(db)
  await changed(db, ...rows.map((it) => ({ ...it, what: 'run' as const })))
  return rows
}
