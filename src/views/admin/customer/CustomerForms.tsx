import { customerLimits } from '#contract/admin/customer-limits.ts'
import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import { companyLimitNames } from '#contract/billing/own-limits.ts'
import { type CustomerForm, customerForms } from '../../../machines/admin/customer.page.machine.ts'
import type { Entry, EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { planTableMessages } from '../../billing/plan/plan-table.messages.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { Banner } from '../../kit/feedback/Banner.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { listed } from '../../kit/format/listed.ts'
import { money } from '../../kit/format/money.ts'
import { number } from '../../kit/format/numbers.ts'
import { KeyValue } from '../../kit/text/KeyValue.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
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

type PlanCostProps = {
  readonly from: string
  readonly to: string
  readonly summary: Pick<CustomerSummary, 'plans' | 'bill'>
}

/** What the company pays with the chosen plan beside its own, and what it has too much of. */
function PlanCost({ from, to, summary: { plans: compared, bill } }: PlanCostProps) {
  const [own, chosen] = [from, to].map((plan) => compared.find((it) => it.plan === plan))
  if (own === undefined || chosen === undefined || bill === null) return null
  const texts = messages.planCost
  const price = (amount: number) => money(amount, bill.currency)
  if (own === chosen)
    return (
      <KeyValue
        of={[
          [texts.base(own.plan), price(own.base)],
          [texts.now, price(bill.total)],
        ]}
      />
    )
  return (
    <>
      <KeyValue
        of={[
          [texts.base(own.plan), price(own.base)],
          [texts.base(chosen.plan), price(chosen.base)],
          [texts.now, price(bill.total)],
          [texts.changed(chosen.plan), price(chosen.total)],
        ]}
      />
      {chosen.exceeded.length === 0 ? null : (
        <Banner tone="danger" fact={texts.blocked(chosen.plan)}>
          {listed(chosen.exceeded.map(({ limit, used, max }) => planTableMessages.tooMany[limit](used - max)))}
        </Banner>
      )}
    </>
  )
}

type CustomerFormsProps = {
  readonly actor: EntryDialogActor
  readonly summary: CustomerSummary | null
  /** Whether emails to the company are sent; else they wait in the outbox. */
  readonly isMailed: boolean
}

/** Forms after which the administrators of the company get an email. */
const mailing: readonly CustomerForm[] = ['suspend', 'delete', 'invite', 'look', 'export']

/** The dialog of the form that is open: what follows for the company, and what it asks for. */
export function CustomerForms({ actor, summary, isMailed }: CustomerFormsProps) {
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
      {isMailed || !mailing.includes(form) ? null : <p>{messages.unmailed}</p>}
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
      {form === 'plan' && summary !== null ? (
        <PlanCost from={entry['from'] ?? ''} to={entry['plan'] ?? ''} summary={summary} />
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
