/** The own sessions and connected identities. `worklist.md` B-1. */
import type { Kysely } from 'kysely'
import type { ConnectedIdentity, OwnSession } from '#contract/auth/security.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { identityDisconnected, signInDisowned } from '#server/platform/mail/mails.ts'
import type { Access, SessionCaller as Caller } from '#server/platform/security/access.ts'
import { endOwnSession, endSessionsOfUser, listLiveSessions } from '#server/platform/security/sessions.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { findZone } from '../../kit/formats.repository.ts'
import { notifyOwner } from '../owner-notices.ts'
import { listIdentities, removeIdentity } from '../sign-in/identities.repository.ts'
import { findSignIn } from '../sign-in/login-audit.repository.ts'
import { checkOwn } from './own.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly forget: Access['forget']
  /** What people call a provider. */
  readonly nameOf: (provider: string) => string
  /** Where a forgotten password is set anew. */
  readonly forgotUrl: string
}

export type OwnSessionsService = ReturnType<typeof createOwnSessionsService>

export function createOwnSessionsService({ db, forget, nameOf, forgotUrl }: Deps) {
  return {
    async list(caller: Caller, userId: string): Promise<{ sessions: OwnSession[] }> {
      checkOwn(caller, userId)
      const rows = await listLiveSessions(db, caller)
      const sessions = rows.map(({ id, device, browser, ipAddress, provider, createdAt, lastUsedAt }) => ({
        ...{ id, isCurrent: id === caller.sessionId, device, browser, ipAddress },
        ...{ provider: provider === null ? null : nameOf(provider) },
        ...{ startedAt: createdAt.toISOString(), lastUsedAt: lastUsedAt.toISOString() },
      }))
      return { sessions }
    },

    /** @throws `session/not-found` for one that has ended, and for one of somebody else. */
    async end(caller: Caller, userId: string, sessionId: string): Promise<{ success: true }> {
      checkOwn(caller, userId)
      if (!(await endOwnSession(db, caller, sessionId, 'The person ended this session.'))) throw refusal('session/not-found')
      forget(sessionId)
      return { success: true }
    },

    async endOthers(caller: Caller, userId: string): Promise<{ ended: number }> {
      checkOwn(caller, userId)
      const { companyId, sessionId } = caller
      const ended = await endSessionsOfUser(db, companyId, userId, 'The person ended this session from another one.', sessionId)
      ended.forEach(forget)
      return { ended: ended.length }
    },

    async identities(caller: Caller, userId: string): Promise<{ identities: ConnectedIdentity[] }> {
      checkOwn(caller, userId)
      const rows = await listIdentities(db, caller)
      return {
        identities: rows.map(({ id, provider, createdAt }) => ({
          ...{ id, provider: nameOf(provider), connectedAt: createdAt.toISOString() },
        })),
      }
    },

    /** Every account has a password, so an identity is never the last way to sign in. @throws `identity/not-found` */
    async disconnect(caller: Caller, userId: string, identityId: string, audit: Audit): Promise<{ success: true }> {
      checkOwn(caller, userId)
      await inOneCommit(db, async (tx) => {
        const provider = await removeIdentity(tx, caller, identityId)
        if (provider === null) throw refusal('identity/not-found')
        await notifyOwner(tx, caller, identityDisconnected(nameOf(provider)))
        await audit(tx, { before: { provider: nameOf(provider) } })
      })
      return { success: true }
    },

    /** Ends all the other sessions, the one that is not the person's among them. @throws `signIn/not-found` */
    async disown(caller: Caller, userId: string, recordId: string, audit: Audit): Promise<{ ended: number }> {
      checkOwn(caller, userId)
      const { companyId, sessionId } = caller
      const record = await findSignIn(db, { companyId, userId, id: recordId })
      if (!record) throw refusal('signIn/not-found')
      const ended = await inOneCommit(db, async (tx) => {
        const reason = 'The person reported an unknown sign-in.'
        const ids = await endSessionsOfUser(tx, companyId, userId, reason, sessionId)
        const { loginTimestamp, ipAddress, success } = record
        await notifyOwner(
          tx,
          caller,
          signInDisowned({ at: loginTimestamp, ip: ipAddress, zone: await findZone(tx, caller), forgotUrl }),
        )
        await audit(tx, { after: { loginTimestamp, ipAddress, success, sessionsEnded: ids.length } })
        return ids
      })
      ended.forEach(forget)
      return { ended: ended.length }
    },
  }
}
