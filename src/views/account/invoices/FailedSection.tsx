import { useActorRef, useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import styled from 'styled-components'

import type { Invoice } from '#contract/billing/invoices.ts'
import type { PaymentMethods } from '#contract/billing/payment-methods.ts'
import type { InvoicePaymentActor } from '../../../machines/billing/invoice-payment.machine.ts'
import { selectPage, selectStage } from '../../../machines/kit/list.selectors.ts'
import { invoiceListMachine } from '../../../services/billing/invoices.actors.ts'
import { methodListMachine } from '../../../services/billing/payments.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { PaymentDialog } from '../../billing/payments/PaymentDialog.tsx'
import { paymentMessages } from '../../billing/payments/payments.messages.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { monthOf } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'

const messages = paymentMessages.pay

type FailedSectionProps = {
  readonly access: Access
  readonly mayPay: boolean
  readonly actor: InvoicePaymentActor
  /** Is told how to read it again. */
  readonly refresh: { current: () => void }
  /** Shown once it is known whether a payment failed, so that nothing moves below a finger. */
  readonly children: ReactNode
}

/** Invoices whose payment failed, each with what can be done. */
export function FailedSection({ access, mayPay, actor, refresh, children }: FailedSectionProps) {
  const failed = useActorRef(
    useMemo(() => invoiceListMachine(access), [access]),
    { input: { query: { status: 'failed' } }, inspect },
  )
  const cards = useActorRef(
    useMemo(() => methodListMachine(access), [access]),
    { input: { query: {} }, inspect },
  )
  const isWaiting = useSelector(failed, selectStage) === 'loading'
  const invoices = useSelector(failed, selectPage<Invoice>)?.items ?? []
  const methods = useSelector(cards, selectPage<PaymentMethods>)?.items[0]?.paymentMethods ?? []
  refresh.current = () => failed.send({ type: 'user.refreshed' })
  const open = ({ id, number }: Invoice) =>
    actor.send({ type: 'user.opened', invoice: { id, number }, methodId: methods[0]?.id ?? '' })
  return (
    <>
      {invoices.map((invoice) => (
        <Banner
          key={invoice.id}
          tone="danger"
          fact={messages.failed(monthOf(invoice.billingPeriod.from))}
          actions={
            mayPay ? (
              <>
                <LinkButton $isQuiet href="/account?tab=billing&part=methods">
                  {messages.change}
                </LinkButton>
                <Button kind="primary" onPress={() => open(invoice)}>
                  {messages.open}
                </Button>
              </>
            ) : undefined
          }
        >
          {invoice.failure === null ? null : messages.reason(invoice.paidBy, invoice.failure)}
        </Banner>
      ))}
      <PaymentDialog actor={actor} methods={methods} />
      <Below $isHidden={isWaiting}>{children}</Below>
    </>
  )
}

const Below = styled(Stack)<{ readonly $isHidden: boolean }>`
  visibility: ${({ $isHidden }) => ($isHidden ? 'hidden' : 'visible')};
`
