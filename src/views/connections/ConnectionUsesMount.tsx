import type { ConnectionItem, ConnectionUse } from '#contract/connections/connection.ts'
import { connectionUsesMachine } from '#src/services/connections/connections.actors.ts'
import { useAccess } from '../kit/actors/use-access.ts'
import { useMachine } from '../kit/actors/use-machine.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { Dialog } from '../kit/feedback/Dialog.tsx'
import { Listed, Row } from '../kit/layout/blocks.ts'
import { ListFrame } from '../kit/layout/ListFrame.tsx'
import { connectionMessages } from './connections.messages.ts'

const { uses: messages } = connectionMessages

type ConnectionUsesProps = { readonly connection: ConnectionItem; readonly onClose: () => void }

/** Which connectors use a connection, and where. Those of others are named without a link. */
export function ConnectionUsesMount({ connection: { id, name }, onClose }: ConnectionUsesProps) {
  const access = useAccess()
  const actor = useMachine(() => connectionUsesMachine(access), [access], { query: { id } })
  return (
    <Dialog title={messages.title(name)} onLeave={onClose}>
      <ListFrame<ConnectionUse> actor={actor} name={messages.list} isBare isLow empty={<p>{messages.none}</p>}>
        {({ items }) => (
          <Listed>
            {items.map((it) => (
              <li key={it.connectorId}>
                {it.isSeen ? <PlainLink href={`/details/${it.connectorId}`}>{it.name}</PlainLink> : it.name} {roleText(it)}
              </li>
            ))}
          </Listed>
        )}
      </ListFrame>
      <Row>
        <Button onPress={onClose}>{messages.close}</Button>
      </Row>
    </Dialog>
  )
}

/** As a record travels. */
const recordOrder = ['source', 'enrichment', 'destination'] as const

function roleText({ roles, inDraft, isLive }: ConnectionUse): string {
  const words = recordOrder.filter((role) => roles.includes(role)).map((role) => messages.roles[role])
  return [...words, ...(inDraft && isLive ? [] : [inDraft ? messages.onlyDraft : messages.onlyLive])].join(' · ')
}
