/** People who are due, and the requests to delete their data. */
import { type Kysely, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { retentionLimits } from '#contract/settings/retention/retention-limits.ts'
import {
  type RetentionRequestMove,
  type RetentionRequestState,
  retentionRequestLifecycle,
} from '#contract/settings/retention/retention-request.lifecycle.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { type Before, goneSince, isGone } from './due.repository.ts'

type Db = Kysely<Tables>

export type DueRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly goneSince: Date
  readonly connectors: number
  readonly requestId: string | null
  readonly status: RetentionRequestState | null
  readonly requestedBy: string | null
  readonly requester: string | null
  readonly expiresAt: Date | null
}

type Which = Before & { readonly memberId?: string; readonly limit?: number; readonly offset?: number }

/** Those who have waited longest first; with what became of the newest request. */
export async function listDuePeople(db: Db, { companyId, cutoff, memberId, limit = 1, offset = 0 }: Which): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.email, ${goneSince} as "goneSince",
      (select count(*) from connectors c where c.owner_id = u.id and c.company_id = u.company_id and c.deleted_at is null) as connectors,
      r.id as "requestId", r.status, r.requested_by as "requestedBy", r.expires_at as "expiresAt",
      (select trim(b.first_name || ' ' || b.last_name) from users b where b.id = r.requested_by and b.company_id = u.company_id) as requester
    from users u left join lateral (
      select * from retention_requests q where q.member_id = u.id and q.company_id = u.company_id order by created_at desc, id desc limit 1) r on true
    where u.company_id = ${companyId} and ${isGone} and ${goneSince} < ${cutoff}
      and (${memberId ?? null}::uuid is null or u.id = ${memberId ?? null}::uuid)
    order by ${goneSince}, u.id limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const after = (move: RetentionRequestMove['type'], from: string) =>
  moved(retentionRequestLifecycle, from as never, { type: move }, undefined) as RetentionRequestState

type Request = { readonly companyId: string; readonly memberId: string; readonly requestedBy: string | null }

/** False where one is open. */
export async function addRequest(tx: Db, { companyId, memberId, requestedBy }: Request): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('retention_requests')
    .values({
      ...{ id: uuid(), company_id: companyId, member_id: memberId, requested_by: requestedBy, status: 'requested' },
      expires_at: sql<Date>`now() + ${retentionLimits.approvalDays}::int * interval '1 day'`,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** What the night requests: everybody who is due and of whom no request is open or was refused. @returns how many. */
export async function requestAllDue(tx: Db, { companyId, cutoff }: Before, requestedBy: string | null): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.company_id = ${companyId} and ${isGone} and ${goneSince} < ${cutoff}
      and not exists (select 1 from retention_requests q where q.member_id = u.id and q.status in ('requested', 'approved', 'refused'))`.execute(
    tx,
  )
  for (const { id } of rows) await addRequest(tx, { companyId, memberId: id, requestedBy })
  return rows.length
}

type Moved = { readonly companyId: string; readonly memberId: string; readonly by?: string }

/** Moves the open request of somebody. False where its state does not allow it. */
export async function moveRequest(
  tx: Db,
  { companyId, memberId, by }: Moved,
  move: RetentionRequestMove['type'],
): Promise<boolean> {
  let isMoved = false
  for (const from of statesAllowing(retentionRequestLifecycle, move)) {
    const { numUpdatedRows } = await tx
      .updateTable('retention_requests')
      .set({ status: after(move, from), status_since: sql<Date>`now()`, ...(by === undefined ? {} : { decided_by: by }) })
      .where('company_id', '=', companyId)
      .where('member_id', '=', memberId)
      .where('status', '=', from as RetentionRequestState)
      .executeTakeFirst()
    isMoved ||= numUpdatedRows === 1n
  }
  return isMoved
}

export async function expireRequests(db: Db): Promise<void> {
  await db
    .updateTable('retention_requests')
    .set({ status: after('clock.expired', 'requested'), status_since: sql<Date>`now()` })
    .where('status', '=', 'requested')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute()
}

export type Approved = { readonly companyId: string; readonly memberId: string; readonly isGone: boolean }

/** Held until the transaction ends. */
export async function lockApproved(tx: Db): Promise<Approved | null> {
  const { rows } = await sql<Approved>`
    select q.company_id as "companyId", q.member_id as "memberId", ${isGone} as "isGone"
    from retention_requests q join users u on u.id = q.member_id and u.company_id = q.company_id
    where q.status = 'approved' order by q.status_since limit 1 for update of q skip locked`.execute(tx)
  return rows[0] ?? null
}

/** Who has saved the policy last. */
export async function findSaver(db: Db, companyId: string): Promise<string | null> {
  const row = await db
    .selectFrom('company_settings')
    .select('updated_by')
    .where('company_id', '=', companyId)
    .where('section', '=', 'retentionPolicy')
    .executeTakeFirst()
  return row?.updated_by ?? null
}
