import { countryName } from '#contract/billing/countries.ts'
import type { InvoiceDetails, LedgerCheck } from '#contract/billing/invoices.ts'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { BillLines } from '../plan/BillLines.tsx'
import { looks, periodOf } from './invoice.format.ts'
import { invoiceMessages as messages } from './invoice.messages.ts'

/** Everything that stands on an invoice. */
export function InvoiceFacts({ invoice }: { readonly invoice: InvoiceDetails }) {
  const { cardDetails: card, currency, lines, failure, credits, credited, check } = invoice
  const integrations = [
    ...new Set(
      lines.filter(({ source }) => source !== '').map(({ source, destination }) => messages.integrationOf(source, destination)),
    ),
  ]
  return (
    <Stack>
      {invoice.isTest ? <Banner tone="warning" fact={messages.testNote} /> : null}
      <KeyValue
        of={[
          [messages.credits, credits],
          [messages.integration, integrations.length === 0 ? null : <Integrations key="integrations" of={integrations} />],
          [messages.billName, invoice.billName],
          [messages.address, invoice.address.length === 0 ? null : invoice.address.join(', ')],
          [messages.country, invoice.country === null ? null : countryName(invoice.country)],
          [messages.vatNumber, invoice.vatNumber === '' ? null : invoice.vatNumber],
          [messages.tax, invoice.appliedTax?.reason ?? null],
          [messages.paymentType, invoice.paymentType],
          [messages.card, card === null ? null : messages.cardOf(card.type, card.lastFour)],
          [messages.paymentId, invoice.paymentId],
          [messages.date, dayOf(new Date(invoice.invoiceDate))],
          [messages.due, invoice.kind === 'invoice' ? dayOf(new Date(invoice.dueAt)) : null],
          [messages.period, periodOf(invoice)],
          [
            messages.status,
            <StatusDot key="status" look={looks[invoice.status]}>
              {messages.states[invoice.status]}
            </StatusDot>,
          ],
          [messages.failure, failure],
          [messages.credited, credited === 0 ? null : money(credited, currency)],
          [messages.check, check === null ? null : checkText(check, currency)],
        ]}
      />
      <BillLines lines={lines} currency={currency} total={invoice.amount} totalName={messages.total} types={messages.types} />
    </Stack>
  )
}

function checkText({ records, ledger, difference, amountDifference }: LedgerCheck, currency: string): string {
  if (amountDifference !== 0) return messages.differsInMoney(money(amountDifference, currency))
  return difference === 0
    ? messages.agrees(number(records))
    : messages.differs(number(records), number(ledger), number(difference))
}

function Integrations({ of }: { readonly of: readonly string[] }) {
  return of.map((it) => <div key={it}>{it}</div>)
}
