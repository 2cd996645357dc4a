/** People who are asked into a company. `decisions.md` section 2, threat T-INV. The chart says which move is legal; the row is held while it is asked. */
import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Acceptance, OpenInvitation } from '#contract/auth/invitation.ts'
import { domainOf } from '#contract/auth/sso/sso-limits.ts'
import type { Role } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import { hasOwnMailServer } from '#server/platform/mail/messages.repository.ts'
import { lockRecipient, mailsAnHour } from '#server/platform/mail/recipients.repository.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { refuseWeakPassword } from '#server/platform/security/new-password.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { findPasswordPolicy } from '#server/platform/security/security-policy.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { beginPlan, holdCompany } from '../companies.repository.ts'
import { removeOneTimeTokens } from '../one-time-tokens.repository.ts'
import { companyOfDomain } from '../sso/domains.repository.ts'
import { mustNewMemberUseSso } from '../sso/required.repository.ts'
import { addUser, findAccount, findAccountOf, takeOverUnconfirmed } from '../users.repository.ts'
import {
  countInvitationsOfDay,
  countRecentInvitations,
  findInvitationByToken,
  holdInvitation,
  type Invitation,
} from './invitations.repository.ts'
import { inviterName, moveInvitation, nextOf, sendInvitation } from './send-invitation.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly publicUrl: string
  /** Calls a minute and address of people without a session. */
  readonly attemptLimit: number
  readonly quotas: MemberQuota
  /** The installation has no mail server. */
  readonly isKept: boolean
}

/** Refuses a member more than the plan of the company holds. */
export type MemberQuota = { readonly refuseMembers: (tx: Kysely<Tables>, companyId: string) => Promise<void> }

export type InvitationService = ReturnType<typeof createInvitationService>

type InvitationRequest = {
  readonly userId: string
  readonly email: string
  readonly role: Invitation['role']
  readonly newId: string
}
type Invited = {
  readonly success: true
  readonly memberId: string
  readonly expiresAt: string
  readonly isKept: boolean
  readonly link?: string
}

const ranks: Readonly<Record<Role, number>> = { USER: 1, ADMIN: 2, SUPER_ADMIN: 3 }
/** Nobody gives more than they have. */
const mayGive = (giver: Role, role: Role) => giver !== 'USER' && ranks[giver] >= ranks[role]
/** Of one company: whoever signs up makes a company, and its invitations go to strangers. */
const invitationsADay = 100
/** Milliseconds. */
const hour = 3_600_000
const wordBytes = 32
const passwordMissing = { errors: [{ path: '/password', message: 'Choose a password.' }] }

