import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { Replay } from '#contract/studio/replay.ts'
import type { ReplayProgressActor } from '#src/machines/studio/replay/replay-progress.machine.ts'
import {
  selectIsMoving,
  selectIsPlanned,
  selectReadAt,
  selectReplay,
} from '#src/machines/studio/replay/replay-progress.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Ring, Spinner } from '../../kit/feedback/Spinner.tsx'
import { StatusPill } from '../../kit/feedback/StatusPill.tsx'
import { Card, CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { Age } from '../../kit/layout/ListParts.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { Sentence } from '../../kit/text/Sentence.tsx'
import { TextWithTimestamps } from '../../kit/text/TextWithTimestamps.tsx'
import { useCan, useContextOf, useIsBusy, useMatches } from '../../kit/use-snapshot.ts'
import { ReplaySteps } from '../../studio/retry/ReplaySteps.tsx'
import { ReplayPlan } from './ReplayPlan.tsx'
import { ReplayResults } from './ReplayResults.tsx'
import { replayMessages } from './replay.messages.ts'
import { pillOfReplay } from './replay-status.ts'

type OfReplay = { readonly actor: ReplayProgressActor }

const messages = replayMessages.progress

/** One replay as the server has it: plan, four steps, results. */
export function ReplayProgress({ actor, lines }: OfReplay & { readonly lines: ReactNode }) {
  const replay = useSelector(actor, selectReplay)
  const isBusy = useIsBusy(actor)
  return (
    <Card aria-label={messages.name} aria-busy={isBusy}>
      <CardTitle>{messages.name}</CardTitle>
      <Silence actor={actor} />
      {replay === null ? isBusy ? <Spinner label={messages.loading} /> : null : <Known actor={actor} replay={replay} />}
      {replay === null ? null : lines}
    </Card>
  )
}

function Known({ actor, replay }: OfReplay & { readonly replay: Replay }) {
  const isPlanned = useSelector(actor, selectIsPlanned)
  const isMoving = useSelector(actor, selectIsMoving)
  const refusal = useContextOf(actor, 'refusal')
  const canStop = useCan(actor, { type: 'user.stopped' })
  const isStopping = useMatches(actor, 'stopping')
  const { source, version, plannedAt, stateReason, stateNext, endedAt, error } = replay
  const isOver = endedAt !== null
  // Its problem says the same below.
  const reason = error?.message === stateReason ? '' : stateReason
  return (
    <>
      <Row role="status">
        <StatusPill {...pillOfReplay(replay)} />
        <span>
          <TextWithTimestamps text={isOver ? reason : `${reason} ${stateNext}`} />
        </span>
      </Row>
      <Hint>
        <Sentence of={messages.facts(replayMessages.form.sources[source], version)} parts={{ at: <Moment at={plannedAt} /> }} />
      </Hint>
      <ReplaySteps replay={replay} />
      {refusal === null || !(isPlanned || isMoving) ? null : <ProblemAlert problem={refusal} />}
      {isPlanned ? <ReplayPlan actor={actor} replay={replay} /> : null}
      {isMoving ? (
        <Row>
          <Button isBlocked={!canStop} onPress={() => actor.send({ type: 'user.stopped' })}>
            {isStopping ? <Ring /> : null}
            {isStopping ? messages.stopping : messages.stop}
          </Button>
        </Row>
      ) : null}
      {error === null ? null : <ProblemAlert problem={error} />}
      {isOver ? <ReplayResults replay={replay} /> : null}
    </>
  )
}

/** Why the server is not heard, and how old what is shown is. */
function Silence({ actor }: OfReplay) {
  const silence = useContextOf(actor, 'silence')
  const readAt = useSelector(actor, selectReadAt)
  const isMoving = useSelector(actor, selectIsMoving)
  const canRetry = useCan(actor, { type: 'user.retried' })
  if (silence === null) return null
  return (
    <>
      <ProblemAlert problem={silence}>
        {isMoving ? <p>{messages.lost}</p> : null}
        {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
      </ProblemAlert>
      {readAt === null ? null : <Age readAt={readAt} />}
    </>
  )
}
