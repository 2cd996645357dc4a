/** How long a session still lives, and what it may be used for. `worklist.md` C-2, X5. */
import type { Kysely } from 'kysely'
import type { SessionStatus } from '#contract/auth/session-status.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { SessionCaller } from '#server/platform/security/access.ts'
import { findSessionEnds } from '#server/platform/security/session-ends.repository.ts'

export type SessionStatusService = ReturnType<typeof createSessionStatusService>

export const createSessionStatusService = (db: Kysely<Tables>) => ({
  async get({ sessionId, stage, mfaDueAt }: SessionCaller): Promise<SessionStatus> {
    return { stage, ...(await findSessionEnds(db, sessionId)), mfaDueAt: mfaDueAt?.toISOString() ?? null }
  },
})
