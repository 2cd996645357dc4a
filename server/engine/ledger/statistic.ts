/** The sums of one connector over a time. */
import type { Kysely } from 'kysely'

import type { Statistic } from '#contract/analytics/analytics.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { errorRateOf, latencyOf, totalOf, volumeOf } from './figures.ts'
import { figuresOf, newestReadAt, newestRecord, type Span } from './ledger-sums.repository.ts'
import { spanOf } from './range.ts'

type ConnectorKey = { readonly companyId: string; readonly connectorId: string }
type Ends = { readonly startDate?: string | undefined; readonly endDate?: string | undefined }

const instant = (at: number) => new Date(at).toISOString()

/** The time that is asked for, or as many milliseconds as are usual; between edges of kept sums. @throws `analytics/…`. */
export function requestedSpan({ startDate, endDate }: Ends, usual: number, now: number): Span {
  const end = endDate ?? instant(now)
  return spanOf(startDate ?? instant(Date.parse(end) - usual), end, '/query', now)
}

/** @param db a snapshot, so that all of it is of one moment. */
export async function statisticOf(
  db: Kysely<Tables>,
  { companyId, connectorId }: ConnectorKey,
  span: Span,
  now: number,
): Promise<Statistic> {
  const whose = { companyId, connectorIds: [connectorId] }
  const {
    sums: [sums = totalOf([])],
    latencies,
  } = await figuresOf(db, whose, [span], span)
  const own = { companyId, connectorId }
  const newest = (await newestReadAt(db, own, span)) ?? (await newestRecord(db, own, span))
  return {
    ...{
      integrationId: connectorId,
      startDate: instant(span.from),
      endDate: instant(Math.min(span.to, Math.max(span.from, now))),
    },
    ...{ sums: volumeOf(sums), errorRate: errorRateOf(sums), latency: latencyOf(sums, latencies) },
    lastRecordAt: newest === null ? null : instant(newest),
  }
}
