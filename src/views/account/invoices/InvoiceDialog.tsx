import type { ReactNode } from 'react'

import type { InvoiceDetails } from '#contract/billing/invoices.ts'
import { BillLines } from '../../billing/plan/BillLines.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { dayOf } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { looks, periodOf } from './invoice.format.ts'
import { invoicesMessages as messages } from './invoices.messages.ts'

/** Everything that stands on an invoice. */
export function InvoiceFacts({ invoice, children }: { readonly invoice: InvoiceDetails; readonly children?: ReactNode }) {
  const { dialog } = messages
  const { cardDetails: card, currency, lines, failure, credits, credited } = invoice
  const integrations = [
    ...new Set(
      lines.filter(({ source }) => source !== '').map(({ source, destination }) => dialog.integrationOf(source, destination)),
    ),
  ]
  return (
    <Stack>
      {invoice.isTest ? <Banner tone="warning" fact={dialog.testNote} /> : null}
      <KeyValue
        of={[
          [dialog.credits, credits],
          [dialog.integration, integrations.length === 0 ? null : <Integrations key="integrations" of={integrations} />],
          [dialog.billName, invoice.billName],
          [dialog.address, invoice.address.length === 0 ? null : invoice.address.join(', ')],
          [dialog.paymentType, invoice.paymentType],
          [dialog.card, card === null ? null : dialog.cardOf(card.type, card.lastFour)],
          [dialog.paymentId, invoice.paymentId],
          [dialog.date, dayOf(new Date(invoice.invoiceDate))],
          [dialog.due, invoice.kind === 'invoice' ? dayOf(new Date(invoice.dueAt)) : null],
          [dialog.period, periodOf(invoice)],
          [
            dialog.status,
            <StatusDot key="status" look={looks[invoice.status]}>
              {messages.states[invoice.status]}
            </StatusDot>,
          ],
          [dialog.failure, failure],
          [dialog.credited, credited === 0 ? null : money(credited, currency)],
        ]}
      />
      <BillLines lines={lines} currency={currency} total={invoice.amount} totalName={dialog.total} />
      {children}
    </Stack>
  )
}

function Integrations({ of }: { readonly of: readonly string[] }) {
  return of.map((it) => <div key={it}>{it}</div>)
}
