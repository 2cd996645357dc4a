/** Requests to delete the data of people who have left: who is due, who asks and who decides. `worklist.md` C-6. */
import type { Kysely } from 'kysely'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { DuePerson, retentionPeopleEndpoints } from '#contract/settings/retention/retention-people.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { SessionCaller as Caller } from '../../../platform/security/access.ts'
import { findAdministrator } from '../../account/own-data/anonymized.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { countPeople, cutoffOf } from './due.repository.ts'
import { addRequest, type DueRow, listDuePeople, moveRequest } from './people.repository.ts'
import { readPolicy } from './retention-policy.ts'

type Db = Kysely<Tables>

/** @param isAlone whether nobody else administers the company: then whoever requested a deletion decides it, too. */
const toPerson = (row: DueRow, { userId }: Pick<Caller, 'userId'>, isAlone: boolean): DuePerson => ({
  ...{ id: row.id, name: row.name, email: row.email, goneSince: row.goneSince.toISOString(), connectors: row.connectors },
  request:
    row.requestId === null || row.status === null || row.expiresAt === null
      ? null
      : {
          ...{ id: row.requestId, status: row.status, requestedBy: row.requester, expiresAt: row.expiresAt.toISOString() },
          isForCaller: row.status === 'requested' && (isAlone || row.requestedBy !== userId) && row.id !== userId,
        },
})

export function createPeopleService({ db }: { readonly db: Db }) {
  async function cutoffIn(of: Db, companyId: string): Promise<Date> {
    const { userData } = await readPolicy(of, companyId)
    // Nobody is due under a policy that keeps everything.
    return (await cutoffOf(of, userData.retentionDays)) ?? new Date(0)
  }

  const isAlone = async (of: Db, { companyId, userId }: Caller) => (await findAdministrator(of, { companyId, userId })) === null

  async function find(of: Db, caller: Caller, memberId: string): Promise<DueRow> {
    const { companyId } = caller
    const [row] = await listDuePeople(of, { companyId, memberId, cutoff: await cutoffIn(of, companyId) })
    if (!row) throw refusal('retention/not-found')
    return row
  }

  return {
    async list(caller: Caller, { page = 1, limit = 10 }: QueryOf<typeof retentionPeopleEndpoints.list>) {
      const { companyId } = caller
      const cutoff = await cutoffIn(db, companyId)
      const rows = await listDuePeople(db, { companyId, cutoff, limit, offset: (page - 1) * limit })
      const { due: total } = await countPeople(db, { companyId, cutoff })
      const alone = await isAlone(db, caller)
      return { data: rows.map((row) => toPerson(row, caller, alone)), total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    /** @throws `retention/not-found`, `retention/request-open` */
    request: (caller: Caller, memberId: string, audit: Audit): Promise<DuePerson> =>
      inOneCommit(db, async (tx) => {
        const { companyId, userId } = caller
        await find(tx, caller, memberId)
        if (!(await addRequest(tx, { companyId, memberId, requestedBy: userId }))) throw refusal('retention/request-open')
        await audit(tx, { target: { type: 'member', id: memberId } })
        return toPerson(await find(tx, caller, memberId), caller, await isAlone(tx, caller))
      }),

    /** @throws `retention/not-found`, `retention/request-closed`, `retention/second-administrator` */
    decide: (caller: Caller, memberId: string, approve: boolean, audit: Audit): Promise<DuePerson> =>
      inOneCommit(db, async (tx) => {
        const { companyId, userId } = caller
        const row = await find(tx, caller, memberId)
        if (row.status !== 'requested') throw refusal('retention/request-closed')
        const alone = await isAlone(tx, caller)
        if ((row.requestedBy === userId && !alone) || memberId === userId) throw refusal('retention/second-administrator')
        const move = approve ? 'user.approved' : 'user.refused'
        if (!(await moveRequest(tx, { companyId, memberId, by: userId }, move))) throw refusal('retention/request-closed')
        await audit(tx, {
          target: { type: 'member', id: memberId },
          after: { approved: approve, ...(alone ? { onlyAdministrator: true } : {}) },
        })
        return toPerson(await find(tx, caller, memberId), caller, alone)
      }),
  }
}
