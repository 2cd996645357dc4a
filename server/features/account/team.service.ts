/** Members of a company: who is there, who is shut out, who goes and to whom their connectors go. `worklist.md` B-4. */
import type { Kysely } from 'kysely'
import { Check } from 'typebox/schema'
import { type MemberMove, type MemberState, memberLifecycle } from '#contract/account/member.lifecycle.ts'
import type { Member, MemberEffects, TeamPage, teamEndpoints } from '#contract/account/team.ts'
import { membersPerPage, wholeTeamMax } from '#contract/account/team-limits.ts'
import type { QueryOf, Role } from '#contract/kit/endpoint.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { Id } from '#contract/kit/schemas.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { hasOwnMailServer } from '../../platform/mail/messages.repository.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { dataUrlOf } from '../../platform/security/image-check.ts'
import { endSessionsOfUser } from '../../platform/security/sessions.repository.ts'
import { holdCompany } from '../auth/companies.repository.ts'
import { removeOneTimeTokens } from '../auth/one-time-tokens.repository.ts'
import { removeIdentities } from '../auth/sign-in/identities.repository.ts'
import { isLastBreakGlass } from '../auth/sso/required.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import {
  changeMember,
  countMembers,
  findMember,
  forgetPerson,
  listMembers,
  listPhotos,
  type MemberRow,
} from './team.repository.ts'
import { connectorsOf, countSessions, handOver, listHeirs, namesOfKeys } from './team-belongings.repository.ts'

type Db = Kysely<Tables>
type Deps = {
  readonly db: Db
  readonly access: Pick<Access, 'forgetCompany'>
  /** Whether the installation has a mail server. */
  readonly hasMailServer: boolean
}
type ListQuery = QueryOf<typeof teamEndpoints.list>

const reasons = {
  deactivated: 'An administrator deactivated the account.',
  removed: 'An administrator removed the account.',
  role: 'An administrator changed the role.',
} as const

/** Of one call: as many as a page may have. */
const photosMax = 100

const isAdministrator = (role: Role) => role !== 'USER'

const toMember = ({ id, lastActive, createdAt, updatedAt, invitedAt, ...row }: MemberRow): Member => ({
  _id: id,
  ...row,
  lastActive: lastActive?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  invitedAt: invitedAt?.toISOString() ?? null,
})

