import { useSelector } from '@xstate/react'
import type { PaletteActor } from '#src/machines/shell/palette.machine.ts'
import { selectIsBusy, selectProblem } from '#src/machines/shell/palette.machine.ts'
import type { Change } from '#src/machines/shell/palette.results.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { CardTitle, Hint, Row } from '../../kit/layout/blocks.ts'
import { useCan } from '../../kit/use-snapshot.ts'
import { Over } from '../Over.tsx'
import { paletteMessages as messages } from './palette.messages.ts'

type AskOnceProps = { readonly actor: PaletteActor; readonly change: Change }

/** What changes something is asked about once; what went wrong is said here, and can be tried again. */
export function AskOnce({ actor, change: { verb, connector, connectorId } }: AskOnceProps) {
  const canConfirm = useCan(actor, { type: 'user.confirmed' })
  const canLeave = useCan(actor, { type: 'user.left' })
  const isBusy = useSelector(actor, selectIsBusy)
  const problem = useSelector(actor, selectProblem)
  const leave = () => actor.send({ type: 'user.left' })
  return (
    <Over key="ask" label={messages.ask[verb](connector)} onLeave={leave}>
      <CardTitle>{messages.ask[verb](connector)}</CardTitle>
      <p>{messages.effect[verb]}</p>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          <PlainLink href={`/details/${connectorId}`} onClick={leave}>
            {messages.openConnector}
          </PlainLink>
        </ProblemAlert>
      )}
      <Row>
        <Button kind="primary" isBlocked={!canConfirm} onPress={() => actor.send({ type: 'user.confirmed' })}>
          {messages.verbs[verb]}
        </Button>
        <Button isBlocked={!canLeave} onPress={leave}>
          {messages.cancel}
        </Button>
        <Hint role="status">{isBusy ? messages.working : ''}</Hint>
      </Row>
    </Over>
  )
}
