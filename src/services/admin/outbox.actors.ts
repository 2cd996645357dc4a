import { type Message, outboxEndpoints } from '#contract/admin/outbox.ts'
import { type Access, call } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

/** Messages of the whole product; `query.page`, `query.limit`, `query.to`. */
export const messageListMachine = (access: Access) =>
  listOf(({ to, page, limit }, signal) =>
    listMessages(access, { to: to === undefined ? undefined : String(to), page: Number(page), limit: Number(limit) }, signal),
  )

type OutboxQuery = { readonly to: string | undefined; readonly page: number; readonly limit: number }

/** One page of what was sent to people, newest first; to one recipient where one is named. `page` counts from 1. */
async function listMessages(
  access: Access,
  { to, page, limit }: OutboxQuery,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Message[]; readonly total: number }> {
  const query = { page, limit, ...(to === undefined ? {} : { to }) }
  const { data, total } = await call(outboxEndpoints.list, { access, query, signal })
  return { items: data, total }
}
