import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import styled from 'styled-components'

import type { PlanPreview, PlanState } from '#contract/billing/plan.ts'
import type { PlanName } from '#contract/billing/price-book.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { planChangeMachine, planPreviewMachine } from '../../../services/billing/plan.actors.ts'
import type { Access } from '../../../services/kit/api-client.ts'
import { inspect } from '../../../services/kit/inspection.ts'
import { space } from '../../../theme/theme.ts'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { money } from '../../kit/format/money.ts'
import { Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { BillCard, CountsCard } from './BillCard.tsx'
import { BillStats } from './BillStats.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PlanDialog, PlanPreviewFacts } from './PlanDialog.tsx'
import { planMessages as messages } from './plan.messages.ts'

type PlanSectionProps = {
  readonly access: Access
  /** Reads the plan: the page's heading says it too. */
  readonly actor: ListActor
  readonly mayChange: boolean
}

/** The plan of the company, its limits and the bill of this month. Administrators choose another plan here. */
export function PlanSection({ access, actor, mayChange }: PlanSectionProps) {
  const change = useMemo(
    () =>
      planChangeMachine(access, (plan) => {
        toast(messages.change.done(plan))
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const changing = useActorRef(change, { inspect })
  return (
    <ListFrame<PlanState> actor={actor} name={messages.name} empty={null} isBare>
      {({ items }) =>
        items.map((state) => (
          <Stack key="plan">
            {state.requested === null ? null : (
              <Banner
                tone="warning"
                fact={messages.requested(state.requested, money(state.book.plans[state.requested].base, state.book.currency))}
              >
                {messages.requestedHow}
              </Banner>
            )}
            <BillStats state={state} />
            <Beside>
              <BillCard bill={state.bill} currency={state.book.currency} />
              <LimitsCard limits={state.limits} isOperator={state.isOperator} />
            </Beside>
            <PlanCards
              state={state}
              mayChange={mayChange}
              onChoose={(plan) => changing.send({ type: 'user.planned', action: { kind: 'plan', id: plan } })}
            />
            <CountsCard />
            <PlanDialog
              actor={changing}
              preview={(plan) => <Preview key={plan} access={access} plan={plan} currency={state.book.currency} />}
            />
          </Stack>
        ))
      }
    </ListFrame>
  )
}

/** The bill and the limits; below each other where there is no room. */
const Beside = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
  gap: ${space[16]};
  align-items: start;
`

type PreviewProps = { readonly access: Access; readonly plan: PlanName; readonly currency: string }

function Preview({ access, plan, currency }: PreviewProps) {
  const machine = useMemo(() => planPreviewMachine(access, plan), [access, plan])
  const actor = useActorRef(machine, { input: { query: {} }, inspect })
  return (
    <ListFrame<PlanPreview> actor={actor} name={messages.change.name} empty={null} isBare>
      {({ items }) => items.map((preview) => <PlanPreviewFacts key="preview" preview={preview} currency={currency} />)}
    </ListFrame>
  )
}
