import { type Message, outboxEndpoints } from '#contract/admin/outbox.ts'
import { type Access, call } from '../kit/api-client.ts'

type Asked = { readonly to: string | undefined; readonly page: number; readonly limit: number }

/** One page of what was sent to people, newest first; to one recipient where one is named. `page` counts from 1. */
export async function listMessages(
  access: Access,
  { to, page, limit }: Asked,
  signal: AbortSignal,
): Promise<{ readonly items: readonly Message[]; readonly total: number }> {
  const query = { page, limit, ...(to === undefined ? {} : { to }) }
  const { data, total } = await call(outboxEndpoints.list, { access, query, signal })
  return { items: data, total }
}
