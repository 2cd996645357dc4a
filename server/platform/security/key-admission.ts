/** Lets calls with an API key in: from its addresses only, and as many as it may make. `worklist.md` C-4. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../database/tables/tables.ts'
import { isIn } from './address-rule.ts'
import { type CallsLeft, countCompanyCall, countKeyCall, type KeyCaller, noteKeyUse, tighter } from './api-keys.repository.ts'

/** Milliseconds after which a further use is written down. */
const useNotedEvery = 60_000
const notedMax = 10_000

export function createKeyAdmission(db: Kysely<Tables>) {
  const noted = new Map<string, number>()

  /** @throws `auth/key-address`, `auth/gateway-closed`, `auth/key-limit` and `auth/gateway-limit` with `retryAfter` */
  return async (caller: KeyCaller, address: string): Promise<CallsLeft | null> => {
    const { keyId, companyId, addresses, rates, gateway } = caller
    if (!gateway.isOpen) throw refusal('auth/gateway-closed')
    if (addresses.enabled && !isIn(address, addresses.allowedIPs)) {
      throw refusal('auth/key-address', { message: `This API key may not be used from the address ${address}.` })
    }
    const calls = rates.enabled ? await countKeyCall(db, caller) : null
    if (calls && !calls.isAllowed) throw refusal('auth/key-limit', { retryAfter: calls.resetsIn })
    const together = gateway.rates ? await countCompanyCall(db, companyId, gateway.rates) : null
    if (together && !together.isAllowed) throw refusal('auth/gateway-limit', { retryAfter: together.resetsIn })
    const now = performance.now()
    if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) > useNotedEvery) {
      if (noted.size >= notedMax) noted.clear()
      noted.set(keyId, now)
      await noteKeyUse(db, keyId, address)
    }
    return calls && together ? tighter(calls, together) : (calls ?? together)
  }
}
