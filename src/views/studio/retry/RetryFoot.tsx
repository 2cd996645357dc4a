import { useSelector } from '@xstate/react'
import { useId } from 'react'
import styled from 'styled-components'
import type { RecordNoun } from '#contract/connectors/runs/record-noun.ts'
import type { RetryPlanActor } from '#src/machines/studio/retry/retry-plan.machine.ts'
import { selectAllFail, selectCount, selectIsPlanned } from '#src/machines/studio/retry/retry-plan.machine.ts'
import { color, font } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Ring } from '../../kit/feedback/Spinner.tsx'
import { useCan, useMatches } from '../../kit/use-snapshot.ts'
import { retryMessages as messages } from './retry.messages.ts'

/** What can be done with the plan; Send comes last. */
export function RetryFoot({ actor, noun }: { readonly actor: RetryPlanActor; readonly noun: RecordNoun }) {
  const why = useId()
  const count = useSelector(actor, selectCount)
  const isAllFailing = useSelector(actor, selectAllFail)
  const isPlanned = useSelector(actor, selectIsPlanned)
  const isStale = useMatches(actor, 'stale')
  const isTrying = useMatches(actor, 'trying')
  const isStarting = useMatches(actor, 'starting')
  const isStopping = useMatches(actor, 'stopping')
  const canDiscard = useCan(actor, { type: 'user.discarded' })
  const canTry = useCan(actor, { type: 'user.triedOut' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const canSend = useCan(actor, { type: 'user.sent' })
  const canStop = useCan(actor, { type: 'user.stopped' })
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
