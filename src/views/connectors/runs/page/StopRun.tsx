import { useSelector } from '@xstate/react'
import { CircleStop } from 'lucide-react'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { RunStopActor } from '#src/machines/connectors/runs/run-stop.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Dialog } from '#src/views/kit/feedback/Dialog.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { number } from '#src/views/kit/format/numbers.ts'
import { Row } from '#src/views/kit/layout/blocks.ts'
import { runMessages } from '../run.messages.ts'

const messages = runMessages.stop

type StopRunProps = {
  readonly actor: RunStopActor
  readonly run: Pick<Run, 'recordsRead' | 'recordsDelivered'>
}

/** Stops a run: says exactly what that does, and asks once. */
export function StopRun({ actor, run: { recordsRead, recordsDelivered } }: StopRunProps) {
  const stage = useSelector(actor, ({ value }) => value)
  const problem = useSelector(actor, ({ context }) => context.problem)
  const canStop = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.stopped' }))
  const cancel = () => actor.send({ type: 'user.cancelled' })
  return (
    <>
      <Button isBlocked={!canStop} onPress={() => actor.send({ type: 'user.stopped' })}>
        <CircleStop aria-hidden="true" />
        {stage === 'stopping' ? messages.stopping : messages.stop}
      </Button>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {stage === 'asking' ? (
        <Dialog title={messages.title} onLeave={cancel}>
          <p>{messages.delivered(number(recordsDelivered), number(recordsRead))}</p>
          <p>{messages.rest}</p>
          <Row>
            <Button onPress={cancel}>{messages.keep}</Button>
            <Button kind="danger" onPress={() => actor.send({ type: 'user.confirmed' })}>
              {messages.confirm}
            </Button>
          </Row>
        </Dialog>
      ) : null}
    </>
  )
}
