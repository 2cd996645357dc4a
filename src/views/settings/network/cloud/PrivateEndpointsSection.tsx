import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { Gateway } from '#contract/settings/network/gateway.ts'
import type { PrivateEndpoint } from '#contract/settings/network/private-endpoint.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectIsOpen } from '#src/machines/kit/entry-dialog.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import type { ConfirmedActionActor } from '../../../../machines/kit/confirmed-action.machine.ts'
import { emptyEndpoint } from '../../../../machines/settings/endpoint-entry.ts'
import {
  endpointActionMachine,
  endpointDialogMachine,
  endpointListMachine,
  gatewayListMachine,
} from '../../../../services/settings/private-network.actors.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { Row } from '../../../kit/layout/blocks.ts'
import { ListFrame } from '../../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../../kit/layout/SettingsCard.tsx'
import { cloudMessages } from './cloud.messages.ts'
import { EndpointDialog } from './EndpointDialog.tsx'
import { EndpointTable } from './EndpointTable.tsx'

const { endpoint: messages } = cloudMessages
type Kind = keyof typeof messages.confirm
const isKind = (kind: string | undefined): kind is Kind => kind !== undefined && Object.hasOwn(messages.confirm, kind)

/** Private endpoints of the company, with what the operator decided. */
export function PrivateEndpointsSection() {
  const access = useAccess()
  const list = useMachine(() => endpointListMachine(access), [access], { query: {} })
  const gateways = useMachine(() => gatewayListMachine(access), [access], { query: {} })
  const done = useMemo(
    () => (said: string) => {
      toast(said)
      list.send({ type: 'user.refreshed' })
    },
    [list],
  )
  const dialog = useMachine(() => endpointDialogMachine(access, () => done(cloudMessages.endpointAdded)), [access, done])
  const action = useMachine(
    () =>
      endpointActionMachine(access, (kind) =>
        done(kind === 'on' || kind === 'off' || kind === 'ask' ? messages.done[kind] : cloudMessages.endpointRemoved),
      ),
    [access, done],
  )
  const names = useSelector(gateways, selectPage<Gateway>)?.items ?? []
  const isOpen = useSelector(dialog, selectIsOpen)
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <ListFrame<PrivateEndpoint> actor={list} name={messages.name} isBare isLow empty={<p>{messages.none}</p>}>
        {({ items }) => (
          <>
            <EndpointTable
              endpoints={items}
              onAct={(kind, { id, revision }) =>
                action.send({ type: 'user.planned', action: { kind, id, choice: String(revision) } })
              }
            />
            <Confirmation actor={action} endpoints={items} />
          </>
        )}
      </ListFrame>
      <Row>
        <Button isBlocked={isOpen} onPress={() => dialog.send({ type: 'user.opened', entry: emptyEndpoint })}>
          {messages.add}
        </Button>
      </Row>
      <EndpointDialog actor={dialog} gateways={names} />
    </SettingsCard>
  )
}

type ConfirmationProps = { readonly actor: ConfirmedActionActor; readonly endpoints: readonly PrivateEndpoint[] }

function Confirmation({ actor, endpoints }: ConfirmationProps) {
  const action = useSelector(actor, selectAction)
  const endpoint = endpoints.find(({ id }) => id === action?.id)
  const kind = action?.kind
  if (endpoint === undefined || !isKind(kind)) return null
  const { title, text, confirm } = messages.confirm[kind]
  return (
    <ConfirmedAction actor={actor} title={title(endpoint.name)} confirm={confirm} isDangerous={kind === 'remove'}>
      <p>{text}</p>
    </ConfirmedAction>
  )
}
