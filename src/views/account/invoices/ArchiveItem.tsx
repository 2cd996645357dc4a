import type { Invoice } from '#contract/billing/invoices.ts'
import type { InvoiceArchiveActor } from '../../../machines/billing/invoice-archive.machine.ts'
import { MenuButton } from '../../kit/menu/ActionMenu.tsx'
import { useCan } from '../../kit/use-snapshot.ts'
import { invoicesMessages as messages } from './invoices.messages.ts'

type ArchiveItemProps = { readonly actor: InvoiceArchiveActor; readonly invoice: Pick<Invoice, 'id' | 'number' | 'archived'> }

/** Hides an invoice from the list, or shows it again. */
export function ArchiveItem({ actor, invoice: { id, number, archived } }: ArchiveItemProps) {
  const canArchive = useCan(actor, { type: 'user.archived', id: '', number: '' })
  return archived ? (
    <MenuButton isBlocked={!canArchive} onPress={() => actor.send({ type: 'user.restored', id, number })}>
      {messages.restore}
    </MenuButton>
  ) : (
    <MenuButton isDanger isBlocked={!canArchive} onPress={() => actor.send({ type: 'user.archived', id, number })}>
      {messages.remove}
    </MenuButton>
  )
}
