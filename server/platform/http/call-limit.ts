/** Limits of calls by address. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { refusal } from '#contract/kit/problem.ts'
import { createAttemptLimiter } from './attempt-limiter.ts'

/** Lets a request in or throws. */
export type Admit = (request: FastifyRequest) => Promise<void>

const minute = 60_000

/** @param max calls a minute and address, counted apart for each `of`. @throws `request/rate-limited`. */
export function createCallLimit(server: FastifyInstance) {
  return (max: number, of: string): Admit => {
    const callsOf = server.createRateLimit({ max, timeWindow: minute, keyGenerator: ({ ip }) => `${of} ${addressKey(ip)}` })
    return async (request) => {
      const calls = await callsOf(request)
      if (!calls.isAllowed && calls.isExceeded) throw refusal('request/rate-limited', { retryAfter: calls.ttl })
    }
  }
}

// Whom a limit by address counts as one.

/** Of IPv6 the first 64 bits, for whoever has one address there has all of them (RFC 4291, section 2.5.4); IPv4 in IPv6 is IPv4. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

// How often one address may ask for what is costly or writes to people. Threat T-REG.

/** @param max calls a minute and address. Returns a check that throws `auth/too-many-attempts` for the others. */
export function createAddressLimit(max: number): (ip: string) => void {
  const byAddress = createAttemptLimiter({ max, window: minute })
  return (ip) => {
    const wait = byAddress.take(addressKey(ip))
    if (wait > 0) throw refusal('auth/too-many-attempts', { retryAfter: wait })
  }
}
