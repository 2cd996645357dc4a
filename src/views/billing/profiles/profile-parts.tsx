import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { type PaymentProviderName, type TestCard, testCards } from '#contract/billing/payment-methods.ts'
import { selectEntry, selectProblem } from '#src/machines/billing/profile-entry.machine.ts'
import type { ProfileEntryActor } from '../../../machines/billing/profile-entry.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { settingsMessages } from '../../kit/settings.messages.ts'
import { useCan, useIsBusy } from '../../kit/use-snapshot.ts'
import { paymentMessages } from '../payments/payments.messages.ts'
import { profileMessages as messages } from './profiles.messages.ts'

const addressMax = 500

type PartProps = {
  readonly actor: ProfileEntryActor
  readonly title: string
  readonly submit: string
  readonly canSubmit: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** A part of the profile in the place of its dialog: what is written of the profile waits behind it. */
function Part({ actor, title, submit, canSubmit, onSubmit, children }: PartProps) {
  const problem = useSelector(actor, selectProblem)
  const canReturn = useCan(actor, { type: 'user.returned' })
  const isBusy = useIsBusy(actor)
  const back = () => actor.send({ type: 'user.returned' })
  return (
    <Dialog title={title} onLeave={canReturn ? back : undefined}>
      {children}
      {problem === null ? null : <ProblemAlert problem={problem} />}
      <DialogButtons>
        <Button isBlocked={!canReturn} onPress={back}>
          {messages.back}
        </Button>
        <Button kind="primary" isBlocked={!canSubmit} onPress={onSubmit}>
          {isBusy ? settingsMessages.working : submit}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

type AddressDialogProps = {
  readonly actor: ProfileEntryActor
  /** Code → name. */
  readonly countries: Readonly<Record<string, string>>
}

/** Country and lines of the address. */
export function AddressDialog({ actor, countries }: AddressDialogProps) {
  const { draftAddress = '', draftCountry = '' } = useSelector(actor, selectEntry)
  const canAdd = useCan(actor, { type: 'user.addedAddress' })
  const canWrite = useCan(actor, { type: 'user.wroteAddress', field: '', text: '' })
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wroteAddress', field, text })
  return (
    <Part
      actor={actor}
      title={messages.addressTitle}
      submit={messages.useAddress}
      canSubmit={canAdd}
      onSubmit={() => actor.send({ type: 'user.addedAddress' })}
    >
      <Select
        label={messages.addressCountry}
        options={{ '': messages.noCountry, ...countries }}
        value={draftCountry}
        isBlocked={!canWrite}
        onChoose={write('draftCountry')}
      />
      <TextArea
        label={messages.fields.address}
        value={draftAddress}
        maxLength={addressMax}
        isBlocked={!canWrite}
        onWrite={write('draftAddress')}
      />
    </Part>
  )
}

type CardDialogProps = { readonly actor: ProfileEntryActor; readonly provider: PaymentProviderName }

/** A card of the sandbox, or the way to the page on which a card is typed. */
export function CardDialog({ actor, provider }: CardDialogProps) {
  const entry = useSelector(actor, selectEntry)
  const canAdd = useCan(actor, { type: 'user.addedCard' })
  const canWrite = useCan(actor, { type: 'user.wroteCard', field: '', text: '' })
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wroteCard', field, text })
  const card: TestCard = testCards.find((it) => it === entry['card']) ?? 'succeeds'
  const isSandbox = provider === 'sandbox'
  return (
    <Part
      actor={actor}
      title={isSandbox ? paymentMessages.addTitle : messages.cardTitle}
      submit={isSandbox ? paymentMessages.addSubmit : messages.openProvider}
      canSubmit={canAdd}
      onSubmit={() => actor.send({ type: 'user.addedCard' })}
    >
      {isSandbox ? (
        <>
          <Select
            label={paymentMessages.card}
            options={paymentMessages.cards}
            value={card}
            isBlocked={!canWrite}
            onChoose={write('card')}
          />
          <Field
            label={paymentMessages.holder}
            value={entry['holder'] ?? ''}
            isRequired
            isBlocked={!canWrite}
            onWrite={write('holder')}
          />
        </>
      ) : (
        <p>{messages.providerText}</p>
      )}
    </Part>
  )
}
