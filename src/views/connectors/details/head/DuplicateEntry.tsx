import { useSelector } from '@xstate/react'
import { Copy } from 'lucide-react'

import type { DuplicationActor } from '#src/machines/connectors/details/duplication.machine.ts'
import { MenuButton } from '#src/views/kit/menu/ActionMenu.tsx'
import { duplicationMessages as messages } from './duplication.messages.ts'

type DuplicateEntryProps = { readonly actor: DuplicationActor; readonly connectorId: string }

/** Copies a connector: an entry of its menu. */
export function DuplicateEntry({ actor, connectorId }: DuplicateEntryProps) {
  const canDuplicate = useSelector(actor, (snapshot) => snapshot.can({ type: 'user.duplicated', connectorId }))
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  return (
    <MenuButton isBlocked={!canDuplicate} onPress={() => actor.send({ type: 'user.duplicated', connectorId })}>
      <Copy aria-hidden="true" />
      {isBusy ? messages.copying : messages.duplicate}
    </MenuButton>
  )
}
