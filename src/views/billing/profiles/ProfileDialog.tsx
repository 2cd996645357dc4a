import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { PaymentMethod, PaymentProviderName } from '#contract/billing/payment-methods.ts'
import { vatNumberFault } from '#contract/billing/vat-number.ts'
import {
  selectEntry,
  selectIsCardElsewhere,
  selectIsOpen,
  selectProblem,
  selectStage,
} from '#src/machines/billing/profile-entry.machine.ts'
import type { ProfileEntryActor } from '../../../machines/billing/profile-entry.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import { space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { Switch } from '../../kit/controls/Switch.tsx'
import { DialogButtons } from '../../kit/feedback/ConfirmedAction.tsx'
import { Dialog } from '../../kit/feedback/Dialog.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { settingsMessages } from '../../kit/settings.messages.ts'
import { useCan, useIsBusy } from '../../kit/use-snapshot.ts'
import { cardName } from '../payments/card.format.ts'
import { AddressDialog, CardDialog } from './profile-parts.tsx'
import { profileMessages as messages } from './profiles.messages.ts'

type ProfileDialogProps = {
  readonly actor: ProfileEntryActor
  readonly provider: PaymentProviderName
  readonly cards: readonly PaymentMethod[]
  /** Code → name. */
  readonly countries: Readonly<Record<string, string>>
}

/** The form of a billing profile, its address and card in dialogs of their own, and the question before it replaces the primary one. */
export function ProfileDialog({ actor, ...lists }: ProfileDialogProps) {
  const isOpen = useSelector(actor, selectIsOpen)
  const stage = useSelector(actor, selectStage)
  if (!isOpen) return null
  if (stage === 'asking') return <Question actor={actor} />
  if (stage === 'addressing') return <AddressDialog actor={actor} countries={lists.countries} />
  if (stage === 'choosingCard' || stage === 'addingCard') return <CardDialog actor={actor} provider={lists.provider} />
  return <Form actor={actor} {...lists} />
}

function Question({ actor }: { readonly actor: ProfileEntryActor }) {
  const { ask } = messages
  return (
    <Dialog title={ask.title}>
      <p>{ask.text}</p>
      <DialogButtons>
        <Button onPress={() => actor.send({ type: 'user.kept' })}>{ask.no}</Button>
        <Button kind="primary" onPress={() => actor.send({ type: 'user.replaced' })}>
          {ask.yes}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}

function Form({ actor, provider, cards, countries }: ProfileDialogProps) {
  const entry = useSelector(actor, selectEntry)
  const problem = useSelector(actor, selectProblem)
  const canWrite = useCan(actor, { type: 'user.wrote', field: '', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const isBusy = useIsBusy(actor)
  const isCardElsewhere = useSelector(actor, selectIsCardElsewhere)
  const { fields } = messages
  const isNew = entry['id'] === ''
  const title = isNew ? messages.createTitle : messages.editTitle
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const turn = (field: string) => (isOn: boolean) => write(field)(isOn ? 'yes' : '')
  const isOn = (field: string) => entry[field] === 'yes'
  const cardNames = Object.fromEntries(cards.map((it) => [it.id, cardName(it)]))
  return (
    <Dialog title={title} onLeave={canCancel ? () => actor.send({ type: 'user.left' }) : undefined}>
      <Fields
        aria-label={title}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.submitted' })
        }}
      >
        <Field
          label={fields.name}
          value={entry['name'] ?? ''}
          isRequired
          isBlocked={!canWrite}
          error={faultAt(problem, '/name')}
          onWrite={write('name')}
        />
        <Switch
          label={fields.receiveInvoices}
          isOn={isOn('receiveInvoices')}
          isBlocked={!canWrite}
          onTurn={turn('receiveInvoices')}
        />
        <Select
          label={fields.country}
          options={{ '': messages.noCountry, ...countries }}
          value={entry['country'] ?? ''}
          isBlocked={!canWrite}
          error={faultAt(problem, '/country')}
          onChoose={write('country')}
        />
        <Field
          label={fields.vatNumber}
          value={entry['vatNumber'] ?? ''}
          hint={messages.vatHint}
          isBlocked={!canWrite}
          error={vatNumberFault(entry['country'] ?? '', entry['vatNumber'] ?? '') ?? faultAt(problem, '/vatNumber')}
          onWrite={write('vatNumber')}
        />
        {(entry['billingAddress'] ?? '') === '' ? null : (
          <Switch
            label={fields.isSameAddress}
            isOn={isOn('isSameAddress')}
            isBlocked={!canWrite}
            onTurn={turn('isSameAddress')}
          />
        )}
        {isOn('isSameAddress') ? null : (
          <Part>
            <Address>{entry['address'] === '' ? messages.noAddress : entry['address']}</Address>
            <Button isBlocked={!canWrite} onPress={() => actor.send({ type: 'user.openedAddress' })}>
              {entry['address'] === '' ? messages.addAddress : messages.changeAddress}
            </Button>
          </Part>
        )}
        <Select
          label={fields.methodId}
          options={{ '': messages.byTransfer, ...cardNames }}
          value={entry['methodId'] ?? ''}
          {...(isCardElsewhere ? { hint: messages.cardElsewhere } : {})}
          isBlocked={!canWrite}
          onChoose={write('methodId')}
        />
        {provider === 'none' ? null : (
          <Part>
            <Button isBlocked={!canWrite} onPress={() => actor.send({ type: 'user.openedCard' })}>
              {messages.addCard}
            </Button>
          </Part>
        )}
        <Switch label={fields.isPrimary} isOn={isOn('isPrimary')} isBlocked={!canWrite} onTurn={turn('isPrimary')} />
        {problem === null ? null : <ProblemAlert problem={problem} />}
        <DialogButtons>
          <Button isBlocked={!canCancel} onPress={() => actor.send({ type: 'user.cancelled' })}>
            {settingsMessages.cancel}
          </Button>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isBusy ? settingsMessages.working : isNew ? messages.create : messages.save}
          </Button>
        </DialogButtons>
      </Fields>
    </Dialog>
  )
}

const Part = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]} ${space[12]};
`

const Address = styled.p`
  min-width: 0;
  white-space: pre-line;
  overflow-wrap: anywhere;
`

const Fields = styled.form`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`
