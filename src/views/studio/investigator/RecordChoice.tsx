import { useSelector } from '@xstate/react'

import { chosenMax, type InvestigatedRow } from '../../../contract/investigation.ts'
import type { RecordChoiceActor } from '../../machines/investigator/record-choice.machine.ts'
import { selectChosen, selectIsFull } from '../../machines/investigator/record-choice.selectors.ts'
import { investigatorWords } from '../../words/investigator.ts'
import { number } from '../../words/numbers.ts'
import { Button } from '../parts/Button.tsx'
import { Tick } from '../parts/tick.ts'

const { file: words } = investigatorWords

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
          aria-label={words.choose(recordKey)}
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
        {words.chosen(count)} {isFull ? words.full(number(chosenMax)) : null}
      </p>
      <Button onPress={() => actor.send({ type: 'user.cleared' })}>{words.none}</Button>
    </>
  )
}
