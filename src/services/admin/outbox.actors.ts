import type { Access } from '../services/http.ts'
import { listMessages } from '../services/outbox.service.ts'
import { listOf } from './list.ts'

/** Messages of the whole product; `query.page`, `query.limit`, `query.to`. */
export const messageListMachine = (access: Access) =>
  listOf(({ to, page, limit }, signal) =>
    listMessages(access, { to: to === undefined ? undefined : String(to), page: Number(page), limit: Number(limit) }, signal),
  )
