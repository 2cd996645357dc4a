/** What was written after a request to support, by the person and by the operator. Whoever may read the request may read these. */
import { type Kysely, sql } from 'kysely'
import type { SupportMessage } from '#contract/help/support.ts'
import { supportLimits } from '#contract/help/support-limits.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Message = Pick<SupportMessage, 'id' | 'from' | 'text'>

/** By the id of the request, the oldest first. */
export async function messagesOfRequests(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, SupportMessage[]>> {
  const rows = await db
    .selectFrom('support_messages')
    .selectAll()
    .where('request_id', 'in', [...ids, '00000000-0000-0000-0000-000000000000'])
    .orderBy('at')
    .orderBy('id')
    .execute()
  const found = new Map<string, SupportMessage[]>()
  for (const { id, request_id, author, body, at } of rows) {
    const message = { id, from: author, text: body, at: at.toISOString() }
    found.set(request_id, [...(found.get(request_id) ?? []), message])
  }
  return found
}

/** Once for its id. False where the request has as many as it may have. The row of the request is held by the caller. */
export async function addMessage(tx: Db, requestId: string, { id, from, text }: Message): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into support_messages (id, request_id, author, body)
    select ${id}, ${requestId}, ${from}, ${text}
    where (select count(*) from support_messages where request_id = ${requestId}) < ${supportLimits.messagesMax}
    on conflict (id) do nothing`.execute(tx)
  if ((numAffectedRows ?? 0n) > 0n) return true
  const known = await tx.selectFrom('support_messages').select('id').where('id', '=', id).executeTakeFirst()
  return known !== undefined
}
