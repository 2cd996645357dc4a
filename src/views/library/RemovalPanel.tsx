import { useSelector } from '@xstate/react'

import type { PublicationRemovalActor } from '../../machines/library/publication-removal.machine.ts'
import {
  selectCanRemove,
  selectIsAsking,
  selectIsBusy,
  selectProblem,
} from '../../machines/library/publication-removal.selectors.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../kit/feedback/Spinner.tsx'
import { Row } from '../kit/layout/blocks.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.removal

type RemovalPanelProps = { readonly actor: PublicationRemovalActor; readonly name: string }

/** Takes a public connector back: says what that does, and asks once. */
export function RemovalPanel({ actor, name }: RemovalPanelProps) {
  const problem = useSelector(actor, selectProblem)
  const isAsking = useSelector(actor, selectIsAsking)
  const isBusy = useSelector(actor, selectIsBusy)
  const canRemove = useSelector(actor, selectCanRemove)
  const cancel = () => actor.send({ type: 'user.cancelled' })
  return (
    <>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <Row>
        <Button isBlocked={!canRemove} onPress={() => actor.send({ type: 'user.removed' })}>
          {isBusy ? <Ring /> : null}
          {isBusy ? messages.removing : messages.ask}
        </Button>
      </Row>
      {isAsking ? (
        <Dialog title={messages.title(name)} onLeave={cancel}>
          <p>{messages.effect}</p>
          <p>{messages.again}</p>
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
