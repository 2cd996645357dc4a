/** What tests of figures ask, and the records that they ask about. */
import { expect } from 'vitest'

import type { Analytics } from '#contract/analytics/analytics.ts'
import { addDeltas, addPages, type PageOfLedger } from '../kit/ledger-pages.ts'
import { goodConfig, makeConnector, type TestServer, type Who } from '../kit/test-server.ts'

const minute = 60_000

export const between = (from: number, to: number) => ({
  startDate: new Date(from).toISOString(),
  endDate: new Date(to).toISOString(),
})

/** Its begin. */
export const thisMinute = () => Math.floor(Date.now() / minute) * minute

/** @param took milliseconds of each that was delivered. */
export const lines = (delivered: number, failed = 0, took = 100): PageOfLedger['lines'] => [
  ...Array.from({ length: delivered }, () => ({ status: 'success' as const, took })),
  ...Array.from({ length: failed }, () => ({ status: 'failure' as const, took: 5 })),
]

export function analyticsOf(server: TestServer) {
  const ask = (body: object, as: Who | null = 'userA') => server.ask('POST', '/api/analytics/dashboard', { as, body })
  return {
    ask,
    async dashboard(body: object, as: Who = 'userA') {
      const reply = await ask(body, as)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json<Analytics>()
    },
    statistic: (query: string, as: Who = 'userA') => server.ask('GET', `/api/analytics/statistic?${query}`, { as }),
    /** Pages of a connector, each read at an instant, with their sums beside them. */
    async moved(connectorId: string, pages: readonly (readonly [at: number, lines: PageOfLedger['lines']])[]) {
      const { db } = server.database
      const rows = pages.map(([at, of]) => ({ companyId: server.companies.A, connectorId, readAt: new Date(at), lines: of }))
      await addDeltas(db, await addPages(db, rows))
    },
    made: async (as: Who = 'userA', config = goodConfig) => (await makeConnector(server, as, config)).connector._id,
  }
}
