/** The steps of a connector in the order that a record takes, with what was measured at each in the time that is looked at. */
import { addressOf, hookAddress } from '../../../contract/address.ts'
import { badErrorRate, type Statistic, slowLatency } from '../../../contract/analytics.ts'
import type { ConnectorConfig } from '../../../contract/config.ts'
import type { ConnectorDetails } from '../../../contract/connector.ts'
import type { Metrics, MetricsPoint } from '../../../contract/metrics.ts'

export type UniverseReading = {
  /** As the server has it now. */
  readonly details: ConnectorDetails
  /** Of the version that runs; of the draft where none does. */
  readonly config: ConnectorConfig
  readonly statistic: Statistic
  readonly metrics: Metrics
}

export type StageHealth = 'normal' | 'warning' | 'error' | 'none'

/** Latency in milliseconds; null where nothing was called. */
type StageFigures = { readonly calls: number; readonly latency: number; readonly errors: number }

export type Stage = {
  readonly kind: MetricsPoint['step']
  /** Null where there is none. */
  readonly address: string | null
  /** Fields of the mapping, look-ups of the enrichment; null at the other steps. */
  readonly parts: number | null
  readonly figures: StageFigures | null
  readonly health: StageHealth
}

const minute = 60_000

const sum = (points: readonly MetricsPoint[], of: (point: MetricsPoint) => number) =>
  points.reduce((total, point) => total + of(point), 0)

function measured({ points }: Metrics, kind: Stage['kind']): Pick<Stage, 'figures' | 'health'> {
  const own = points.filter(({ step }) => step === kind)
  const [calls, errors] = [sum(own, (it) => it.calls), sum(own, (it) => it.errors)]
  if (calls === 0) return { figures: null, health: 'none' }
  const latency = sum(own, (it) => it.average * it.calls) / calls
  const isWarning = errors > 0 || latency > slowLatency
  const health = errors * 100 > calls * badErrorRate ? 'error' : isWarning ? 'warning' : 'normal'
  return { figures: { calls, latency, errors }, health }
}

/** Four steps where records are enriched, otherwise three. The look-ups are measured together and so are one step. */
export function stagesOf({ config, metrics }: Pick<UniverseReading, 'config' | 'metrics'>): readonly Stage[] {
  const { source, destination, enrichment, dataMapping, trigger } = config
  const stage = (kind: Stage['kind'], own: Pick<Stage, 'address' | 'parts'>): Stage => ({
    kind,
    ...own,
    ...measured(metrics, kind),
  })
  const from = trigger.type === 'webhook' ? hookAddress : (addressOf(source) ?? null)
  return [
    stage('source', { address: from, parts: null }),
    ...(enrichment.length === 0 ? [] : [stage('enrichment', { address: null, parts: enrichment.length })]),
    stage('mapping', { address: null, parts: dataMapping.length }),
    stage('destination', { address: addressOf(destination) ?? null, parts: null }),
  ]
}

/** Delivered records per minute of the time that was answered, as far as it is over; null where no record was read. */
export function throughputOf({ sums, startDate, endDate }: Statistic, now: number): number | null {
  const span = Math.min(Date.parse(endDate), now) - Date.parse(startDate)
  return sums.total === 0 || span <= 0 ? null : (sums.delivered * minute) / span
}

const healthParts = ['delivered', 'skipped', 'failed', 'unknown', 'open'] as const
export type HealthPart = (typeof healthParts)[number]

/** Records by what became of them; those that were read and have not ended are on their way. */
export function healthOf({ sums }: Statistic): readonly { readonly part: HealthPart; readonly count: number }[] {
  const { total, delivered, failed, skipped, unknown } = sums
  const open = Math.max(0, total - delivered - failed - skipped - unknown)
  const counts = { delivered, skipped, failed, unknown, open }
  return healthParts.map((part) => ({ part, count: counts[part] })).filter(({ count }) => count > 0)
}
