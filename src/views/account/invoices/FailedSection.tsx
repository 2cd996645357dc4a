import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { Invoice } from '#contract/billing/invoices.ts'
import { selectPage, selectStage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { invoiceListMachine } from '../../../services/billing/invoices.actors.ts'
import { paymentMessages } from '../../billing/payments/payments.messages.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { monthOf } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'

const messages = paymentMessages.pay

type FailedSectionProps = {
  /** Left out for those who may not pay. */
  readonly onPay: ((invoice: Invoice) => void) | undefined
  /** Is told how to read it again. */
  readonly refresh: { current: () => void }
  /** Shown once it is known whether a payment failed, so that nothing moves below a finger. */
  readonly children: ReactNode
}

/** Invoices whose payment failed, each with what can be done. */
export function FailedSection({ onPay, refresh, children }: FailedSectionProps) {
  const access = useAccess()
  const failed = useMachine(() => invoiceListMachine(access), [access], { query: { status: 'failed' } })
  const isWaiting = useSelector(failed, selectStage) === 'loading'
  const invoices = useSelector(failed, selectPage<Invoice>)?.items ?? []
  refresh.current = () => failed.send({ type: 'user.refreshed' })
  return (
    <>
      {invoices.map((invoice) => (
        <Banner
          key={invoice.id}
          tone="danger"
          fact={messages.failed(monthOf(invoice.billingPeriod.from))}
          actions={
            onPay ? (
              <>
                <LinkButton $isQuiet href="/account?tab=billing&part=methods">
                  {messages.change}
                </LinkButton>
                <Button kind="primary" onPress={() => onPay(invoice)}>
                  {messages.open}
                </Button>
              </>
            ) : undefined
          }
        >
          {invoice.failure === null ? null : messages.reason(invoice.paidBy, invoice.failure)}
        </Banner>
      ))}
      <Below $isHidden={isWaiting}>{children}</Below>
    </>
  )
}

const Below = styled(Stack)<{ readonly $isHidden: boolean }>`
  visibility: ${({ $isHidden }) => ($isHidden ? 'hidden' : 'visible')};
`
