import { useSelector } from '@xstate/react'

import { chosenRecordsMax } from '#contract/connectors/runs/transaction.ts'
import type { InvestigatedRow } from '#contract/studio/investigation.ts'
import type { RecordChoiceActor } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { selectChosen, selectIsFull } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Tick } from '../../kit/controls/tick.ts'
import { number } from '../../kit/format/numbers.ts'
import { investigatorMessages } from './investigator.messages.ts'

const { file: messages } = investigatorMessages

type RecordChoiceProps = {
  readonly actor: RecordChoiceActor
  readonly row: Pick<InvestigatedRow, 'transactionId' | 'recordKey'>
}

/** Chooses a transaction for the file. */
export function RecordChoice({ actor, row: { transactionId, recordKey } }: RecordChoiceProps) {
  const isChosen = useSelector(actor, (snapshot) => selectChosen(snapshot).includes(transactionId))
  const isFull = useSelector(actor, selectIsFull)
  return (
    <Tick>
      <label>
        <input
          type="checkbox"
          aria-label={messages.choose(recordKey)}
          checked={isChosen}
          disabled={isFull && !isChosen}
          onChange={() => actor.send({ type: isChosen ? 'user.dropped' : 'user.chose', transactionId })}
        />
      </label>
    </Tick>
  )
}

/** How many are chosen; nothing while none is. */
export function ChosenRecords({ actor }: { readonly actor: RecordChoiceActor }) {
  const { length: count } = useSelector(actor, selectChosen)
  const isFull = useSelector(actor, selectIsFull)
  if (count === 0) return null
  return (
    <>
      <p>
        {messages.chosen(count)} {isFull ? messages.full(number(chosenRecordsMax)) : null}
      </p>
      <Button onPress={() => actor.send({ type: 'user.cleared' })}>{messages.none}</Button>
    </>
  )
}
