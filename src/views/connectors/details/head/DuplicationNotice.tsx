import { useSelector } from '@xstate/react'

import type { DuplicationActor } from '#src/machines/connectors/details/duplication.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Dialog } from '#src/views/kit/feedback/Dialog.tsx'
import { ProblemAlert } from '#src/views/kit/feedback/ProblemAlert.tsx'
import { Row } from '#src/views/kit/layout/blocks.ts'
import { duplicationMessages as messages } from './duplication.messages.ts'

/** Why a connector could not be copied, and the way to try again. */
export function DuplicationNotice({ actor }: { readonly actor: DuplicationActor }) {
  const problem = useSelector(actor, ({ context }) => context.problem)
  const dismiss = () => actor.send({ type: 'user.dismissed' })
  if (problem === null) return null
  return (
    <Dialog title={messages.refused} onLeave={dismiss}>
      <ProblemAlert problem={problem} />
      <Row>
        <Button onPress={dismiss}>{messages.leave}</Button>
        <Button kind="primary" onPress={() => actor.send({ type: 'user.retried' })}>
          {messages.again}
        </Button>
      </Row>
    </Dialog>
  )
}
