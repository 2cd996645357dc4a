import type { EnrichmentActor } from '#src/machines/builder/enrichment/enrichment.machine.ts'
import { Select } from '../../kit/controls/Select.tsx'
import { number } from '../../kit/format/numbers.ts'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { enrichmentMessages } from './enrichment.messages.ts'

const messages = enrichmentMessages.test
const shownCharacters = 60

type RecordChoiceProps = { readonly actor: EnrichmentActor; readonly records: readonly unknown[] }

/** Which of the known records an enrichment is tried with. */
export function RecordChoice({ actor, records }: RecordChoiceProps) {
  const at = useContextOf(actor, 'recordAt')
  const options = Object.fromEntries(
    records.map((record, index) => [
      `record-${index}`,
      messages.recordName(number(index + 1), (JSON.stringify(record) ?? '').slice(0, shownCharacters)),
    ]),
  )
  return (
    <Select
      label={messages.record}
      options={options}
      value={`record-${at}`}
      onChoose={(chosen) => actor.send({ type: 'user.choseRecord', at: Object.keys(options).indexOf(chosen) })}
    />
  )
}
