import { noRoute } from '#contract/connectors/config/routes/routes.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import { ToolbarSelect } from '../../../kit/layout/ToolbarSelect.tsx'
import { destinationMessages as messages } from './destination.messages.ts'
import { destinationName } from './destination-name.ts'

type DestinationSelectProps = {
  readonly destinations: readonly Pick<DestinationSums, 'id' | 'name' | 'address'>[]
  /** The number of the one that is chosen; null: all of them. */
  readonly value: number | null
  readonly onChoose: (id: number | null) => void
}

/** Texts that are no numbers keep their order in an object. */
const choiceOf = (id: number) => `of ${id}`

/** Narrows a list of records to one of several destinations, or to the records that went to none. */
export function DestinationSelect({ destinations, value, onChoose }: DestinationSelectProps) {
  const none = { id: noRoute, name: null, address: null }
  const listed = destinations.some(({ id }) => id === noRoute) ? destinations : [...destinations, none]
  const shown = value === null || listed.some(({ id }) => id === value) ? listed : [...listed, { ...none, id: value }]
  const options = {
    all: messages.all,
    ...Object.fromEntries(shown.map((it) => [choiceOf(it.id), destinationName(it)])),
  } as Readonly<Record<string, string>>
  return (
    <ToolbarSelect
      label={messages.filter}
      options={options}
      value={value === null ? 'all' : choiceOf(value)}
      onChoose={(it) => onChoose(shown.find(({ id }) => choiceOf(id) === it)?.id ?? null)}
    />
  )
}
