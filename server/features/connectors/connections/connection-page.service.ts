/** Who may use a connection, who owns it, and what happened to it. */
import type { Kysely } from 'kysely'
import type { ConnectionDetails } from '#contract/connections/connection.ts'
import { connectionLimits as limits } from '#contract/connections/connection-limits.ts'
import type { connectionPageEndpoints } from '#contract/connections/connection-page.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { historyOfConnection } from './connection-history.ts'
import { connectionDetails, ownConnection, recorded } from './connection-reading.ts'
import { activeMember, activeMembers, peopleOf, setOwner, setSharing, sharePeople } from './connections.repository.ts'

type Endpoints = typeof connectionPageEndpoints

export function createConnectionPageService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** @throws `connection/not-found`, `connection/not-yours` */
    async people(caller: Caller, id: string, { page = 1 }: QueryOf<Endpoints['people']>): Promise<ReplyOf<Endpoints['people']>> {
      await ownConnection(db, caller, id)
      return activeMembers(db, caller.companyId, { page, limit: limits.membersPerPage })
    },

    /** @throws `connection/not-found`, `connection/not-yours`, `connection/stale` */
    async share(
      caller: Caller,
      id: string,
      { revision, ...sharing }: BodyOf<Endpoints['share']>,
      audit: Audit,
    ): Promise<ConnectionDetails> {
      return inOneCommit(db, async (tx) => {
        const before = await ownConnection(tx, caller, id)
        const shown = await connectionDetails(tx, caller, before)
        if (!(await setSharing(tx, { companyId: caller.companyId, id }, sharing, revision))) throw refusal('connection/stale')
        const after = await connectionDetails(tx, caller, await ownConnection(tx, caller, id))
        await audit(tx, { before: recorded(shown), after: recorded(after) })
        return after
      })
    },

    /**
     * The owner before may still use it. The reply names the new one only: a USER who handed it over may not change it any more.
     * @throws `connection/not-found`, `connection/not-yours`, `request/malformed`
     */
    async handOver(caller: Caller, id: string, userId: string, audit: Audit): Promise<ReplyOf<Endpoints['handOver']>> {
      const which = { companyId: caller.companyId, id }
      return inOneCommit(db, async (tx) => {
        const before = await ownConnection(tx, caller, id)
        const owner = await activeMember(tx, caller.companyId, userId)
        if (owner === null)
          throw refusal('request/malformed', {
            errors: [{ path: '/userId', message: 'Choose an active member of your company' }],
          })
        const shown = recorded(await connectionDetails(tx, caller, before))
        await setOwner(tx, which, userId)
        const { owner_id: last, visibility } = before
        if (visibility === 'named' && last !== null && last !== userId) {
          const people = (await peopleOf(tx, which)).map(({ _id }) => _id)
          await sharePeople(tx, which, [...people, last].slice(-limits.people))
        }
        const next = { _id: owner._id, name: owner.name }
        await audit(tx, { before: shown, after: { ...shown, owner: next } })
        return { id, owner: next }
      })
    },

    /** @throws `connection/not-found`, `connection/not-yours` */
    async history(
      caller: Caller,
      id: string,
      { page = 1 }: QueryOf<Endpoints['history']>,
    ): Promise<ReplyOf<Endpoints['history']>> {
      await ownConnection(db, caller, id)
      return historyOfConnection(db, { companyId: caller.companyId, id }, { page, limit: limits.changesPerPage })
    },
  }
}
