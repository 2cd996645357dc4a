/** What the steps of a connector measured. */
import type { Kysely } from 'kysely'
import { type Metrics, type metricsEndpoints, metricsSpanMax, resolutions } from '#contract/connectors/details/metrics.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type HostSums, hostSums, type StepPoint, stepPoints } from '#server/engine/metering/step-minutes.repository.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { quantile } from '#server/records/ledger/latencies.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { findConnector } from './connectors.repository.ts'

export type MetricsService = ReturnType<typeof createMetricsService>

const hour = 3_600_000

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10

function sumsOf({ step, calls, errors, records, latencySum, latencies }: StepPoint | HostSums) {
  const at = (part: number) => tenths(quantile(latencies, part) ?? 0)
  return { step, calls, errors, records, average: tenths(latencySum / calls), p50: at(0.5), p95: at(0.95) }
}

const malformedQuery = (path: string, message: string) => refusal('request/malformed', { message, errors: [{ path, message }] })

export function createMetricsService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    /** @throws `request/malformed` when the time is empty or longer than is told at once. */
    async read(caller: Caller, connectorId: string, query: QueryOf<typeof metricsEndpoints.read>): Promise<Metrics> {
      const record = await findConnector(db, tenantScopeOf(caller), connectorId)
      if (!record) throw refusal('connector/not-found')
      const { resolution = 'minute' } = query
      const to = query.to ? new Date(query.to) : new Date()
      const from = query.from ? new Date(query.from) : new Date(to.getTime() - hour)
      if (from >= to) throw malformedQuery('/query/from', 'Choose an end after the start.')
      if (to.getTime() - from.getTime() > metricsSpanMax[resolution])
        throw malformedQuery(
          '/query/from',
          resolution === 'minute' ? 'Choose at most a day at minute resolution.' : 'Choose at most 8 days at hour resolution.',
        )
      const asked = { companyId: record.companyId, connectorId, from, to, width: resolutions[resolution] }
      const points = await stepPoints(db, asked)
      const hosts = await hostSums(db, asked)
      return {
        ...{ from: from.toISOString(), to: to.toISOString(), resolution },
        points: points.map((it) => ({ at: it.at.toISOString(), ...sumsOf(it) })),
        hosts: hosts.map((it) => ({ host: it.host, ...sumsOf(it) })),
      }
    },
  }
}
