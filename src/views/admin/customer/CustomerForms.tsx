import { customerLimits } from '#contract/admin/customer-limits.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import { companyLimitNames } from '#contract/billing/own-limits.ts'
import { type CustomerForm, customerForms } from '../../../machines/admin/customer.page.machine.ts'
import type { Entry, EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { number } from '../../kit/format/numbers.ts'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { customerMessages as messages } from './customer.messages.ts'

const plans = Object.fromEntries(productTiers.map((plan) => [plan, plan])) as Readonly<Record<string, string>>
const planAt = (field: string) => `${field} of the plan`

/** What a form opens with. Limits of the plan are kept beside those of the company, as hints. */
export function entryOf(form: CustomerForm, { name, plan, limits }: CustomerDetails): Entry {
  const whose = { form, name }
  if (form === 'note') return { ...whose, text: '' }
  if (form === 'invite') return { ...whose, email: '' }
  if (form === 'plan') return { ...whose, from: plan, plan, reason: '' }
  if (form !== 'limits') return { ...whose, reason: '', typed: '' }
  return {
    ...{ ...whose, reason: '' },
    ...Object.fromEntries(limits.map(({ limit, own }) => [limit, own === null ? '' : String(own)])),
    ...Object.fromEntries(limits.map(({ limit, plan: max }) => [planAt(limit), max === null ? '' : String(max)])),
  }
}

/** The dialog of the form that is open: what follows for the company, and what it asks for. */
export function CustomerForms({ actor }: { readonly actor: EntryDialogActor }) {
  const entry = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const form = customerForms.find((it) => it === entry['form']) ?? 'note'
  const name = entry['name'] ?? ''
  const texts = messages.forms[form]
  const field = (of: string) => ({
    value: entry[of] ?? '',
    isBlocked: isBusy,
    onWrite: (text: string) => actor.send({ type: 'user.wrote', field: of, text }),
  })
  const hintOf = (max = '') => (max === '' ? messages.fields.noneInPlan : messages.fields.inPlan(number(Number(max))))
  return (
    <EntryDialog actor={actor} title={texts.title(name)} submit={texts.submit}>
      <p>{texts.text(name)}</p>
      {form === 'limits'
        ? companyLimitNames.map((limit) => (
            <Field
              key={limit}
              label={messages.limits.names[limit]}
              hint={hintOf(entry[planAt(limit)])}
              inputMode="numeric"
              autoComplete="off"
              {...field(limit)}
            />
          ))
        : null}
      {form === 'plan' ? (
        <Select
          label={messages.fields.plan}
          options={plans}
          value={productTiers.find((it) => it === entry['plan']) ?? freeTier}
          isBlocked={isBusy}
          onChoose={field('plan').onWrite}
        />
      ) : null}
      {form === 'invite' ? (
        <Field label={messages.fields.email} type="email" autoComplete="off" isRequired {...field('email')} />
      ) : null}
      {form === 'note' ? (
        <TextArea label={messages.fields.note} rows={5} maxLength={customerLimits.noteMax} {...field('text')} />
      ) : form === 'invite' ? null : (
        <TextArea label={messages.reason} rows={3} maxLength={customerLimits.reasonMax} {...field('reason')} />
      )}
      {form === 'delete' ? <Field label={messages.fields.typed(name)} autoComplete="off" {...field('typed')} /> : null}
    </EntryDialog>
  )
}
