import styled from 'styled-components'

import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { color } from '../../../theme/theme.ts'
import { listed } from '../../kit/format/listed.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { monthOf } from '../../kit/format/times.ts'
import { Stat, StatStrip } from '../../kit/layout/Stats.tsx'
import { shareText } from '../share.ts'
import { customerMessages } from './customer.messages.ts'

const messages = customerMessages.stats

type StatsProps = { readonly customer: CustomerDetails; readonly summary: CustomerSummary }

/** The four figures of a customer: plan, bill of the month, unpaid, records. */
export function CustomerStats({ customer: { plan, requestedPlan }, summary }: StatsProps) {
  const { bill, unpaid, records, failedRecords, deliveredLater } = summary
  return (
    <StatStrip>
      <Stat
        label={messages.plan}
        value={plan}
        note={
          requestedPlan !== null
            ? messages.requested(requestedPlan)
            : bill === null
              ? undefined
              : bill.base === 0
                ? messages.free
                : messages.aMonth(money(bill.base, bill.currency))
        }
      />
      {bill === null ? null : (
        <Stat
          label={messages.soFar(monthOf(bill.from))}
          value={money(bill.total, bill.currency)}
          note={bill.forecast === null ? messages.noForecast : messages.forecast(money(bill.forecast, bill.currency))}
        />
      )}
      <Unpaid unpaid={unpaid} invoices={summary.invoices} />
      <Stat
        label={messages.records}
        value={number(records)}
        note={
          records === 0
            ? messages.noRecords
            : listed([
                messages.share(shareText(failedRecords, records)),
                ...(deliveredLater === 0 ? [] : [messages.deliveredLater(number(deliveredLater))]),
              ])
        }
      />
    </StatStrip>
  )
}

function Unpaid({ unpaid, invoices }: Pick<CustomerSummary, 'unpaid' | 'invoices'>) {
  const [oldest] = unpaid
  if (oldest === undefined) {
    const note = invoices.total === 0 ? messages.noInvoices : messages.allPaid
    return <Stat label={messages.unpaid} value={messages.none} note={note} />
  }
  const sums = unpaid.map(({ amount, currency }) => money(amount, currency)).join(' + ')
  const month = monthOf(oldest.month)
  return (
    <Stat
      label={messages.unpaid}
      value={oldest.isFailed ? <Bad>{sums}</Bad> : sums}
      note={oldest.isFailed ? messages.failed(month) : messages.open(month)}
    />
  )
}

const Bad = styled.span`
  color: ${color['danger.text']};
`
