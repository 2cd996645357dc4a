import { useSelector } from '@xstate/react'

import { type PaymentMethod, type TestCard, testCards } from '#contract/billing/payment-methods.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectCanWrite, selectEntry } from '#src/machines/kit/entry-dialog.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { cardName } from './card.format.ts'
import { paymentMessages as messages } from './payments.messages.ts'

/** A card of the sandbox: what it does is chosen, and no number is typed. */
export function TestCardDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const card: TestCard = testCards.find((it) => it === entry['card']) ?? 'succeeds'
  return (
    <EntryDialog actor={actor} title={messages.addTitle} submit={messages.addSubmit}>
      <Select
        label={messages.card}
        options={messages.cards}
        value={card}
        isBlocked={!canWrite}
        onChoose={(text) => actor.send({ type: 'user.wrote', field: 'card', text })}
      />
      <Field
        label={messages.holder}
        value={entry['holder'] ?? ''}
        isRequired
        isBlocked={!canWrite}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'holder', text })}
      />
    </EntryDialog>
  )
}

/** Says where the card is typed before the page is left. */
export function CardPage({ actor }: { readonly actor: ConfirmedActionActor }) {
  const action = useSelector(actor, selectAction)
  if (action === null) return null
  return (
    <ConfirmedAction actor={actor} title={messages.leaveTitle} confirm={messages.leave}>
      <p>{messages.leaveText}</p>
    </ConfirmedAction>
  )
}

type CardRemovalProps = { readonly actor: ConfirmedActionActor; readonly methods: readonly PaymentMethod[] }

/** Asks before a card is removed. */
export function CardRemoval({ actor, methods }: CardRemovalProps) {
  const action = useSelector(actor, selectAction)
  const method = methods.find(({ id }) => id === action?.id)
  if (method === undefined) return null
  return (
    <ConfirmedAction actor={actor} title={messages.removeTitle(cardName(method))} confirm={messages.remove} isDangerous>
      <p>{messages.removeText}</p>
    </ConfirmedAction>
  )
}
