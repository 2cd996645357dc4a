/** What was sent to people, and what is kept for want of a way. `decisions.md` section 7. */
import type { Kysely } from 'kysely'
import type { outboxEndpoints } from '#contract/admin/outbox.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { listMessages } from '../../platform/mail/messages.repository.ts'
import type { Access } from '../../platform/security/access.ts'
import { refuseBeforeSetup } from '../kit/access-check.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly access: Pick<Access, 'identify'>
  /** Whether this is the demo on the machine of whoever tries it out: demo people, no mail server, no address of its own. */
  readonly isDemo: boolean
}

type List = typeof outboxEndpoints.list

export type OutboxCall = {
  readonly query: QueryOf<List>
  readonly bearer: string | null
  readonly isLoopbackRequest: boolean
}

const pageSize = 25

export function createOutboxService({ db, access, isDemo }: Deps) {
  /** The operator sees everything; in the demo whoever sits at the machine sees what one address got. @throws 401 or 403 for the others. */
  async function admit({ query, bearer, isLoopbackRequest }: OutboxCall): Promise<void> {
    if (bearer !== null) {
      const caller = await access.identify(`Bearer ${bearer}`)
      refuseBeforeSetup(caller)
      if (caller.role !== 'SUPER_ADMIN') throw refusal('auth/forbidden')
      return
    }
    if (!isDemo || !isLoopbackRequest || query.to === undefined || query.to.trim() === '') throw refusal('auth/token-missing')
  }

  return {
    async list(call: OutboxCall): Promise<ReplyOf<List>> {
      await admit(call)
      // Without a sign-in never what opens the operator's account: a proxy that says nothing of itself looks like this machine.
      const withOperator = call.bearer !== null
      const { to, page = 1, limit = pageSize } = call.query
      const { data, total } = await listMessages(db, { to: to?.trim() || undefined, page, limit, withOperator })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
    },
  }
}
