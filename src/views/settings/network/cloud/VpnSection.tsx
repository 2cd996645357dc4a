import { useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { Gateway } from '#contract/settings/network/gateway.ts'
import { testTarget } from '#contract/settings/network/network-limits.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectIsOpen } from '#src/machines/kit/entry-dialog.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import type { ConfirmedActionActor } from '../../../../machines/kit/confirmed-action.machine.ts'
import { gatewayEntryOf } from '../../../../machines/settings/gateway-entry.ts'
import {
  gatewayDialogMachine,
  gatewayListMachine,
  gatewayRemovalMachine,
  gatewayTestFor,
} from '../../../../services/settings/private-network.actors.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { ConfirmedAction } from '../../../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../../../kit/feedback/toast.ts'
import { Row } from '../../../kit/layout/blocks.ts'
import { ListFrame } from '../../../kit/layout/ListFrame.tsx'
import { SettingsCard } from '../../../kit/layout/SettingsCard.tsx'
import { usePlace } from '../../../kit/use-place.ts'
import { cloudMessages } from './cloud.messages.ts'
import { VpnDialog } from './VpnDialog.tsx'
import { VpnTable } from './VpnTable.tsx'
import { VpnTestCard } from './VpnTestCard.tsx'

const { vpn: messages } = cloudMessages

/** VPN configurations of the company, and the test of the one that the address names. */
export function VpnSection() {
  const access = useAccess()
  const { read, move } = usePlace()
  const list = useMachine(() => gatewayListMachine(access), [access], { query: {} })
  const done = useMemo(
    () => (said: string) => {
      toast(said)
      list.send({ type: 'user.refreshed' })
    },
    [list],
  )
  const dialog = useMachine(
    () => gatewayDialogMachine(access, (isNew) => done(isNew ? cloudMessages.gatewayAdded : messages.changed)),
    [access, done],
  )
  const removal = useMachine(() => gatewayRemovalMachine(access, () => done(cloudMessages.gatewayRemoved)), [access, done])
  const isOpen = useSelector(dialog, selectIsOpen)
  const open = (it: Gateway | null) => dialog.send({ type: 'user.opened', entry: gatewayEntryOf(it) })
  const shown = read('vpn')
  return (
    <SettingsCard title={messages.title} sub={messages.sub}>
      <ListFrame<Gateway> actor={list} name={messages.name} isBare isLow empty={<p>{messages.none}</p>}>
        {({ items }) => (
          <>
            <VpnTable
              gateways={items}
              onTest={({ id }) => move({ vpn: id })}
              onEdit={open}
              onDelete={({ id }) => removal.send({ type: 'user.planned', action: { kind: 'delete', id } })}
            />
            <Removal actor={removal} gateways={items} />
            {items
              .filter(({ id }) => id === shown)
              .map((it) => (
                <Tested
                  key={it.id}
                  gateway={it}
                  onTested={() => list.send({ type: 'user.refreshed' })}
                  onHide={() => move({ vpn: null })}
                />
              ))}
          </>
        )}
      </ListFrame>
      <Row>
        <Button isBlocked={isOpen} onPress={() => open(null)}>
          {messages.add}
        </Button>
      </Row>
      <VpnDialog actor={dialog} />
    </SettingsCard>
  )
}

function Removal({ actor, gateways }: { readonly actor: ConfirmedActionActor; readonly gateways: readonly Gateway[] }) {
  const action = useSelector(actor, selectAction)
  const gateway = gateways.find(({ id }) => id === action?.id)
  if (gateway === undefined) return null
  const { removal } = messages
  return (
    <ConfirmedAction actor={actor} title={removal.title(gateway.name)} confirm={removal.confirm} isDangerous>
      <p>{removal.text}</p>
    </ConfirmedAction>
  )
}

type TestedProps = {
  readonly gateway: Gateway
  readonly onTested: () => void
  readonly onHide: () => void
}

function Tested({ gateway, onTested, onHide }: TestedProps) {
  const access = useAccess()
  const actor = useMachine(() => gatewayTestFor(access, onTested), [access, onTested], { id: gateway.id, target: testTarget })
  const hide = (
    <Button kind="quiet" onPress={onHide}>
      {cloudMessages.test.hide}
    </Button>
  )
  return <VpnTestCard actor={actor} gateway={gateway} hide={hide} />
}
