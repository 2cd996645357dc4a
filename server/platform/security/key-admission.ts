/** Lets calls with an API key in: from its addresses only, and as many as it may make. `worklist.md` C-4. */
import ipaddr from 'ipaddr.js'
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../database/tables/tables.ts'
import { type CallsLeft, countKeyCall, type KeyCaller, noteKeyUse } from './api-keys.repository.ts'

type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** An address or a network in CIDR notation; null when it is neither. An IPv4 address in its IPv6 form is the same. */
export function networkOf(text: string): Network | null {
  if (text.includes('/')) return ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : null
  if (!ipaddr.IPv6.isValid(text) && !ipaddr.IPv4.isValidFourPartDecimal(text)) return null
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Whether an address is one of these, or in one of these networks. */
export function isIn(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const caller = ipaddr.process(address)
  return networks.some((text) => {
    const network = networkOf(text)
    return network !== null && network[0].kind() === caller.kind() && caller.match(network as never)
  })
}

/** Milliseconds after which a further use is written down. */
const useNotedEvery = 60_000
const notedMax = 10_000

export function createKeyAdmission(db: Kysely<Tables>) {
  const noted = new Map<string, number>()

  /** @throws `auth/key-address`, `auth/key-limit` with `retryAfter` */
  return async (caller: KeyCaller, address: string): Promise<CallsLeft | null> => {
    const { keyId, addresses, rates } = caller
    if (addresses.enabled && !isIn(address, addresses.allowedIPs)) {
      throw refusal('auth/key-address', { message: `This API key may not be used from the address ${address}.` })
    }
    const calls = rates.enabled ? await countKeyCall(db, caller) : null
    if (calls && !calls.isAllowed) throw refusal('auth/key-limit', { retryAfter: calls.resetsIn })
    const now = performance.now()
    if (now - (noted.get(keyId) ?? Number.NEGATIVE_INFINITY) > useNotedEvery) {
      if (noted.size >= notedMax) noted.clear()
      noted.set(keyId, now)
      await noteKeyUse(db, keyId, address)
    }
    return calls
  }
}
