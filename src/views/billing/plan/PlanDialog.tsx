import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'

import type { PlanPreview } from '#contract/billing/plan.ts'
import { type PlanName, planNames } from '#contract/billing/price-book.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { money } from '../../kit/format/money.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { BillLines } from './BillLines.tsx'
import { planMessages as messages } from './plan.messages.ts'

type PlanDialogProps = {
  readonly actor: ConfirmedActionActor
  /** Draws what the change costs, as the server counts it. */
  readonly preview: (plan: PlanName) => ReactNode
}

/** Asks before the plan is changed, and says what that costs. */
export function PlanDialog({ actor, preview }: PlanDialogProps) {
  const action = useSelector(actor, selectAction)
  const plan = planNames.find((name) => name === action?.id)
  if (plan === undefined) return null
  return (
    <ConfirmedAction actor={actor} title={messages.change.title(plan)} confirm={messages.change.confirm}>
      {preview(plan)}
    </ConfirmedAction>
  )
}

/** The base price of this month with and without the change, and of the months after it. */
export function PlanPreviewFacts({ preview, currency }: { readonly preview: PlanPreview; readonly currency: string }) {
  const { change } = messages
  const { refusals, monthNow, monthThen, nextMonth, lines } = preview
  if (refusals.length > 0)
    return (
      <Banner tone="danger" fact={change.refused}>
        {refusals.join(' ')}
      </Banner>
    )
  return (
    <Stack>
      <p>{messages.plansSub}</p>
      <BillLines lines={lines} currency={currency} total={monthThen} totalName={change.changed} />
      <dl>
        <dt>{change.now}</dt>
        <dd>{money(monthNow, currency)}</dd>
        <dt>{change.next}</dt>
        <dd>{money(nextMonth, currency)}</dd>
      </dl>
    </Stack>
  )
}
