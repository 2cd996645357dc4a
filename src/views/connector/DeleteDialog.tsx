import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { ConnectorActor } from '../../machines/connector/connector.machine.ts'
import { selectCanConfirm, selectConnector } from '../../machines/connector/connector.selectors.ts'
import { space } from '../../theme/theme.ts'
import { Button } from '../parts/Button.tsx'
import { Dialog } from '../parts/Dialog.tsx'

/** Says exactly what a deletion does, and asks once. */
export function DeleteDialog({ actor }: { readonly actor: ConnectorActor }) {
  const connector = useSelector(actor, selectConnector)
  const canConfirm = useSelector(actor, selectCanConfirm)
  const cancel = () => actor.send({ type: 'user.cancelled' })

  return (
    <Dialog title={`Delete ${connector.name}?`} onLeave={cancel}>
      <p>
        The connector and its configuration are deleted and nothing more is sent. What it moved stays in the ledger until the
        retention period ends. This cannot be undone.
      </p>
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
