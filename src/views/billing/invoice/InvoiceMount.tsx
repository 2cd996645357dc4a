import { useSelector } from '@xstate/react'

import type { Invoice, InvoiceDetails } from '#contract/billing/invoices.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { invoiceDetailsMachine, invoiceFileFor } from '../../../services/billing/invoices.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { InvoiceFacts } from './InvoiceFacts.tsx'
import { invoiceMessages as messages } from './invoice.messages.ts'

type InvoiceMountProps = {
  readonly id: string
  readonly onClose: () => void
  /** Of one whose payment failed; left out for those who may not pay. */
  readonly onPay?: ((invoice: Invoice) => void) | undefined
}

/** The details of an invoice, with its file. */
export function InvoiceMount({ id, onClose, onPay }: InvoiceMountProps) {
  const access = useAccess()
  const actor = useMachine(() => invoiceDetailsMachine(access, id), [access, id], { query: {} })
  const file = useMachine(() => invoiceFileFor(access), [access], { id: '', number: '' })
  const invoice = useSelector(actor, selectPage<InvoiceDetails>)?.items[0]
  const title = invoice?.kind === 'credit-note' ? messages.creditTitle(invoice.number) : messages.title(invoice?.number ?? '')
  const isPayable = invoice?.status === 'failed' && onPay !== undefined
  return (
    <Dialog title={title} onLeave={onClose} isWide>
      <ListFrame<InvoiceDetails> actor={actor} name={messages.name} empty={null} isBare>
        {({ items }) => items.map((it) => <InvoiceFacts key={it.id} invoice={it} />)}
      </ListFrame>
      <DialogButtons>
        {invoice === undefined ? null : (
          <Button onPress={() => file.send({ type: 'user.requested', change: { id: invoice.id, number: invoice.number } })}>
            {messages.download}
          </Button>
        )}
        <Button kind={isPayable ? 'secondary' : 'primary'} onPress={onClose}>
          {messages.close}
        </Button>
        {isPayable ? (
          <Button kind="primary" onPress={() => onPay(invoice)}>
            {messages.pay}
          </Button>
        ) : null}
      </DialogButtons>
    </Dialog>
  )
}
