import { useSelector } from '@xstate/react'
import { type RefObject, useMemo } from 'react'
import styled from 'styled-components'

import type { PaymentMethods } from '#contract/billing/payment-methods.ts'
import type { PlanState, UnpaidInvoice } from '#contract/billing/plan.ts'
import type { PlanComparison } from '#contract/billing/plan-comparison.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { invoicePaymentFor, methodListMachine, noMethodsMachine } from '../../../services/billing/payments.actors.ts'
import { planChangeFor, planComparisonMachine } from '../../../services/billing/plan.actors.ts'
import { space } from '../../../theme/theme.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { money } from '../../kit/format/money.ts'
import { monthName } from '../../kit/format/times.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'
import { PaymentDialog } from '../payments/PaymentDialog.tsx'
import { paymentMessages } from '../payments/payments.messages.ts'
import { BillCard } from './BillCard.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { NewPricesSection } from './NewPricesSection.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { PlanTable } from './PlanTable.tsx'
import { planMessages as messages } from './plan.messages.ts'

type PlanSectionProps = {
  /** Reads the plan: the page's heading says it too. */
  readonly actor: ListActor
  readonly mayChange: boolean
  /** The plans, for the button of the heading that leads to them. */
  readonly plans: RefObject<HTMLDivElement | null>
}

/** The bill of this month, the limits, and the plans side by side. Administrators pay and choose another plan here. */
export function PlanSection({ actor, mayChange, plans }: PlanSectionProps) {
  const access = useAccess()
  const cards = useMachine(() => (mayChange ? methodListMachine(access) : noMethodsMachine), [access, mayChange], { query: {} })
  const methods = useSelector(cards, selectPage<PaymentMethods>)?.items[0]?.paymentMethods ?? []
  const paying = useMachine(
    () =>
      invoicePaymentFor(access, ({ number }) => {
        toast(paymentMessages.pay.done(number))
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const pay = ({ id, number }: UnpaidInvoice) =>
    paying.send({ type: 'user.opened', invoice: { id, number }, methodId: methods[0]?.id ?? '' })
  return (
    <ListFrame<PlanState> actor={actor} name={messages.name} empty={null} isBare room={['720px', '1200px']}>
      {({ items }) =>
        items.map((state) => (
          <Stack key="plan">
            {state.requested === null ? null : (
              <Banner
                tone="warning"
                fact={messages.requested(state.requested, money(state.book.plans[state.requested].base, state.book.currency))}
              >
                {state.requestNeeds === 'approval'
                  ? [messages.approvalHow(state.plan), ...(state.needsApproval ? [] : [messages.approvalOrCard])].join(' ')
                  : `${messages.notAgreed} ${messages.requestedHow}`}
              </Banner>
            )}
            {state.newPrices === null ? null : (
              <NewPricesSection state={state} newest={state.newPrices} mayAccept={mayChange} actor={actor} />
            )}
            <Beside>
              <BillCard state={state} onPay={mayChange ? pay : undefined} />
              <LimitsCard state={state} />
            </Beside>
            <div ref={plans} tabIndex={-1}>
              <Plans state={state} mayChange={mayChange} actor={actor} />
            </div>
            <PaymentDialog actor={paying} methods={methods} />
          </Stack>
        ))
      }
    </ListFrame>
  )
}

type PlansProps = Pick<PlanSectionProps, 'actor' | 'mayChange'> & { readonly state: PlanState }

function Plans({ actor, state, mayChange }: PlansProps) {
  const access = useAccess()
  const compared = useMachine(() => planComparisonMachine(access), [access], { query: {} })
  const change = useMemo(
    () =>
      planChangeFor(access, (plan, isRequested) => {
        toast(isRequested ? messages.change.requested(plan) : messages.change.done(plan))
        compared.send({ type: 'user.refreshed' })
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor, compared],
  )
  const changing = useMachine(() => change, [change])
  const hasChanged = useSelector(compared, selectPage<PlanComparison>)?.items[0]?.hasChanged ?? false
  const month = monthName(state.bill.from)
  return (
    <>
      <SectionHeader
        title={messages.plansTitle}
        note={hasChanged ? messages.plansNoteChanged(month) : messages.plansNote(month)}
        right={<PlainLink href={articleHref('account-info')}>{messages.whatCounts}</PlainLink>}
      />
      <ListFrame<PlanComparison> actor={compared} name={messages.plansName} empty={null} isBare room={['330px', '380px']}>
        {({ items }) =>
          items.map((comparison) => (
            <PlanTable
              key="plans"
              comparison={comparison}
              book={state.book}
              isOperator={state.isOperator}
              onPreview={mayChange ? (plan) => changing.send({ type: 'user.opened', plan }) : undefined}
            />
          ))
        }
      </ListFrame>
      <PlanDialog actor={changing} currency={state.book.currency} />
    </>
  )
}

/** The bill and the limits; below each other where there is no room. */
const Beside = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr));
  gap: ${space[16]};
  align-items: start;
`
