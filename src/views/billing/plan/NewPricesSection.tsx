import { useSelector } from '@xstate/react'

import type { PlanState } from '#contract/billing/plan.ts'
import type { PlanPrice, PriceBook } from '#contract/billing/price-book.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { ListActor } from '../../../machines/kit/list.machine.ts'
import { newPricesMachine } from '../../../services/billing/plan.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { dayOf } from '../../kit/format/times.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { planMessages } from './plan.messages.ts'

const messages = planMessages.newPrices

type NewPricesProps = {
  readonly state: PlanState
  readonly newest: PriceBook
  readonly mayAccept: boolean
  /** Reads the plan again. */
  readonly actor: ListActor
}

/** Newer prices that wait for an administrator: until then the company pays the ones that it agreed to. */
export function NewPricesSection({ state, newest, mayAccept, actor }: NewPricesProps) {
  const access = useAccess()
  const accepting = useMachine(
    () =>
      newPricesMachine(access, () => {
        toast(messages.done)
        actor.send({ type: 'user.refreshed' })
      }),
    [access, actor],
  )
  const isAsked = useSelector(accepting, selectAction) !== null
  const open = () => accepting.send({ type: 'user.planned', action: { kind: 'accept', id: String(newest.version) } })
  return (
    <>
      <Banner
        tone="info"
        fact={messages.fact(dayOf(new Date(newest.createdAt)))}
        actions={mayAccept ? <Button onPress={open}>{messages.ask}</Button> : undefined}
      >
        {messages.kept}
      </Banner>
      {isAsked ? (
        <ConfirmedAction actor={accepting} title={messages.title} confirm={messages.accept}>
          <Changes state={state} newest={newest} />
          <p>
            {messages.effect} {state.book.plans[state.plan].base === 0 ? null : messages.leave}
          </p>
        </ConfirmedAction>
      ) : null}
    </>
  )
}

const fields = Object.keys(messages.fields) as (keyof PlanPrice)[]

/** What changes for the plan of the company. */
function Changes({ state: { plan, book }, newest }: Pick<NewPricesProps, 'state' | 'newest'>) {
  const changed = fields.filter((field) => textOf(book, book.plans[plan], field) !== textOf(newest, newest.plans[plan], field))
  if (changed.length === 0) return <p>{messages.same(plan)}</p>
  return (
    <KeyValue
      of={changed.map((field) => [
        messages.fields[field],
        messages.changes(textOf(book, book.plans[plan], field), textOf(newest, newest.plans[plan], field)),
      ])}
    />
  )
}

function textOf({ currency }: PriceBook, price: PlanPrice, field: keyof PlanPrice): string {
  const value = price[field]
  if (value === null) return messages.noLimit
  return field === 'base' || field === 'perThousand' ? money(value, currency) : number(value)
}
