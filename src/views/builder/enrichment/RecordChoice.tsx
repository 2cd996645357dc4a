import { useSelector } from '@xstate/react'

import type { LookUpActor } from '../../machines/look-up/look-up.machine.ts'
import { selectRecordAt } from '../../machines/look-up/look-up.selectors.ts'
import { lookUpWords } from '../../words/look-up.ts'
import { number } from '../../words/numbers.ts'
import { Select } from '../parts/Select.tsx'

const words = lookUpWords.test
const shownCharacters = 60

type RecordChoiceProps = { readonly actor: LookUpActor; readonly records: readonly unknown[] }

/** Which of the known records a look-up is tried with. */
export function RecordChoice({ actor, records }: RecordChoiceProps) {
  const at = useSelector(actor, selectRecordAt)
  const options = Object.fromEntries(
    records.map((record, index) => [
      `record-${index}`,
      words.recordName(number(index + 1), (JSON.stringify(record) ?? '').slice(0, shownCharacters)),
    ]),
  )
  return (
    <Select
      label={words.record}
      options={options}
      value={`record-${at}`}
      onChoose={(chosen) => actor.send({ type: 'user.choseRecord', at: Object.keys(options).indexOf(chosen) })}
    />
  )
}
