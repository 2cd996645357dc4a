import { useSelector } from '@xstate/react'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ListActor } from '../../machines/kit/list.machine.ts'
import { connectorNamesMachine } from '../../services/help/connector-names.actors.ts'
import {
  additionMachine,
  ownRequestsMachine,
  restoreSupportEntry,
  settlingMachine,
  supportRequestFor,
} from '../../services/help/support.actors.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { toast } from '../kit/feedback/toast.ts'
import { SectionHeader } from '../kit/layout/SectionHeader.tsx'
import { usePlace } from '../kit/use-place.ts'
import { helpMessages } from './help.messages.ts'
import { OwnRequests } from './OwnRequests.tsx'
import { SupportDialog } from './SupportDialog.tsx'

const messages = helpMessages.support

/** The way to support, and what was sent to it. The page of the list and the open row stand in the address. */
export function SupportSection() {
  const access = useAccess()
  const { read, page, move } = usePlace()
  const from = read('from') ?? '/help-center'
  const list = useMachine(() => ownRequestsMachine(access), [access], { query: { page } })
  const actor = useMachine(() => supportRequestFor(access, from, () => announce(list, messages.sent)), [access, from, list], {
    entry: restoreSupportEntry(),
  })
  const adding = useMachine(() => additionMachine(access, () => announce(list, messages.added)), [access, list])
  const settling = useMachine(() => settlingMachine(access, () => announce(list, messages.settled)), [access, list])
  const connectors = useMachine(() => connectorNamesMachine(access), [access], { query: {} })
  const canOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.opened' }))
  return (
    <section aria-label={messages.title}>
      <SectionHeader
        title={messages.title}
        right={
          <Button isBlocked={!canOpen} onPress={() => actor.send({ type: 'user.opened' })}>
            {messages.contact}
          </Button>
        }
      />
      <OwnRequests
        actor={list}
        adding={adding}
        settling={settling}
        page={page}
        onPage={(it) => move({ page: String(it), open: null })}
        openId={read('open')}
        onOpen={(id) => move({ open: id === read('open') ? null : id })}
      />
      <SupportDialog actor={actor} connectors={connectors} />
    </section>
  )
}

function announce(list: ListActor, said: string): void {
  toast(said)
  list.send({ type: 'user.refreshed' })
}
