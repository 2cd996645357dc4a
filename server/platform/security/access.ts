/** Who calls: a session or an API key, and the role that the database has now (threats T-SESS, T-BFLA, T-KEY). */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import { apiKeyStart } from '#contract/settings/api-key-limits.ts'
import type { Tables } from '../database/tables/tables.ts'
import { isIn } from './address-rule.ts'
import { type CallsLeft, countKeyCall, findLiveKey, type KeyCaller, keyHash, noteKeyUse } from './api-keys.repository.ts'
import { findLiveSession, type LiveSession, noteUse } from './sessions.repository.ts'
import type { Tokens } from './tokens.ts'

/** A person who has signed in. */
export type SessionCaller = LiveSession & { readonly kind: 'session' }

export type Caller = SessionCaller | KeyCaller

/** What of a company is asked for. */
export type TenantScope = {
  readonly companyId: string
  /** Only what is this person's; null for all of the company. */
  readonly ownerId: string | null
}

export type Access = {
  /** The caller behind an `Authorization` header. A call that no person made is no use of a session. @throws a refusal with status 401. */
  readonly identify: (authorization: string | undefined, call?: { readonly isBackground: boolean }) => Promise<Caller>
  /** Counts a call with an API key from an address; null where the key has no limits. @throws `auth/key-address`, `auth/key-limit` */
  readonly admitKey: (caller: KeyCaller, address: string) => Promise<CallsLeft | null>
  /** To be called when a session ends or an API key changes, so that this process knows at once. */
  readonly forget: (id: string) => void
  /** Likewise when something changed that holds for everybody of a company. */
  readonly forgetCompany: (companyId: string) => void
}

/** Milliseconds that an end or a changed role may take to be noticed when another process made it. */
const cacheLife = 3_000
const cacheMax = 10_000

/** The token of an `Authorization` header; null when it holds none. */
export const bearerOf = (authorization: string | undefined): string | null =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null

export function createAccess({ db, tokens }: { readonly db: Kysely<Tables>; readonly tokens: Tokens }): Access {
  const known = new Map<string, { readonly caller: Caller; readonly until: number }>()
  /** Sessions whose use was written down since they were looked up. */
  const noted = new WeakSet<Caller>()
  /** How often something was forgotten: what was looked up before is not remembered after. */
  let forgotten = 0

  /** @param id of what is looked up: a session, or the hash of a key in hexadecimal. */
  async function lookUp<C extends Caller>(id: string, find: () => Promise<C | null>): Promise<C | null> {
    const hit = known.get(id)
    if (hit && hit.until > performance.now()) return hit.caller as C
    // The life begins before the look, so that a slow answer does not lengthen it.
    const until = performance.now() + cacheLife
    const before = forgotten
    const caller = await find()
    known.delete(id)
    if (!caller) return null
    if (before !== forgotten) return caller
    if (known.size >= cacheMax) known.delete(known.keys().next().value ?? '')
    known.set(id, { caller, until })
    return caller
  }

  async function findSession(sessionId: string): Promise<SessionCaller | null> {
    const session = await findLiveSession(db, sessionId)
    return session && { ...session, kind: 'session' }
  }

  async function identifyKey(key: string): Promise<KeyCaller> {
    const hash = keyHash(key)
    const caller = await lookUp(hash.toString('hex'), () => findLiveKey(db, hash))
    if (!caller) throw refusal('auth/key-invalid')
    if (caller.isSuspended) throw refusal('company/suspended')
    return caller
  }

  return {
    async identify(authorization, { isBackground } = { isBackground: false }) {
      const token = bearerOf(authorization)
      if (token === null) throw refusal('auth/token-missing')
      if (token.startsWith(apiKeyStart)) return identifyKey(token)
      const { userId, sessionId } = await tokens.readAccess(token)
      const caller = await lookUp(sessionId, () => findSession(sessionId))
      if (!caller || caller.userId !== userId) throw refusal('auth/token-invalid')
      if (caller.isSuspended) throw refusal('company/suspended')
      if (!isBackground && caller.isUseDue && !noted.has(caller)) {
        noted.add(caller)
        await noteUse(db, sessionId)
      }
      return caller
    },
    admitKey: createKeyAdmission(db),
    forget: (id) => {
      forgotten += 1
      for (const [key, { caller }] of known) if (key === id || (caller.kind === 'key' && caller.keyId === id)) known.delete(key)
    },
    forgetCompany: (companyId) => {
      forgotten += 1
      for (const [key, { caller }] of known) if (caller.companyId === companyId) known.delete(key)
    },
  }
}

// Lets calls with an API key in: from its addresses only, and as many as it may make. `worklist.md` C-4.

/** Milliseconds after which a further use is written down. */
const useNotedEvery = 60_000
const notedMax = 10_000

function createKeyAdmission(db: Kysely<Tables>) {
  const noted = new Map<string, number>()

  /** @throws `auth/key-address`, `auth/gateway-closed`, `auth/key-limit` and `auth/gateway-limit` with `retryAfter` */
  return async (caller: KeyCaller, address: string): Promise<CallsLeft | null> => {
    const { keyId, addresses, gateway } = caller
    if (!gateway.isOpen) throw refusal('auth/gateway-closed')
    if (addresses.enabled && !isIn(address, addresses.allowedIPs)) {
      throw refusal('auth/key-address', { message: `This API key can't be used from the address ${address}.` })
    }
    const { left, refusedBy } = await countKeyCall(db, caller)
    if (refusedBy !== null)
      throw refusal(refusedBy === 'key' ? 'auth/key-limit' : 'auth/gateway-limit', { retryAfter: left?.resetsIn ?? 0 })
    const now = performance.now()
    if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) > useNotedEvery) {
      if (noted.size >= notedMax) noted.clear()
      noted.set(keyId, now)
      await noteKeyUse(db, keyId, address)
    }
    return left
  }
}
