import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { ConnectorActor } from '#src/machines/connectors/details/connector.machine.ts'
import { selectCanConfirm, selectConnector } from '#src/machines/connectors/details/connector.selectors.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { connectorWords } from './connector.messages.ts'

const words = connectorWords.removal

/** Says exactly what a deletion does, and asks once. */
export function DeleteDialog({ actor, isRunOpen }: { readonly actor: ConnectorActor; readonly isRunOpen: boolean }) {
  const connector = useSelector(actor, selectConnector)
  const canConfirm = useSelector(actor, selectCanConfirm)
  const cancel = () => actor.send({ type: 'user.cancelled' })

  return (
    <Dialog title={words.title(connector.name)} onLeave={cancel}>
      <p>{words.effect(connector.status, isRunOpen, connector.liveVersion !== null)}</p>
      {connector.liveVersion === null ? null : <p>{words.ledger}</p>}
      <p>{words.final}</p>
      <Row>
        <Button onPress={cancel}>{words.keep}</Button>
        <Button kind="danger" isBlocked={!canConfirm} onPress={() => actor.send({ type: 'user.confirmed' })}>
          {words.remove}
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
