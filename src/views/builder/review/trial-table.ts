/** The records of a dry run as a table: on the page, and as a file. */
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { destinationsOf } from '#contract/connectors/config/routes/routes.ts'
import { reviewMessages as messages } from './review.messages.ts'

type NamedDestinations = readonly { readonly id: number; readonly name: string | null }[]

/** The destinations of a connector that has several, with their numbers; empty for one. */
export const namedDestinations = (config: Pick<ConnectorConfig, 'destination' | 'dataMapping' | 'routes'>): NamedDestinations =>
  config.routes === undefined ? [] : destinationsOf(config)

export type Tried = DryRun['records'][number]

const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object are columns of their own: JSON in a cell is not read. */
const leavesOf = (record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      isThing(value) ? Object.entries(value).map(([inner, it]) => [`${name}.${inner}`, it]) : [[name, value]],
    ),
  )

export function wholeOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** As text, a negative number would be taken for a formula, and changed. */
const cellOf = (value: unknown) => (typeof value === 'number' ? value : wholeOf(value))

export const resultOf = ({ problem, outcome }: Tried): string => problem?.message ?? messages.outcomes[outcome]

/** Where a record goes, in the order of the destinations. */
export function placesOf({ routes = [], outcome }: Tried, destinations: NamedDestinations): string {
  if (routes.length === 0) return outcome === 'mapped' ? messages.nowhere : ''
  return routes.map((id) => destinations.find((it) => it.id === id)?.name ?? String(id)).join(', ')
}

/** Every field that a record would be delivered with, and the values of each record. */
export function triedFields(records: readonly Tried[]) {
  const outputs = records.map(({ output }) => (isThing(output) ? leavesOf(output) : {}))
  return { fields: [...new Set(outputs.flatMap((it) => Object.keys(it)))], outputs }
}

/** The records that are listed, whole and with every field. */
export function tableOfTrial(records: readonly Tried[], destinations: NamedDestinations = []): (string | number)[][] {
  const { fields, outputs } = triedFields(records)
  const goesTo = (told: () => string) => (destinations.length === 0 ? [] : [told()])
  return [
    [messages.record, ...fields, ...goesTo(() => messages.goesTo), messages.result],
    ...records.map((record, at) => [
      record.key,
      ...fields.map((name) => cellOf(outputs[at]?.[name])),
      ...goesTo(() => placesOf(record, destinations)),
      resultOf(record),
    ]),
  ]
}
