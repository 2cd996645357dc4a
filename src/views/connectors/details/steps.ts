/** The steps of a connector with what was measured at each, from left to right. */
import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import { judgedMinutes } from '#contract/connectors/details/health.ts'
import type { ConnectorReading, StepReading } from '#contract/connectors/details/reading.ts'

export type FlowReading = Pick<ConnectorReading, 'details' | 'steps'>

/** Averages over the minutes by which the step is judged; latency in milliseconds. */
type Figures = { readonly calls: number; readonly latency: number; readonly errors: number }

export type FlowStep = {
  readonly id: string
  /** What a person calls it, where it has a name of its own. */
  readonly name: string | null
  readonly address: string | null
  /** Fields that the mapping fills; null at other steps. */
  readonly fields: number | null
  /** Null where nothing was called. */
  readonly figures: Figures | null
  readonly measured: StepReading
  /** Whether the figures are those of several steps together. */
  readonly isShared: boolean
}

/** As the page has them from left to right. */
const order: readonly StepReading['step'][] = ['source', 'mapping', 'enrichment', 'destination']

/** Each enrichment is a step here; what was measured is measured of all of them together. */
export function stepsOf({ details, steps }: FlowReading): readonly FlowStep[] {
  const { sourceConfiguration: source, destinationConfiguration: destination, enrichment, dataMapping, trigger } = details
  const bare = { name: null, address: null, fields: null }
  const own = (kind: StepReading['step']): readonly Pick<FlowStep, 'id' | 'name' | 'address' | 'fields'>[] => {
    switch (kind) {
      case 'source':
        return [{ id: kind, ...bare, address: trigger.type === 'webhook' ? hookAddress : (addressOf(source) ?? null) }]
      case 'mapping':
        return [{ id: kind, ...bare, fields: dataMapping.length }]
      case 'enrichment':
        return enrichment.map((it) => ({ id: it.id, ...bare, name: it.title ?? null, address: addressOf(it) ?? null }))
      case 'destination':
        return [{ id: kind, ...bare, address: addressOf(destination) ?? null }]
    }
  }
  return steps
    .toSorted((a, b) => order.indexOf(a.step) - order.indexOf(b.step))
    .flatMap((measured) => {
      const { step, newest } = measured
      const figures = newest && {
        ...{ calls: newest.calls / judgedMinutes, latency: newest.latency, errors: newest.errors / judgedMinutes },
      }
      return own(step).map((it) => ({ ...it, figures, measured, isShared: step === 'enrichment' && enrichment.length > 1 }))
    })
}

/** The minutes by which a step is judged, each by its begin (ISO 8601): the first and the last of them. */
export const minutesTo = (at: string) => ({
  first: new Date(Date.parse(at) - (judgedMinutes - 1) * 60_000).toISOString(),
  last: at,
})
