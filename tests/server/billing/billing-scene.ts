/** A company with a history: what its connectors read and delivered, when, and which replays there were. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'

import type { Tables } from '#server/platform/database/tables/tables.ts'
import { addDeltas, addPages } from '../kit/ledger-pages.ts'

type Db = Kysely<Tables>

export const at = (text: string) => new Date(`${text}Z`)

export type Company = { readonly companyId: string; readonly connectorIds: readonly string[]; readonly userId: string }

/** Signed up so long ago, with the Professional plan. */
export async function addCustomer(db: Db, since: Date, connectors = 1): Promise<Company> {
  const [companyId, userId] = [uuid(), uuid()]
  await sql`insert into companies (id, name, workspace_name, product_tier, created_at)
    values (${companyId}, ${`Company ${companyId.slice(-4)}`}, 'w', 'Professional', ${since})`.execute(db)
  await sql`insert into users (id, company_id, email, first_name, last_name, role, password_hash)
    values (${userId}, ${companyId}, ${`${userId}@example.test`}, 'Ada', 'Admin', 'ADMIN', 'none')`.execute(db)
  const connectorIds = Array.from({ length: connectors }, () => uuid())
  for (const [index, id] of connectorIds.entries())
    await sql`insert into connectors (id, company_id, owner_id, name, profile, config_id, draft, status, status_before, status_reason, status_next)
      values (${id}, ${companyId}, ${userId}, ${`Connector ${index}`}, '{}', ${uuid()},
        '{"source": {"type": "http", "url": "https://shop.example.com/orders"}, "destination": {"type": "http", "url": "https://crm.example.com/x"}}',
        'Active', 'Active', '', '')`.execute(db)
  return { companyId, connectorIds, userId }
}

type Delivery = {
  readonly companyId: string
  readonly connectorId: string
  readonly readAt: Date
  readonly delivered: number
  readonly failed?: number
}

/** @returns the run. */
export async function deliver(db: Db, { companyId, connectorId, readAt, delivered, failed = 0 }: Delivery): Promise<string> {
  const lines = Array.from(
    { length: delivered + failed },
    (_, n) => ({ status: n < delivered ? 'success' : 'failure', took: 1 }) as const,
  )
  const runs = await addPages(db, [{ companyId, connectorId, readAt, lines }])
  await addDeltas(db, runs)
  return runs[0] ?? ''
}

/** What a replay delivered; so many of its records had failed before. */
export async function replay(db: Db, it: Delivery & { readonly hadFailed: number }): Promise<void> {
  const { companyId, connectorId, readAt, delivered, hadFailed } = it
  const [run, id] = [await deliver(db, it), uuid()]
  await sql`insert into replays (id, company_id, connector_id, version, source, delay_ms, found, run_id, created_at)
    values (${id}, ${companyId}, ${connectorId}, 1, 'live', 0, ${delivered}, ${run}, ${readAt})`.execute(db)
  await sql`insert into replay_lines (company_id, replay_id, number, record_key, standing, place)
    select ${companyId}, ${id}, n, 'k', case when n < ${hadFailed} then 'never-arrived' else 'arrived' end, n
    from generate_series(0, ${delivered - 1}) as n`.execute(db)
}
