/** The steps of a connector in the order of the flow, and what became of its records, in the time that is looked at. */
import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import type { ConnectorReading, StepReading } from '#contract/connectors/details/reading.ts'
import { inOrder } from '../../connectors/details/flow/steps.ts'
import { universeMessages } from './universe.messages.ts'

export type Stage = {
  readonly kind: StepReading['step']
  /** Null where there is none. */
  readonly address: string | null
  /** What people call the system there; null where there is none. */
  readonly system: string | null
  /** Names of the destinations, where there are several; otherwise empty, as at other steps. */
  readonly several: readonly string[]
  /** Fields of the mapping, enrichments of the enrichment; null at the other steps. */
  readonly parts: number | null
  readonly measured: StepReading
}

const minute = 60_000

function systemAt(side: SourceConfig | DestinationConfig): Pick<Stage, 'address' | 'system'> {
  const url = addressOf(side)
  return url === undefined ? { address: null, system: null } : { address: url, system: systemNameOf({ url, type: side.type }) }
}

/** The destinations of the version that is shown, each with its name and its system. */
const placesOf = ({ destinationConfiguration: destination, dataMapping, routes }: ConnectorReading['details']) =>
  destinationsOf({ destination, dataMapping, ...(routes === undefined ? {} : { routes }) }).map(
    ({ name, destination: side }) => ({
      name,
      ...systemAt(side),
    }),
  )

/** As the flow has them. Four steps where records are enriched, otherwise three. The enrichments are measured together and so are one step. */
export function stagesOf({ details, steps }: Pick<ConnectorReading, 'details' | 'steps'>): readonly Stage[] {
  const { sourceConfiguration, destinationConfiguration, enrichment, dataMapping, trigger, routes } = details
  const own = {
    source: {
      ...(trigger.type === 'webhook' ? { address: hookAddress, system: null } : systemAt(sourceConfiguration)),
      parts: null,
    },
    enrichment: { address: null, system: null, parts: enrichment.length },
    mapping: { address: null, system: null, parts: dataMapping.length },
    destination: { ...systemAt(destinationConfiguration), parts: null },
  } as const
  const several =
    routes === undefined ? [] : placesOf(details).map(({ name, system }) => name ?? system ?? universeMessages.overview.noAddress)
  return inOrder(steps).map((measured) => ({
    kind: measured.step,
    several: measured.step === 'destination' ? several : [],
    ...own[measured.step],
    measured,
  }))
}

/** Delivered records per minute of the time that was answered; null where no record was read. */
export function throughputOf({ statistic, records }: Pick<ConnectorReading, 'statistic' | 'records'>): number | null {
  const span = Date.parse(statistic.endDate) - Date.parse(statistic.startDate)
  return records.total === 0 || span <= 0 ? null : (records.delivered * minute) / span
}

const recordParts = ['delivered', 'skipped', 'failed', 'unknown', 'open'] as const
export type RecordPart = (typeof recordParts)[number]

/** Records by what became of them; those that were read and have not ended are on their way. */
export const partsOf = ({
  records,
}: Pick<ConnectorReading, 'records'>): readonly { readonly part: RecordPart; readonly count: number }[] =>
  recordParts.map((part) => ({ part, count: records[part] })).filter(({ count }) => count > 0)
