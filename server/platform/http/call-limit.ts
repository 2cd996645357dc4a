/** Limits of calls by address. */
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refusal } from '#contract/kit/problem.ts'
import { addressKey } from './address-key.ts'

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