export function createTeamService({ db, access, hasMailServer }: Deps) {
  /** The member whom a move is about, while nobody else changes anybody of the company. */
  async function held(tx: Db, { companyId, userId }: Caller, memberId: string, type: MemberMove['type']): Promise<MemberRow> {
    await holdCompany(tx, companyId)
    // Whoever held the company before may have removed or demoted the caller. As nobody changes themselves, the last administrator stays.
    const caller = await findMember(tx, { companyId, memberId: userId })
    if (caller?.status !== 'active' || !isAdministrator(caller.role)) throw refusal('auth/forbidden')
    const member = await findMember(tx, { companyId, memberId })
    if (!member) throw refusal('user/not-found')
    if (memberId === userId) throw refusal(type === 'admin.changedRole' ? 'member/own-role' : 'member/own')
    if (member.role === 'SUPER_ADMIN' && caller.role !== 'SUPER_ADMIN') throw refusal('member/above')
    if (nextOf(member.status, type) === null) throw refusal('member/wrong-status')
    if (type !== 'admin.reactivated' && (await isLastBreakGlass(tx, { companyId, userId: memberId })))
      throw refusal('sso/last-break-glass')
    return member
  }

  async function end(tx: Db, companyId: string, memberId: string, reason: string): Promise<number> {
    return (await endSessionsOfUser(tx, companyId, memberId, reason)).length
  }

  /** Makes a move in one commit and lets every process notice it. */
  async function change<T>(caller: Caller, work: (tx: Db) => Promise<T>): Promise<T> {
    const done = await inOneCommit(db, work)
    access.forgetCompany(caller.companyId)
    return done
  }

  async function memberNow(tx: Db, companyId: string, memberId: string): Promise<Member> {
    const row = await findMember(tx, { companyId, memberId })
    if (!row) throw refusal('user/not-found')
    return toMember(row)
  }

  return {
    /** @throws `member/too-many` where all of them were asked for at once and there are more than 500. */
    async list({ companyId }: Caller, asked: ListQuery): Promise<TeamPage> {
      const { page = 1, search = '', status = null, sortBy = 'name', sortOrder = 'asc' } = asked
      const isWhole = asked.page === undefined && asked.limit === undefined
      const counts = await countMembers(db, companyId, search.trim())
      const all = counts.active + counts.inactive + counts.pending
      const total = status === null ? all : counts[status]
      if (isWhole && total > wholeTeamMax) throw refusal('member/too-many')
      const limit = isWhole ? wholeTeamMax : (asked.limit ?? membersPerPage)
      const which = { search: search.trim(), status, sortBy, sortOrder, limit, offset: (page - 1) * limit }
      const rows = await listMembers(db, companyId, which)
      const isMailed = hasMailServer || (await hasOwnMailServer(db, companyId))
      const totalPages = Math.ceil(total / limit)
      return { data: rows.map(toMember), total, page, limit, totalPages, counts: { all, ...counts }, isMailed }
    },

    /** What is no id is nobody's. */
    async photos({ companyId }: Caller, ids = ''): Promise<{ data: { _id: string; avatarUrl: string }[] }> {
      const asked = ids.split(',').filter((id) => Check(Id, id))
      const photos = await listPhotos(db, companyId, asked.slice(0, photosMax))
      return { data: photos.map(({ id, ...photo }) => ({ _id: id, avatarUrl: dataUrlOf(photo) })) }
    },

    async effects({ companyId }: Caller, memberId: string): Promise<MemberEffects> {
      const which = { companyId, memberId }
      if (!(await findMember(db, which))) throw refusal('user/not-found')
      const [sessions, keys, connectors, heirs] = await Promise.all([
        countSessions(db, which),
        namesOfKeys(db, which),
        connectorsOf(db, which),
        listHeirs(db, which),
      ])
      return { sessions, keys, connectors, heirs }
    },

    deactivate: (caller: Caller, memberId: string, audit: Audit): Promise<Member> =>
      change(caller, async (tx) => {
        const { companyId } = caller
        const member = await held(tx, caller, memberId, 'admin.deactivated')
        await changeMember(tx, { companyId, memberId }, { active: false })
        const sessionsEnded = await end(tx, companyId, memberId, reasons.deactivated)
        await audit(tx, { target: targetOf(member), before: { active: true }, after: { active: false, sessionsEnded } })
        return memberNow(tx, companyId, memberId)
      }),

    reactivate: (caller: Caller, memberId: string, audit: Audit): Promise<Member> =>
      change(caller, async (tx) => {
        const { companyId } = caller
        const member = await held(tx, caller, memberId, 'admin.reactivated')
        await changeMember(tx, { companyId, memberId }, { active: true })
        await audit(tx, { target: targetOf(member), before: { active: false }, after: { active: true } })
        return memberNow(tx, companyId, memberId)
      }),

    /** @throws `auth/sessions-only` where an API key makes an administrator: it could make one who may do everything. */
    setRole: (caller: Caller, memberId: string, role: 'ADMIN' | 'USER', audit: Audit): Promise<Member> =>
      change(caller, async (tx) => {
        const { companyId } = caller
        if (caller.kind === 'key' && role !== 'USER') throw refusal('auth/sessions-only')
        const member = await held(tx, caller, memberId, 'admin.changedRole')
        if (member.role === role) return toMember(member)
        await changeMember(tx, { companyId, memberId }, { role })
        const sessionsEnded = await end(tx, companyId, memberId, reasons.role)
        await audit(tx, { target: targetOf(member), before: { role: member.role }, after: { role, sessionsEnded } })
        return memberNow(tx, companyId, memberId)
      }),

    /** The connectors go in the same commit: none is ever without an owner. @throws `member/heir-unknown` */
    remove: (caller: Caller, { userId, memberId }: { userId: string; memberId: string }, heir: string, audit: Audit) =>
      change(caller, async (tx) => {
        const { companyId } = caller
        if (userId !== caller.userId) throw refusal('user/not-found')
        const member = await held(tx, caller, memberId, 'admin.removed')
        const taker = heir === memberId ? null : await findMember(tx, { companyId, memberId: heir })
        if (taker?.status !== 'active') throw refusal('member/heir-unknown')
        const connectors = await handOver(tx, { companyId, memberId }, heir)
        const sessionsEnded = await end(tx, companyId, memberId, reasons.removed)
        for (const kind of ['confirm', 'reset'] as const) await removeOneTimeTokens(tx, { companyId, userId: memberId }, kind)
        await removeIdentities(tx, { companyId, userId: memberId })
        await forgetPerson(tx, { companyId, memberId })
        await changeMember(tx, { companyId, memberId }, { isRemoved: true })
        const before = { email: member.email, role: member.role }
        await audit(tx, { target: targetOf(member), before, after: { heir, connectors, sessionsEnded } })
        return { success: true as const, connectors: connectors.length }
      }),
  }
}

const targetOf = ({ id }: MemberRow) => ({ type: 'member', id })

/** Where the chart leads from here; null where it forbids the move. */
const nextOf = (from: MemberState, type: MemberMove['type']) => moved(memberLifecycle, from, { type }, undefined)
