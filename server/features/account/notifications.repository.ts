/** What people were told. */
import { type Kysely, sql } from 'kysely'
import type { Notification } from '#contract/account/notifications.ts'
import { changed } from '../../platform/database/changes.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type UserKey = { readonly companyId: string; readonly userId: string }

const statuses = { sent: 'delivered', failed: 'failed', queued: 'queued', kept: 'kept' } as const satisfies Record<
  Tables['messages']['status'],
  Notification['status']
>
const types = { email: 'EMAIL', sms: 'SMS', push: 'PUSH', whatsapp: 'WHATSAPP' } as const satisfies Record<
  Tables['messages']['channel'],
  Notification['type']
>

const own = (db: Db, { companyId, userId }: UserKey) =>
  db.selectFrom('messages').where('user_id', '=', userId).where('company_id', '=', companyId)

type Asked = UserKey & {
  readonly page: number
  readonly limit: number
  readonly order: 'asc' | 'desc'
  readonly isUnread: boolean
}

/** `page` counts from 1. */
export async function listNotifications(
  db: Db,
  { page, limit, order, isUnread, ...whose }: Asked,
): Promise<{ readonly data: Notification[]; readonly total: number }> {
  const wanted = own(db, whose).$if(isUnread, (all) => all.where('read_at', 'is', null))
  const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await wanted
    .select(['id', 'channel', 'subject', 'summary', 'category', 'created_at', 'status', 'error', 'read_at'])
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const data = rows.map((row) => ({
    ...{ id: row.id, type: types[row.channel], subject: row.subject, content: row.summary },
    ...{ category: row.category ?? 'security', sentAt: row.created_at.toISOString(), status: statuses[row.status] },
    ...{ error: row.error, readAt: row.read_at?.toISOString() ?? null },
  }))
  return { data, total }
}

export async function countUnread(db: Db, whose: UserKey): Promise<number> {
  const { unread } = await own(db, whose)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** @param ids null: all of them. */
export async function markRead(db: Db, { companyId, userId }: UserKey, ids: readonly string[] | null): Promise<void> {
  await db
    .updateTable('messages')
    .set({ read_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('company_id', '=', companyId)
    .where('read_at', 'is', null)
    .$if(ids !== null, (all) => all.where(sql<boolean>`id = any(${ids ?? []}::uuid[])`))
    .execute()
  await changed(db, { companyId, userId, what: 'bell' })
}
