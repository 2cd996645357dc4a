/** Lets calls with an API key in: from its addresses only, and as many as it may make. `worklist.md` C-4. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../database/tables/tables.ts'
import { isIn } from './address-rule.ts'
import { type CallsLeft, countKeyCall, type KeyCaller, noteKeyUse } from './api-keys.repository.ts'

/** Milliseconds after which a further use is written down. */
const useNotedEvery = 60_000
const notedMax = 10_000

export function createKeyAdmission(db: Kysely<Tables>) {
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
