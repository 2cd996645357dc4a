import { Plus } from 'lucide-react'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { addingMachine } from '../../../services/admin/customers.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { customersMessages } from './customers.messages.ts'

const { add: messages } = customersMessages

type Plan = (typeof productTiers)[number]
const plans = Object.fromEntries(productTiers.map((plan) => [plan, plan])) as Readonly<Record<Plan, string>>

/** A company with its first administrator, who is asked in by email. */
export function AddCustomer() {
  const access = useAccess()
  const actor = useMachine(
    () =>
      addingMachine(access, ({ id, name, isMailed }) => {
        toast(isMailed ? messages.done(name) : messages.doneByHand(name))
        navigate(`/admin/customers/${id}`)
      }),
    [access],
  )
  const { name = '', email = '', plan = freeTier } = useContextOf(actor, 'entry')
  const isBusy = useIsBusy(actor)
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const open = () => actor.send({ type: 'user.opened', entry: { id: 'new', name: '', email: '', plan: freeTier } })
  return (
    <>
      <Button kind="primary" onPress={open}>
        <Plus aria-hidden="true" />
        {messages.open}
      </Button>
      <EntryDialog actor={actor} title={messages.open} submit={messages.submit}>
        <Field label={messages.company} value={name} isRequired isBlocked={isBusy} onWrite={write('name')} />
        <Select
          label={messages.plan}
          value={productTiers.find((it) => it === plan) ?? freeTier}
          options={plans}
          isBlocked={isBusy}
          onChoose={write('plan')}
        />
        <Field
          label={messages.email}
          hint={messages.emailHint}
          type="email"
          autoComplete="off"
          value={email}
          isRequired
          isBlocked={isBusy}
          onWrite={write('email')}
        />
      </EntryDialog>
    </>
  )
}
