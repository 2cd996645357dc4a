import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectConnector } from '#src/machines/connectors/details/connector.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { useCan } from '../../kit/use-snapshot.ts'
import { connectorMessages } from './connector.messages.ts'

const messages = connectorMessages.removal

/** Says exactly what a deletion does, and asks once. */
export function DeleteDialog({ actor, isRunOpen }: { readonly actor: ConnectorActor; readonly isRunOpen: boolean }) {
  const connector = useSelector(actor, selectConnector)
  const canConfirm = useCan(actor, { type: 'user.confirmed' })
  const cancel = () => actor.send({ type: 'user.cancelled' })

  return (
    <Dialog title={messages.title(connector.name)} onLeave={cancel}>
      <p>{messages.effect(connector.status, isRunOpen, connector.liveVersion !== null)}</p>
      {connector.liveVersion === null ? null : <p>{messages.ledger}</p>}
      <p>{messages.final}</p>
      <Row>
        <Button onPress={cancel}>{messages.keep}</Button>
        <Button kind="danger" isBlocked={!canConfirm} onPress={() => actor.send({ type: 'user.confirmed' })}>
          {messages.remove}
        </Button>
      </Row>
    </Dialog>
  )
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[8]};
`
