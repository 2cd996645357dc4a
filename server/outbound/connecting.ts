/** Opens sockets, to allowed addresses only: the guard looks at the address that the socket will use (threats T-SSRF-1 and T-SSRF-2). */
import { type LookupAddress, type LookupAllOptions, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildConnector } from 'undici'

import { fixedAddresses } from './addresses.ts'
import { OutboundFault } from './fault.ts'
import { withoutInterim } from './interim.ts'

export type AddressRule = (address: string) => boolean

/** Asks to which addresses a name leads: `lookup` of `node:dns`, or one of its shape. */
export type NameLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A lookup that answers only when every address of the name is allowed: one forbidden answer among good ones is an attack. The socket is
 * opened to what was answered here and nothing is asked again, so a name that leads elsewhere a moment later changes nothing.
 */
export function guardedLookup(isAllowed: AddressRule, lookup: NameLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: LookupAddress[] = error ? [] : found
      const [first] = addresses
      if (error) callback(error, '', 0)
      else if (!first || !addresses.every(({ address }) => isAllowed(address)))
        callback(new OutboundFault('forbidden', false), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

const literalOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '')

/** Whether a host is an address, and a forbidden one. */
export function isShutLiteral(hostname: string, isAllowed: AddressRule): boolean {
  const literal = literalOf(hostname)
  return isIP(literal) !== 0 && !isAllowed(literal)
}

/** Whether a host is forbidden without a look-up: a forbidden address, or a name that resolves to one on every machine. */
export function isShutHost(hostname: string, isAllowed: AddressRule): boolean {
  const fixed = fixedAddresses(hostname)
  return isShutLiteral(hostname, isAllowed) || (fixed.length > 0 && !fixed.some(isAllowed))
}

/** To which addresses a host leads now; an address is itself, and what is not known within `limit` milliseconds leads nowhere. */
export async function addressesNow(
  hostname: string,
  limit: number,
  lookup: NameLookup = systemLookup,
): Promise<readonly string[]> {
  const asked = new Promise<LookupAddress[]>((resolve) => {
    lookup(literalOf(hostname), { all: true }, (error, found) => resolve(error ? [] : found))
  })
  const inTime = new AbortController()
  const late = sleep(limit, [], { signal: inTime.signal }).catch((): LookupAddress[] => [])
  const found = await Promise.race([asked, late])
  inTime.abort()
  return found.map(({ address }) => address)
}

/** Whether a name leads to a forbidden address now; false when that is not known within `limit` milliseconds. */
export async function isShutBehindName(
  hostname: string,
  isAllowed: AddressRule,
  limit: number,
  lookup: NameLookup,
): Promise<boolean> {
  return !(await addressesNow(hostname, limit, lookup)).every(isAllowed)
}

/** Undici's connector behind the guard. `ruleFor` gives the rule of one origin such as `http://127.0.0.1:3001`. */
export function guardedConnector(
  ruleFor: (origin: string) => AddressRule,
  timeout: number,
  lookup: NameLookup,
): buildConnector.connector {
  const byRule = new Map<AddressRule, buildConnector.connector>()
  const connectorFor = (rule: AddressRule) => {
    const known = byRule.get(rule)
    if (known) return known
    const made = buildConnector({ timeout, allowH2: false, lookup: guardedLookup(rule, lookup) } as buildConnector.BuildOptions)
    byRule.set(rule, made)
    return made
  }
  return (options, callback) => {
    const rule = ruleFor(`${options.protocol}//${options.host ?? options.hostname}`)
    // A literal address is never looked up, so it is asked here.
    if (isShutHost(options.hostname, rule)) return callback(new OutboundFault('forbidden', false), null)
    connectorFor(rule)(options, (error, socket) => {
      if (error) return callback(error, null)
      if (!rule(socket.remoteAddress ?? '')) {
        socket.destroy()
        return callback(new OutboundFault('forbidden', false), null)
      }
      callback(null, withoutInterim(socket))
    })
  }
}
