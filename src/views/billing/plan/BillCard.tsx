import styled from 'styled-components'

import type { PlanState, UnpaidInvoice } from '#contract/billing/plan.ts'
import { color, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf, monthName } from '../../kit/format/times.ts'
import { Hint } from '../../kit/layout/blocks.ts'
import { SettingsCard } from '../../kit/layout/SettingsCard.tsx'
import { paymentMessages } from '../payments/payments.messages.ts'
import { Bill } from './Bill.tsx'
import { planMessages as messages } from './plan.messages.ts'

type BillCardProps = {
  readonly state: PlanState
  /** Left out for those who may not pay. */
  readonly onPay?: ((invoice: UnpaidInvoice) => void) | undefined
}

/** What this month costs until now, what is unpaid, and what pays on which day. */
export function BillCard({ state: { bill, book, unpaid, payment }, onPay }: BillCardProps) {
  const day = dayOf(new Date(bill.issuedAt))
  const comes = bill.isInvoiced
  return (
    <SettingsCard title={messages.soFarTitle(monthName(bill.from))}>
      {bill.total === 0 && bill.records === 0 ? (
        <p>{messages.nothing}</p>
      ) : (
        <Bill lines={bill.lines} currency={book.currency} total={bill.total} totalName={messages.soFar} />
      )}
      {bill.uncharged === 0 ? null : <Hint>{messages.uncharged(number(bill.uncharged))}</Hint>}
      {unpaid.length === 0 && !comes ? null : (
        <Foot>
          {unpaid.map((it) => (
            <Unpaid key={it.id} invoice={it} onPay={onPay} />
          ))}
          {comes ? (
            <Line>
              <Muted>{payment.isCard ? messages.cardPays(payment.paysWith, day) : messages.transferPays(day)}</Muted>
              {onPay === undefined ? null : <PlainLink href="/account?tab=billing">{messages.changePayment}</PlainLink>}
            </Line>
          ) : null}
        </Foot>
      )}
    </SettingsCard>
  )
}

type UnpaidProps = { readonly invoice: UnpaidInvoice; readonly onPay: BillCardProps['onPay'] }

/** Paying is offered where a payment failed; the others are on their way. */
function Unpaid({ invoice, onPay }: UnpaidProps) {
  const { from, amount, currency, status, dueAt } = invoice
  const words = [monthName(from), money(amount, currency)] as const
  if (status === 'open')
    return (
      <Line>
        <StatusDot look="steady">{messages.dueOn(...words, dayOf(new Date(dueAt)))}</StatusDot>
      </Line>
    )
  return (
    <Line>
      <StatusDot look="bad">{messages.unpaid(...words)}</StatusDot>
      {onPay === undefined ? null : <Button onPress={() => onPay(invoice)}>{paymentMessages.pay.open}</Button>}
    </Line>
  )
}

const Foot = styled.div`
  display: grid;
  gap: ${space[8]};
  padding-top: ${space[8]};
  border-top: 1px solid ${color['border.subtle']};
`

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[4]} ${space[12]};

  & > a:not(:hover) {
    text-decoration: none;
  }
`

const Muted = styled.span`
  color: ${color['text.muted']};
`
