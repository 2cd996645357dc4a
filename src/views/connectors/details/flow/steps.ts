/** The steps of a connector with what was measured at each, from left to right. */
import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import { judgedMinutes } from '#contract/connectors/details/health.ts'
import type { ConnectorReading, StepReading } from '#contract/connectors/details/reading.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import { recordNounOf } from '#contract/connectors/runs/record-noun.ts'
import { systemName } from '../../list/system-name.ts'
import { connectorStatusMessages } from '../connector-status.messages.ts'

export type FlowReading = Pick<ConnectorReading, 'details' | 'steps' | 'newestRun' | 'destinations'>

/** Averages over the minutes by which the step is judged; latency in milliseconds. */
type Figures = { readonly calls: number; readonly latency: number; readonly errors: number }

type FlowPlace = { readonly id: number; readonly name: string; readonly address: string | null; readonly isPaused: boolean }

export type FlowStep = {
  readonly id: string
  /** What a person calls it, where it has a name of its own. */
  readonly name: string | null
  /** What people call the system; null where it has no address yet, and at the mapping. */
  readonly system: string | null
  readonly address: string | null
  /** The destinations, where there are several; otherwise empty, as at other steps. */
  readonly several: readonly FlowPlace[]
  /** Fields that the mapping fills; null at other steps. */
  readonly fields: number | null
  /** Conditions of the filter before it; 0 where there is none, and at other steps. */
  readonly conditions: number
  /** Of the mapping the list whose items are lines; null where each record is one line. */
  readonly linesOf: string | null
  /** The fields by which records are grouped before it; empty where they are not, and at other steps. */
  readonly groupedBy: readonly string[]
  /** Null where nothing was called. */
  readonly figures: Figures | null
  /** Records of the run that is open now, where nothing was measured at the step yet: measurements follow some seconds later. Otherwise null. */
  readonly running: number | null
  readonly measured: StepReading
  /** Whether the figures are those of several steps together. */
  readonly isShared: boolean
}

const order: readonly StepReading['step'][] = ['source', 'mapping', 'enrichment', 'destination']

/** As every diagram has them: enrichment stands after the mapping, though it runs before it. */
export const inOrder = (steps: readonly StepReading[]): readonly StepReading[] =>
  steps.toSorted((a, b) => order.indexOf(a.step) - order.indexOf(b.step))

/** What the records of the live version are called. */
export const nounOf = ({ sourceConfiguration, trigger }: FlowReading['details']) =>
  recordNounOf(sourceConfiguration, trigger.type === 'webhook')

/** Each enrichment is a step here; what was measured is measured of all of them together. */
export function stepsOf({ details, steps, newestRun, destinations = [] }: FlowReading): readonly FlowStep[] {
  const { sourceConfiguration: source, enrichment, dataMapping, trigger, records } = details
  const bare = {
    name: null,
    system: null,
    address: null,
    several: [],
    fields: null,
    conditions: 0,
    linesOf: null,
    groupedBy: [] as const,
  }
  const own = (
    kind: StepReading['step'],
  ): readonly Pick<
    FlowStep,
    'id' | 'name' | 'system' | 'address' | 'several' | 'fields' | 'conditions' | 'linesOf' | 'groupedBy'
  >[] => {
    switch (kind) {
      case 'source':
        return [{ id: kind, ...bare, ...placeOf(source, trigger.type === 'webhook') }]
      case 'mapping':
        return [
          {
            ...{ id: kind, ...bare, fields: dataMapping.length },
            conditions: records?.only === undefined ? 0 : conditionsOf(records.only).length,
            linesOf: records?.each?.path ?? null,
            groupedBy: records?.group?.by ?? [],
          },
        ]
      case 'enrichment':
        return enrichment.map((it) => ({ id: it.id, ...bare, name: it.title ?? null, ...placeOf(it) }))
      case 'destination':
        return [{ id: kind, ...bare, ...destinationOf(details, destinations) }]
    }
  }
  const counts = countsOf(newestRun)
  return inOrder(steps).flatMap((measured) => {
    const { step, newest } = measured
    const figures = newest && {
      ...{ calls: newest.calls / newest.minutes, latency: newest.latency, errors: newest.errors / newest.minutes },
    }
    const running = newest === null ? (counts?.[step] ?? null) : null
    return own(step).map((it) => ({
      ...{ ...it, figures, running, measured, isShared: step === 'enrichment' && enrichment.length > 1 },
    }))
  })
}

type Side = Parameters<typeof addressOf>[0]

/** Where the live version sends its records: the first destination, and each of them where there are several. */
export function destinationOf(
  { destinationConfiguration: destination, dataMapping, routes }: FlowReading['details'],
  sums: readonly Pick<DestinationSums, 'id' | 'isPaused'>[] = [],
) {
  const several = destinationsOf({ destination, dataMapping, ...(routes === undefined ? {} : { routes }) })
  const places = several.map(({ id, name, destination: side }) => {
    const { system, address } = placeOf(side)
    const isPaused = sums.some((it) => it.id === id && it.isPaused)
    return { id, name: name ?? system ?? connectorStatusMessages.noAddress, address, isPaused }
  })
  return { ...placeOf(destination), several: routes === undefined ? [] : places }
}

/** A system and where it is. */
export function placeOf(side: Side, isHook = false): { readonly system: string | null; readonly address: string | null } {
  if (isHook) return { system: systemName({ url: '', type: 'webhook' }), address: hookAddress }
  const address = addressOf(side) ?? ''
  if (address === '') return { system: null, address: null }
  return { system: systemName({ url: address, type: side.type }), address }
}

/** What an open run has done at each step so far; undefined where none is open. */
function countsOf(run: FlowReading['newestRun']): Readonly<Record<StepReading['step'], number>> | undefined {
  if (run === null || run.endedAt !== null) return undefined
  const {
    recordsRead: read,
    recordsDelivered,
    recordsFailed,
    recordsSkipped,
    recordsUnknown,
    recordsUnchanged,
    recordsLeftOut,
  } = run
  // What was left out, or failed before it was sent, was mapped as well.
  const mapped = recordsDelivered + recordsFailed + recordsSkipped + recordsUnknown + recordsUnchanged
  return { source: read, enrichment: mapped + recordsLeftOut, mapping: mapped, destination: recordsDelivered }
}

/** The minutes by which a step is judged, each by its begin (ISO 8601): the first and the last of them. */
export const minutesTo = (at: string) => ({
  first: new Date(Date.parse(at) - (judgedMinutes - 1) * 60_000).toISOString(),
  last: at,
})
