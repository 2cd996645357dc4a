import { useSelector } from '@xstate/react'

import type { Invoice } from '#contract/billing/invoices.ts'
import { minorOf, rateOf } from '#contract/kit/money/minor-units.ts'
import { selectAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { selectCanWrite, selectEntry } from '#src/machines/kit/entry-dialog.machine.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { money } from '../../kit/format/money.ts'
import { operatorMessages as messages } from './operator.messages.ts'

type Listed = { readonly invoices: readonly Invoice[] }

/** Asks before a payment is recorded. */
export function SettlementDialog({ actor, invoices }: Listed & { readonly actor: ConfirmedActionActor }) {
  const action = useSelector(actor, selectAction)
  const invoice = invoices.find(({ id }) => id === action?.id)
  if (invoice === undefined) return null
  return (
    <ConfirmedAction actor={actor} title={messages.settleTitle(invoice.number)} confirm={messages.settle}>
      <p>{messages.settleText}</p>
    </ConfirmedAction>
  )
}

/** Amount and reason of a credit note. */
export function CreditDialog({ actor, invoices }: Listed & { readonly actor: EntryDialogActor }) {
  const entry = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const invoice = invoices.find(({ id }) => id === entry['id'])
  const amount = entry['amount'] ?? ''
  const left = invoice === undefined ? '' : money(invoice.amount - invoice.credited, invoice.currency)
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  return (
    <EntryDialog actor={actor} title={messages.creditTitle(invoice?.number ?? '')} submit={messages.submit}>
      <Field
        label={messages.amount}
        value={amount}
        isRequired
        isBlocked={!canWrite}
        hint={messages.creditHint(left)}
        error={amount === '' || minorOf(amount) !== null ? undefined : messages.wrongAmount}
        onWrite={write('amount')}
      />
      <Field label={messages.reason} value={entry['reason'] ?? ''} isRequired isBlocked={!canWrite} onWrite={write('reason')} />
    </EntryDialog>
  )
}

/** The tax on the next invoices of a company. */
export function TaxDialog({ actor, invoices }: Listed & { readonly actor: EntryDialogActor }) {
  const entry = useSelector(actor, selectEntry)
  const canWrite = useSelector(actor, selectCanWrite)
  const invoice = invoices.find(({ id }) => id === entry['id'])
  const [name, rate] = [entry['name'] ?? '', entry['rate'] ?? '']
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  return (
    <EntryDialog actor={actor} title={messages.taxTitle(invoice?.companyName ?? '')} submit={messages.taxSubmit}>
      <Field label={messages.taxName} value={name} isBlocked={!canWrite} hint={messages.taxNameHint} onWrite={write('name')} />
      <Field
        label={messages.taxRate}
        value={rate}
        isBlocked={!canWrite}
        hint={messages.taxRateHint}
        error={rateOf(rate) === null ? messages.wrongRate : undefined}
        onWrite={write('rate')}
      />
    </EntryDialog>
  )
}
