import { Plus, X } from 'lucide-react'
import styled from 'styled-components'

import type { CompanyExport } from '#contract/admin/company-export.ts'
import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { color, font, space } from '../../../theme/theme.ts'
import { looks } from '../../billing/invoice/invoice.format.ts'
import { invoiceMessages } from '../../billing/invoice/invoice.messages.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { IconFace } from '../../kit/controls/icon-face.ts'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { bytes } from '../../kit/format/sizes.ts'
import { dayMinute, dayOf } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { CustomerPart } from './CustomerPart.tsx'
import { customerMessages as messages } from './customer.messages.ts'

type AsideProps = {
  readonly customer: CustomerDetails
  readonly summary: CustomerSummary
  readonly file: CompanyExport | null
  readonly onInvoices: () => void
  readonly onNote: () => void
  readonly onDeleteNote: (id: string) => void
  readonly onDownload: () => void
}

/** Invoices, notes and limits of a customer, beside its connectors and people. */
export function CustomerAside({ customer, summary, file, onInvoices, onNote, onDeleteNote, onDownload }: AsideProps) {
  const { invoices, notes, limits, bill, prices } = summary
  return (
    <Aside>
      <CustomerPart title={messages.invoices.title} total={invoices.total} onAll={onInvoices}>
        {invoices.total === 0 ? (
          <Hint>{noInvoices(bill)}</Hint>
        ) : (
          <List>
            {invoices.first.map(({ id, number: name, amount, currency, status }) => (
              <li key={id}>
                <b>{name}</b>
                <span>{money(amount, currency)}</span>
                <StatusDot look={looks[status as keyof typeof looks] ?? 'steady'}>
                  {invoiceMessages.states[status as keyof typeof looks] ?? status}
                </StatusDot>
              </li>
            ))}
          </List>
        )}
      </CustomerPart>
      <section aria-label={messages.notes.title}>
        <SectionHeader
          title={messages.notes.title}
          note={notes.length === 0 ? undefined : number(notes.length)}
          right={
            <Button onPress={onNote}>
              <Plus aria-hidden="true" />
              {messages.notes.add}
            </Button>
          }
        />
        {notes.length === 0 ? <Hint>{messages.notes.none}</Hint> : null}
        {notes.map(({ id, text, by, at }) => (
          <Note key={id}>
            <p>{text}</p>
            <Hint>
              {by ?? messages.notes.unknown} · <time dateTime={at}>{dayMinute(new Date(at), new Date())}</time>
            </Hint>
            <Drop type="button" aria-label={messages.notes.delete} title={messages.notes.delete} onClick={() => onDeleteNote(id)}>
              <X aria-hidden="true" size={14} />
            </Drop>
          </Note>
        ))}
      </section>
      <section aria-label={messages.limits.title}>
        <SectionHeader title={messages.limits.title} />
        <KeyValue of={limits.map((it) => [messages.limits.names[it.limit], <LimitValue key={it.limit} {...it} />] as const)} />
      </section>
      <section aria-label={messages.details.title}>
        <SectionHeader title={messages.details.title} />
        <KeyValue
          of={[
            [messages.details.workspace, customer.workspaceName],
            ...(prices === null ? [] : [[messages.details.prices, <Prices key="prices" {...prices} />] as const]),
            [messages.details.openRuns, number(customer.openRuns)],
            [messages.details.heldEvents, number(customer.heldEvents)],
            [messages.details.export, <ExportState key="export" file={file} onDownload={onDownload} />],
          ]}
        />
      </section>
    </Aside>
  )
}

/** Why a company has no invoice: it gets none, or the first is still to come. */
export function noInvoices(bill: CustomerSummary['bill']): string {
  if (bill === null) return messages.invoices.none
  return bill.isInvoiced ? messages.invoices.first(dayOf(new Date(bill.issuedAt))) : messages.invoices.nothingCharged
}

function Prices({ version, agreedAt, newer }: NonNullable<CustomerSummary['prices']>) {
  return (
    <>
      {agreedAt === null ? messages.prices.notAgreed(version) : messages.prices.agreed(version, dayOf(new Date(agreedAt)))}{' '}
      <Muted>{newer === null ? messages.prices.newest : messages.prices.newer(newer)}</Muted>
    </>
  )
}

function LimitValue({ own, plan, set }: CustomerSummary['limits'][number]) {
  const value = own ?? plan
  if (value === null) return messages.limits.unlimited
  const by =
    own === null
      ? messages.limits.ofPlan
      : set === null
        ? messages.limits.own
        : set.by === null
          ? messages.limits.set(dayOf(new Date(set.at)))
          : messages.limits.setBy(dayOf(new Date(set.at)), set.by)
  return (
    <>
      {own === null ? number(value) : <b>{number(value)}</b>} <Muted>{by}</Muted>
    </>
  )
}

function ExportState({ file, onDownload }: { readonly file: CompanyExport | null; readonly onDownload: () => void }) {
  if (file === null) return messages.export.none
  if (file.status === 'queued') return messages.export.making(file.lines)
  if (file.status === 'failed') return messages.export.failed
  if (file.status === 'expired' || file.expiresAt === null) return messages.export.expired
  return (
    <>
      {messages.export.ready(bytes(file.bytes ?? 0), dayOf(new Date(file.expiresAt)))}{' '}
      <Button onPress={onDownload}>{messages.export.download}</Button>
    </>
  )
}

const Aside = styled.aside`
  display: grid;
  align-content: start;
  gap: ${space[24]};
  min-width: 0;
`

const List = styled.ul`
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 8rem;
    align-items: center;
    gap: ${space[8]};
    min-height: 36px;
    font-variant-numeric: tabular-nums;
  }

  & > li + li {
    border-top: 1px solid ${color['border.subtle']};
  }

  & b {
    overflow: hidden;
    font: ${font.strong};
    text-overflow: ellipsis;
  }
`

const Note = styled.div`
  position: relative;
  display: grid;
  gap: ${space[4]};
  padding: ${space[8]} ${space[32]} ${space[8]} 0;

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }

  & > p:first-child {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`

const Drop = styled(IconFace)`
  position: absolute;
  top: ${space[4]};
  right: 0;
`

const Muted = styled.span`
  color: ${color['text.muted']};
`