export function createInvitationService({ db, publicUrl, attemptLimit, quotas, isKept }: Deps) {
  const admit = createAddressLimit(attemptLimit)

  async function openOf(token: string): Promise<Invitation> {
    const it = await findInvitationByToken(db, hashOfToken(token))
    if (!it || !isGood(it)) throw refusal('invitation/dead')
    return it
  }

  /** Whether the new member signs in with single sign-on alone. @throws `sso/domain-needed` where that could not work */
  async function mustUseSsoAs(of: Kysely<Tables>, { companyId, role, email }: Pick<Invitation, 'companyId' | 'role' | 'email'>) {
    if (!(await mustNewMemberUseSso(of, { companyId, role }))) return false
    if ((await companyOfDomain(of, domainOf(email))) !== companyId) throw refusal('sso/domain-needed')
    return true
  }

  return {
    /**
     * Sends the link; one that was sent before to this address is dead from then on. Accounts of other companies are not told of.
     * @throws `user/not-found` for another person's path, `auth/forbidden`, `auth/sessions-only` where an API key invites an administrator, `invitation/member-already`, `invitation/too-many`, `quota/members`, `sso/domain-needed`, `request/rate-limited`.
     */
    async invite(caller: Caller, { userId, email: asked, role, newId }: InvitationRequest, audit: Audit): Promise<Invited> {
      if (userId !== caller.userId) throw refusal('user/not-found')
      // A key could make itself an administrator who may do everything.
      if (caller.kind === 'key' && role !== 'USER') throw refusal('auth/sessions-only')
      if (!mayGive(caller.role, role)) throw refusal('auth/forbidden')
      const { companyId } = caller
      const email = asked.trim()
      const inviter = await findAccountOf(db, caller)
      if (!inviter) throw refusal('user/not-found')
      const { expiresAt, link } = await inOneCommit(db, async (tx) => {
        await lockRecipient(tx, email)
        // The answer to this very request was lost.
        const made = await holdInvitation(tx, { companyId, id: newId })
        if (made) return { expiresAt: made.expiresAt, link: null }
        if ((await findAccount(tx, email))?.companyId === companyId) throw refusal('invitation/member-already')
        if ((await countRecentInvitations(tx, companyId, email)) >= mailsAnHour) {
          const message = `This email received ${mailsAnHour} invitations in the last hour. Try again later.`
          throw refusal('request/rate-limited', { message, retryAfter: hour })
        }
        await holdCompany(tx, companyId)
        await mustUseSsoAs(tx, { companyId, role, email })
        if ((await countInvitationsOfDay(tx, companyId)) >= invitationsADay) throw refusal('invitation/too-many')
        const { companyName, firstName, lastName } = inviter
        const invitedBy = { userId: caller.userId, firstName, lastName }
        const sent = await sendInvitation(tx, { id: newId, companyId, companyName, email, role, invitedBy, publicUrl })
        await quotas.refuseMembers(tx, companyId)
        // After the invitation is there: its record is named by it.
        await audit(tx, { target: { type: 'invitation', id: newId }, after: { email, role } })
        return sent
      })
      const kept = isKept && !(await hasOwnMailServer(db, companyId))
      return {
        success: true,
        memberId: newId,
        expiresAt: expiresAt.toISOString(),
        isKept: kept,
        ...(kept && link !== null && caller.kind !== 'key' && { link }),
      }
    },

    /** @throws `user/not-found`; `invitation/dead` for one that the company has not, or that was used, replaced or ran out. */
    async revoke(caller: Caller, userId: string, memberId: string): Promise<{ success: true }> {
      if (userId !== caller.userId) throw refusal('user/not-found')
      await inOneCommit(db, async (tx) => {
        const it = await holdInvitation(tx, { companyId: caller.companyId, id: memberId })
        if (it?.status === 'revoked') return
        if (!it || it.isOver || !(await moveInvitation(tx, it, 'admin.revoked'))) throw refusal('invitation/dead')
      })
      return { success: true }
    },

    /** @throws `invitation/dead`, `sso/domain-needed` */
    async look(token: string): Promise<OpenInvitation> {
      const { companyId, email, role, companyName, inviter, expiresAt } = await openOf(token)
      const passwordPolicy = await findPasswordPolicy(db, companyId)
      const signIn = (await mustUseSsoAs(db, { companyId, role, email })) ? 'sso' : 'password'
      const who = { email, role, companyName, invitedBy: inviterName(inviter) }
      return { ...who, expiresAt: expiresAt.toISOString(), passwordPolicy, signIn }
    },

    /**
     * Makes the member. Whoever holds the link reads the email, so the account is confirmed at once; email, company and role are the row's.
     * @throws `invitation/dead`; `password/weak`, `invitation/member-already` and `invitation/elsewhere`, and then the link still works.
     */
    async accept(wanted: Acceptance, ip: string, audit: Audit): Promise<{ success: true }> {
      admit(ip)
      const { id, companyId, email, companyName, role } = await openOf(wanted.token)
      const [firstName, lastName] = [wanted.firstName.trim(), wanted.lastName.trim()]
      const names = [firstName, lastName, companyName]
      const { password } = wanted
      if (password === undefined) {
        if (!(await mustUseSsoAs(db, { companyId, role, email }))) throw refusal('request/malformed', passwordMissing)
      } else {
        const policy = await findPasswordPolicy(db, companyId)
        await refuseWeakPassword({ password, email, names, path: '/password', policy })
      }
      // Nobody knows the other one: a link for a password can be asked for where passwords sign in.
      const passwordHash = await hashPassword(password ?? randomBytes(wordBytes).toString('base64url'))
      await inOneCommit(db, async (tx) => {
        await lockRecipient(tx, email)
        const it = await holdInvitation(tx, { companyId, id })
        if (!it || !isGood(it) || !(await moveInvitation(tx, it, 'user.accepted'))) throw refusal('invitation/dead')
        const userId = await join(tx, { companyId, email, firstName, lastName, role: it.role, passwordHash })
        await beginPlan(tx, companyId)
        await audit(tx, {
          companyId,
          actor: { kind: 'person', id: userId },
          target: { type: 'member', id: userId },
          after: { email, role: it.role },
        })
      })
      return { success: true }
    },
  }
}

type Joining = Omit<Parameters<typeof addUser>[1], 'id'>

/** An account that nobody has proved to be theirs gives way to who has: signing up with other people's emails locks nobody out. */
async function join(tx: Transaction<Tables>, it: Joining): Promise<string> {
  const known = await findAccount(tx, it.email)
  const id = known?.userId ?? uuid()
  if (!known) {
    await addUser(tx, { ...it, id })
    return id
  }
  if (known.companyId === it.companyId) throw refusal('invitation/member-already')
  if (known.confirmed) throw refusal('invitation/elsewhere')
  for (const kind of ['confirm', 'reset'] as const) await removeOneTimeTokens(tx, known, kind)
  // It may have been confirmed just now.
  if (!(await takeOverUnconfirmed(tx, known, it))) throw refusal('invitation/elsewhere')
  return id
}

/** Open, in time, and of somebody who may still give this role here: a member, or the operator who made the company. */
const isGood = (it: Invitation): boolean =>
  nextOf(it, 'user.accepted') !== null &&
  !it.isOver &&
  it.inviter.active &&
  (it.inviter.companyId === it.companyId || it.inviter.role === 'SUPER_ADMIN') &&
  mayGive(it.inviter.role, it.role)
