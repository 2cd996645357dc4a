/** Who calls: the bearer token, its session and the role that the database has now (threats T-SESS, T-BFLA). */
import type { Kysely } from 'kysely'

import type { Role } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Scope } from '#contract/kit/scopes.ts'
import type { Tables } from '../database/tables/tables.ts'
import { findLiveSession, type LiveSession } from './sessions.repository.ts'
import type { Tokens } from './tokens.ts'

/** A person who has signed in. */
export type SessionCaller = LiveSession & { readonly kind: 'session' }

/** A program with an API key of a person: it may do what its scopes say, and never more than that person. */
export type KeyCaller = {
  readonly kind: 'key'
  readonly keyId: string
  /** Who made the key, and their role now. */
  readonly userId: string
  readonly companyId: string
  readonly role: Role
  readonly maintenance: string | null
  readonly scopes: readonly Scope[]
}

export type Caller = SessionCaller | KeyCaller

/** What of a company is asked for. */
export type TenantScope = {
  readonly companyId: string
  /** Only what is this person's; null for all of the company. */
  readonly ownerId: string | null
}

export type Access = {
  /** The caller behind an `Authorization` header. @throws a refusal with status 401. */
  readonly identify: (authorization: string | undefined) => Promise<Caller>
  /** To be called when a session ends, so that this process knows at once. */
  readonly forget: (sessionId: string) => void
  /** Likewise when something changed that holds for everybody of a company. */
  readonly forgetCompany: (companyId: string) => void
}

/** Milliseconds that an end or a changed role may take to be noticed when another process made it. */
const cacheLife = 5_000
const cacheMax = 10_000

/** The token of an `Authorization` header; null when it holds none. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null

export function createAccess({ db, tokens }: { readonly db: Kysely<Tables>; readonly tokens: Tokens }): Access {
  const known = new Map<string, { readonly caller: SessionCaller; readonly until: number }>()
  /** How often something was forgotten: what was looked up before is not remembered after. */
  let forgotten = 0

  async function lookUp(sessionId: string): Promise<SessionCaller | null> {
    const hit = known.get(sessionId)
    if (hit && hit.until > performance.now()) return hit.caller
    // The life begins before the look, so that a slow answer does not lengthen it.
    const until = performance.now() + cacheLife
    const before = forgotten
    const session = await findLiveSession(db, sessionId)
    known.delete(sessionId)
    if (!session) return null
    const caller: SessionCaller = { ...session, kind: 'session' }
    if (before !== forgotten) return caller
    if (known.size >= cacheMax) known.delete(known.keys().next().value ?? '')
    known.set(sessionId, { caller, until })
    return caller
  }

  return {
    async identify(authorization) {
      const token = bearerOf(authorization)
      if (token === null) throw refusal('auth/token-missing')
      const { userId, sessionId } = await tokens.readAccess(token)
      const caller = await lookUp(sessionId)
      if (!caller || caller.userId !== userId) throw refusal('auth/token-invalid')
      return caller
    },
    forget: (sessionId) => {
      forgotten += 1
      known.delete(sessionId)
    },
    forgetCompany: (companyId) => {
      forgotten += 1
      for (const [sessionId, { caller }] of known) if (caller.companyId === companyId) known.delete(sessionId)
    },
  }
}
