import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'

import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { RetryPlanActor } from '#src/machines/studio/retry/retry-plan.machine.ts'
import {
  selectAllFail,
  selectCanCancel,
  selectCanDiscard,
  selectCanSend,
  selectCanStop,
  selectCanTry,
  selectCount,
  selectIsPlanned,
  selectIsStale,
  selectIsStarting,
  selectIsStopping,
  selectIsTrying,
} from '#src/machines/studio/retry/retry-plan.selectors.ts'
import { color, font } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { retryMessages as messages } from './retry.messages.ts'

/** What can be done with the plan; Send comes last. */
export function RetryFoot({ actor, noun }: { readonly actor: RetryPlanActor; readonly noun: RecordNoun }) {
  const why = useId()
  const count = useSelector(actor, selectCount)
  const isAllFailing = useSelector(actor, selectAllFail)
  const isPlanned = useSelector(actor, selectIsPlanned)
  const isStale = useSelector(actor, selectIsStale)
  const isTrying = useSelector(actor, selectIsTrying)
  const isStarting = useSelector(actor, selectIsStarting)
  const isStopping = useSelector(actor, selectIsStopping)
  const canDiscard = useSelector(actor, selectCanDiscard)
  const canTry = useSelector(actor, selectCanTry)
  const canCancel = useSelector(actor, selectCanCancel)
  const canSend = useSelector(actor, selectCanSend)
  const canStop = useSelector(actor, selectCanStop)
  if (!isPlanned)
    return canStop || isStopping ? (
      <Button isBlocked={!canStop} onPress={() => actor.send({ type: 'user.stopped' })}>
        {isStopping ? <Ring /> : null}
        {isStopping ? messages.stopping : messages.stop}
      </Button>
    ) : null
  const note = count === 0 ? messages.nothingSelected(noun) : null
  return (
    <>
      {note === null || isStale ? null : <Why id={why}>{note}</Why>}
      <Button kind="quiet" isBlocked={!canDiscard} onPress={() => actor.send({ type: 'user.discarded' })}>
        {isStopping ? <Ring /> : null}
        {isStopping ? messages.discarding : messages.discard}
      </Button>
      <Space />
      {isStale ? null : (
        <>
          {canCancel ? <Button onPress={() => actor.send({ type: 'user.cancelled' })}>{messages.cancel}</Button> : null}
          <Button isBlocked={!canTry} why={why} note={note} onPress={() => actor.send({ type: 'user.triedOut' })}>
            {isTrying ? <Ring /> : null}
            {isTrying ? messages.trying : messages.dryRun}
          </Button>
          <Button
            kind={isAllFailing ? 'secondary' : 'primary'}
            isBlocked={!canSend}
            why={why}
            note={note}
            onPress={() => actor.send({ type: 'user.sent' })}
          >
            {isStarting ? <Ring /> : null}
            {isStarting ? messages.starting : messages.send(count, noun)}
          </Button>
        </>
      )}
    </>
  )
}

const Space = styled.span`
  flex: 1;
`

const Why = styled.span`
  flex: 1 0 100%;
  color: ${color['text.muted']};
  font: ${font.dense};
`
