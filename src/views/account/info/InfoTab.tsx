import { useSelector } from '@xstate/react'
import { useRef } from 'react'

import { freeTier } from '#contract/auth/registration.ts'
import type { PlanState } from '#contract/billing/plan.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { planMachine } from '../../../services/billing/plan.actors.ts'
import { InfoSection } from '../../billing/info/InfoSection.tsx'
import { PlanSection } from '../../billing/plan/PlanSection.tsx'
import { UsageSection } from '../../billing/UsageSection.tsx'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { infoMessages as messages } from './info.messages.ts'

/** Plan and bill in the heading, then the bill and the limits, the plans, the usage of this month, and what was paid. */
export function InfoTab({ user, title }: AccountTabProps) {
  const access = useAccess()
  const actor = useMachine(() => planMachine(access), [access], { query: {} })
  const state = useSelector(actor, selectPage<PlanState>)?.items[0]
  const plans = useRef<HTMLDivElement>(null)
  const mayChange = user.role !== 'USER'
  const leadToPlans = () => {
    plans.current?.scrollIntoView({ block: 'start' })
    plans.current?.focus({ preventScroll: true })
  }
  return (
    <PageFrame
      title={state === undefined ? title : titleOf(state)}
      tab={title}
      where={accountMessages.page}
      sub={(state === undefined ? [user.companyName] : subOf(user.companyName, state)).join(' · ')}
      actions={
        <>
          <LinkButton $isQuiet href="/account?tab=invoices">
            {messages.invoices}
          </LinkButton>
          {mayChange ? (
            <Button kind="primary" isBlocked={state === undefined} onPress={leadToPlans}>
              {messages.change}
            </Button>
          ) : null}
        </>
      }
    >
      <PlanSection actor={actor} mayChange={mayChange} plans={plans} />
      <UsageSection />
      <InfoSection />
    </PageFrame>
  )
}

function titleOf({ plan, bill, book, limits, isOperator }: PlanState): string {
  if (isOperator && bill.total === 0) return messages.operator(plan)
  if (plan !== freeTier || book.plans[plan].base > 0 || bill.total > 0)
    return messages.soFar(plan, money(bill.total, book.currency))
  const max = limits.find(({ limit }) => limit === 'records')?.max ?? null
  return max === null ? messages.free(plan) : messages.freeOf(plan, number(bill.records), number(max))
}

function subOf(company: string, { since, bill, book }: PlanState): string[] {
  const { forecast, issuedAt, isInvoiced } = bill
  const day = dayOf(new Date(issuedAt))
  const next = !isInvoiced
    ? []
    : [forecast === null ? messages.next(day) : messages.nextAbout(day, money(forecast.total, book.currency))]
  return [company, messages.since(dayOf(new Date(since))), ...next]
}
