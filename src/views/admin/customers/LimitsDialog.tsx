import { customerLimits } from '#contract/admin/customer-limits.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { companyLimitNames } from '#contract/billing/own-limits.ts'
import type { Entry, EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { number } from '../../kit/format/numbers.ts'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { customersMessages } from './customers.messages.ts'

const { limits: messages } = customersMessages

/** What is typed at first: the limits as they are. Those of the plan are kept beside them, as hints. */
export const limitsEntry = ({ id, name, limits }: CustomerDetails): Entry => ({
  ...{ id, name, reason: '' },
  ...Object.fromEntries(limits.map(({ limit, own }) => [limit, own === null ? '' : String(own)])),
  ...Object.fromEntries(limits.map(({ limit, plan }) => [`${limit} of the plan`, plan === null ? '' : String(plan)])),
})

/** Limits of one company in place of those of its plan. */
export function LimitsDialog({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const hintOf = (ofPlan = '') => (ofPlan === '' ? messages.noneInPlan : messages.inPlan(number(Number(ofPlan))))
  return (
    <EntryDialog actor={actor} title={messages.title(entry['name'] ?? '')} submit={messages.save}>
      <p>{messages.text}</p>
      {companyLimitNames.map((limit) => (
        <Field
          key={limit}
          label={messages.names[limit]}
          hint={hintOf(entry[`${limit} of the plan`])}
          inputMode="numeric"
          autoComplete="off"
          value={entry[limit] ?? ''}
          isBlocked={isBusy}
          onWrite={write(limit)}
        />
      ))}
      <TextArea
        label={messages.reason}
        rows={2}
        maxLength={customerLimits.reasonMax}
        value={entry['reason'] ?? ''}
        isBlocked={isBusy}
        onWrite={write('reason')}
      />
    </EntryDialog>
  )
}
