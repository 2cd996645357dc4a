import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { listMessages } from './outbox.service.ts'

/** Messages of the whole product; `query.page`, `query.limit`, `query.to`. */
export const messageListMachine = (access: Access) =>
  listOf(({ to, page, limit }, signal) =>
    listMessages(access, { to: to === undefined ? undefined : String(to), page: Number(page), limit: Number(limit) }, signal),
  )
