import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { ConnectorActor } from '../../machines/connector/connector.machine.ts'
import { selectCanConfirm, selectConnector } from '../../machines/connector/connector.selectors.ts'
import { space } from '../../theme/theme.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { statusWords } from './connector-words.ts'

/** Says exactly what a deletion does, and asks once. */
export function DeleteDialog({ actor, isRunOpen }: { readonly actor: ConnectorActor; readonly isRunOpen: boolean }) {
  const connector = useSelector(actor, selectConnector)
  const canConfirm = useSelector(actor, selectCanConfirm)
  const cancel = () => actor.send({ type: 'user.cancelled' })

  return (
    <Dialog title={`Delete ${connector.name}?`} onLeave={cancel}>
      <p>
        It is {statusWords[connector.status].word.toLowerCase()} now{isRunOpen ? ', and a run is under way' : ''}. The connector
        and its configuration are deleted{connector.liveVersion === null ? '' : ', and no new record is sent'}.
      </p>
      {connector.liveVersion === null ? null : <p>What it moved stays in the ledger, but is not shown here any more.</p>}
      <p>This cannot be undone.</p>
      <Row>
        <Button onPress={cancel}>Keep it</Button>
        <Button kind="danger" isBlocked={!canConfirm} onPress={() => actor.send({ type: 'user.confirmed' })}>
          Delete connector
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
