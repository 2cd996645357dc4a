/** A connector as the studio reads it. */
import type { Connector, ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ConnectorReading, StepReading } from '#contract/connectors/details/reading.ts'
import { shopDraft } from '../kit/samples/drafts.ts'
import { orders } from '../kit/samples/orders.ts'

/** `more` is what differs of its configuration. */
export function detailsOf(
  status: Connector['status'],
  more: Partial<ConnectorDetails['config']> = {},
  standing: Partial<Connector> = {},
): ConnectorDetails {
  const connector = orders(status, { liveVersion: status === 'Draft' ? null : 1, ...standing })
  const config = { ...shopDraft.config, name: connector.name, ...more }
  return {
    ...connector,
    connector,
    config,
    trigger: config.trigger,
    health: {
      level: 'healthy',
      reason: '5 records delivered and none failed in the last completed run.',
      runId: null,
      measuredAt: null,
    },
    undeployedChanges: [],
    failedDeployment: null,
    sourceConfiguration: config.source,
    destinationConfiguration: config.destination,
    dataMapping: config.dataMapping,
    enrichment: config.enrichment,
  }
}

type Figures = Partial<Omit<ConnectorReading, 'records'>> & {
  readonly records?: Partial<Omit<ConnectorReading['records'], 'total'>>
  readonly lastRecordAt?: string | null
}

/** A step of which nothing was measured. */
export const uncalled = (step: StepReading['step']): StepReading => ({
  ...{ step, level: 'noRecentData', newest: null, calls: 0, errors: 0, latency: null },
})

/** What a page reads of a connector, over one hour; of what is not named, nothing was measured. */
export function readingOf({ records: counted = {}, lastRecordAt = null, ...more }: Figures = {}): ConnectorReading {
  const parts = { delivered: 0, failed: 0, skipped: 0, unknown: 0, unchanged: 0, leftOut: 0, ...counted }
  const ended = parts.delivered + parts.failed + parts.skipped + parts.unknown
  const open = counted.open ?? 0
  const rated = parts.delivered + parts.failed
  const details = more.details ?? detailsOf('Active')
  const steps =
    details.enrichment.length === 0
      ? (['source', 'mapping', 'destination'] as const)
      : (['source', 'enrichment', 'mapping', 'destination'] as const)
  return {
    readAt: '2026-11-20T11:00:00.000Z',
    details,
    newestRun: null,
    lastFailure: null,
    records: { total: ended + open, ...parts, open, deliveredLater: parts.deliveredLater ?? 0 },
    queuedBefore: 0,
    statistic: {
      ...{ integrationId: 'orders', startDate: '2026-11-20T10:00:00.000Z', endDate: '2026-11-20T11:00:00.000Z', lastRecordAt },
      sums: { total: ended, ...parts },
      errorRate: rated === 0 ? null : (100 * parts.failed) / rated,
      latency: parts.delivered === 0 ? { mean: null, p50: null, p95: null, p99: null } : { mean: 45, p50: 40, p95: 90, p99: 120 },
    },
    steps: steps.map(uncalled),
    ...more,
  }
}
