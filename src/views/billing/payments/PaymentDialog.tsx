import { useSelector } from '@xstate/react'
import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import { selectPayment, selectStage } from '#src/machines/billing/invoice-payment.machine.ts'
import type { InvoicePaymentActor } from '../../../machines/billing/invoice-payment.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { settingsMessages } from '../../kit/settings.messages.ts'
import { useCan } from '../../kit/use-snapshot.ts'
import { cardName } from './card.format.ts'
import { paymentMessages } from './payments.messages.ts'

const messages = paymentMessages.pay

type PaymentDialogProps = { readonly actor: InvoicePaymentActor; readonly methods: readonly PaymentMethod[] }

/** Chooses a card for an invoice whose payment failed, and pays. */
export function PaymentDialog({ actor, methods }: PaymentDialogProps) {
  const { invoice, methodId, failure, problem } = useSelector(actor, selectPayment)
  const stage = useSelector(actor, selectStage)
  const canChoose = useCan(actor, { type: 'user.chose', methodId: '' })
  const canPay = useCan(actor, { type: 'user.paid' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  if (stage === 'closed' || invoice === null) return null
  const cancel = () => actor.send({ type: 'user.cancelled' })
  const cancelButton = (
    <Button isBlocked={!canCancel} onPress={cancel}>
      {settingsMessages.cancel}
    </Button>
  )
  if (stage === 'confirming')
    return (
      <Dialog title={messages.confirmTitle} onLeave={cancel}>
        <p>{messages.confirmText}</p>
        <DialogButtons>
          {cancelButton}
          <Button kind="primary" onPress={() => actor.send({ type: 'user.confirmed' })}>
            {messages.confirm}
          </Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <Dialog title={messages.title(invoice.number)} onLeave={canCancel ? cancel : undefined}>
      {methods.length === 0 ? (
        <p>{messages.noCard}</p>
      ) : (
        <Select
          label={messages.method}
          options={Object.fromEntries(methods.map((method) => [method.id, cardName(method)]))}
          value={methodId}
          isBlocked={!canChoose}
          onChoose={(id) => actor.send({ type: 'user.chose', methodId: id })}
        />
      )}
      {failure === null ? null : (
        <Banner tone="danger" fact={messages.declined}>
          {failure}
        </Banner>
      )}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <DialogButtons>
        {cancelButton}
        <Button kind="primary" isBlocked={!canPay} onPress={() => actor.send({ type: 'user.paid' })}>
          {stage === 'paying' ? settingsMessages.working : messages.submit}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
