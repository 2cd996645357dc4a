import { useMemo } from 'react'

import type { PaymentMethods } from '#contract/billing/payment-methods.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import {
  cardPageMachine,
  cardRemovalMachine,
  methodListMachine,
  testCardMachine,
} from '../../../services/billing/payments.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { Hint, Stack } from '../../kit/layout/blocks.ts'
import { ListFrame } from '../../kit/layout/ListFrame.tsx'
import { Toolbar } from '../../kit/layout/Toolbar.tsx'
import { MethodTable } from './MethodTable.tsx'
import { CardPage, CardRemoval, TestCardDialog } from './method-dialogs.tsx'
import { paymentMessages as messages } from './payments.messages.ts'

type MethodsSectionProps = { readonly holder: string }

/** Saved cards of the company. */
export function MethodsSection({ holder }: MethodsSectionProps) {
  const access = useAccess()
  const actor = useMachine(() => methodListMachine(access), [access], { query: {} })
  const [add, remove] = useMemo(() => {
    const done = (message: string) => () => {
      toast(message)
      actor.send({ type: 'user.refreshed' })
    }
    return [testCardMachine(access, done(messages.added)), cardRemovalMachine(access, done(messages.removed))] as const
  }, [access, actor])
  const adding = useMachine(() => add, [add])
  const removing = useMachine(() => remove, [remove])
  const leaving = useMachine(() => cardPageMachine(access), [access])
  return (
    <ListFrame<PaymentMethods> actor={actor} name={messages.name} empty={null} isBare>
      {({ items }) =>
        items.map(({ provider, paymentMethods }) => (
          <Stack key="methods">
            {provider === 'sandbox' ? <Banner tone="warning" fact={messages.sandbox} /> : null}
            {provider === 'stripe-test' ? <Banner tone="warning" fact={messages.stripeTest} /> : null}
            {provider === 'none' ? null : (
              <Toolbar
                tools={
                  provider === 'sandbox' ? (
                    <Button
                      kind="primary"
                      onPress={() => adding.send({ type: 'user.opened', entry: { card: 'succeeds', holder } })}
                    >
                      {messages.add}
                    </Button>
                  ) : (
                    <Button
                      kind="primary"
                      onPress={() => leaving.send({ type: 'user.planned', action: { kind: 'leave', id: '' } })}
                    >
                      {messages.addCard}
                    </Button>
                  )
                }
              >
                {null}
              </Toolbar>
            )}
            {paymentMethods.length === 0 ? (
              <EmptyState title={messages.none}>
                <p>{provider === 'none' ? messages.noProvider : messages.noneWhy}</p>
              </EmptyState>
            ) : (
              <MethodTable
                methods={paymentMethods}
                onRemove={({ id }) => removing.send({ type: 'user.planned', action: { kind: 'remove', id } })}
              />
            )}
            <Hint>{messages.stored}</Hint>
            <TestCardDialog actor={adding} />
            <CardPage actor={leaving} />
            <CardRemoval actor={removing} methods={paymentMethods} />
          </Stack>
        ))
      }
    </ListFrame>
  )
}
