/** The steps of a connector with what was measured at each, from left to right. */
import { addressOf, hookAddress } from '../../../contract/address.ts'
import type { ConnectorConfig } from '../../../contract/config.ts'
import type { Metrics, MetricsPoint } from '../../../contract/metrics.ts'

/** Of a configuration, and what was measured while it ran. */
export type FlowReading = { readonly config: ConnectorConfig; readonly metrics: Metrics }

type StepKind = MetricsPoint['step']

/** Averages over the time that was measured; latency in milliseconds. */
type Figures = { readonly calls: number; readonly latency: number; readonly errors: number }

export type FlowStep = {
  readonly id: string
  readonly kind: StepKind
  /** What a person calls it, where it has a name of its own. */
  readonly name: string | null
  readonly address: string | null
  /** Fields that the mapping fills; null at other steps. */
  readonly fields: number | null
  /** Null where nothing was measured. */
  readonly figures: Figures | null
  readonly recent: { readonly calls: number; readonly errors: number }
  readonly health: 'normal' | 'warning' | 'error'
  /** Whether the figures are those of several steps together. */
  readonly isShared: boolean
}

/** Errors that are younger make a step's status; milliseconds. */
const recentSpan = 5 * 60_000

const sum = (points: readonly MetricsPoint[], of: (point: MetricsPoint) => number) =>
  points.reduce((total, point) => total + of(point), 0)

function measured({ from, to, points }: Metrics, kind: StepKind) {
  const own = points.filter(({ step }) => step === kind)
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000
  const calls = sum(own, (it) => it.calls)
  const late = own.filter(({ at }) => Date.parse(at) >= Date.parse(to) - recentSpan)
  const figures =
    calls === 0
      ? null
      : {
          calls: calls / minutes,
          latency: sum(own, (it) => it.average * it.calls) / calls,
          errors: sum(own, (it) => it.errors) / minutes,
        }
  return { figures, recent: { calls: sum(late, (it) => it.calls), errors: sum(late, (it) => it.errors) } }
}

/** A step is in error when calls of it failed in the last minutes, and otherwise a warning while the connector is not active. */
export function stepsOf({ config, metrics }: FlowReading, isActive: boolean): readonly FlowStep[] {
  const { source, destination, enrichment, dataMapping, trigger } = config
  const step = (id: string, kind: StepKind, own: Pick<FlowStep, 'name' | 'address' | 'fields'>): FlowStep => {
    const { figures, recent } = measured(metrics, kind)
    const health = recent.errors > 0 ? 'error' : isActive ? 'normal' : 'warning'
    return { id, kind, ...own, figures, recent, health, isShared: kind === 'enrichment' && enrichment.length > 1 }
  }
  const bare = { name: null, address: null, fields: null }
  return [
    step('source', 'source', { ...bare, address: trigger.type === 'webhook' ? hookAddress : (addressOf(source) ?? null) }),
    step('mapping', 'mapping', { ...bare, fields: dataMapping.length }),
    ...enrichment.map((it) =>
      step(`enrichment ${it.id}`, 'enrichment', { ...bare, name: it.title ?? null, address: addressOf(it) ?? null }),
    ),
    step('destination', 'destination', { ...bare, address: addressOf(destination) ?? null }),
  ]
}
