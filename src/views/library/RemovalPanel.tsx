import type { PublicationRemovalActor } from '../../machines/library/publication-removal.machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../kit/feedback/ProblemAlert.tsx'
import { Ring } from '../kit/feedback/Spinner.tsx'
import { Row } from '../kit/layout/blocks.ts'
import { useCan, useContextOf, useIsBusy, useMatches } from '../kit/use-snapshot.ts'
import { templateMessages } from './template.messages.ts'

const messages = templateMessages.removal

type RemovalPanelProps = { readonly actor: PublicationRemovalActor; readonly name: string }

/** Takes a public connector back: says what that does, and asks once. */
export function RemovalPanel({ actor, name }: RemovalPanelProps) {
  const problem = useContextOf(actor, 'problem')
  const isAsking = useMatches(actor, 'asking')
  const isBusy = useIsBusy(actor)
  const canRemove = useCan(actor, { type: 'user.removed' })
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
