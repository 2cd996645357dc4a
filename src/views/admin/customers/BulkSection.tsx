import { useSelector } from '@xstate/react'

import { customerLimits } from '#contract/admin/customer-limits.ts'
import { freeTier, productTiers } from '#contract/auth/registration.ts'
import type { EnterpriseEntry } from '#contract/library/enterprise.ts'
import { selectEntry } from '#src/machines/kit/bulk/bulk-action.machine.ts'
import { selectPage } from '#src/machines/kit/list.machine.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import type { Entry } from '../../../machines/kit/entry-dialog.machine.ts'
import { bulkActions, customerBulkMachine, customersInput, offeredMachine } from '../../../services/admin/customer-bulk.actors.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { BulkDialog } from '../../kit/feedback/BulkDialog.tsx'
import { toast } from '../../kit/feedback/toast.ts'
import { customersMessages } from './customers.messages.ts'

const { bulk: messages } = customersMessages

type BulkProps = {
  /** What the list shows. */
  readonly filter: Entry
  readonly onChanged: () => void
}

const plans = Object.fromEntries(productTiers.map((plan) => [plan, plan])) as Readonly<Record<string, string>>

/** One action on every company that the filter finds. */
export function BulkSection({ filter, onChanged }: BulkProps) {
  const access = useAccess()
  const actor = useMachine(
    () =>
      customerBulkMachine(access, () => {
        toast(messages.ordered)
        onChanged()
      }),
    [access, onChanged],
    customersInput,
  )
  const { action = 'suspend', plan = freeTier, template = '', reason = '' } = useSelector(actor, selectEntry)
  const write = (field: string) => (text: string) => actor.send({ type: 'user.wrote', field, text })
  const entry = { action: 'suspend', plan: freeTier, template: '', reason: '' }
  return (
    <>
      <Button onPress={() => actor.send({ type: 'user.opened', filter, entry })}>{messages.open}</Button>
      <BulkDialog actor={actor} title={messages.title} submit={messages.submit} reasons={messages.reasons}>
        <Select
          label={messages.action}
          options={messages.actions}
          value={bulkActions.find((it) => it === action) ?? 'suspend'}
          onChoose={write('action')}
        />
        {action === 'plan' ? <Select label={messages.plan} options={plans} value={plan} onChoose={write('plan')} /> : null}
        {action === 'offer' ? <Offered value={template} onChoose={write('template')} /> : null}
        {action === 'suspend' || action === 'plan' ? (
          <TextArea
            label={messages.reason}
            rows={2}
            maxLength={customerLimits.reasonMax}
            value={reason}
            isBlocked={false}
            onWrite={write('reason')}
          />
        ) : null}
      </BulkDialog>
    </>
  )
}

type OfferedProps = { readonly value: string; readonly onChoose: (id: string) => void }

function Offered({ value, onChoose }: OfferedProps) {
  const access = useAccess()
  const actor = useMachine(() => offeredMachine(access), [access], { query: {} })
  const items = useSelector(actor, (snapshot) => selectPage<EnterpriseEntry>(snapshot)?.items ?? [])
  const options: Readonly<Record<string, string>> = {
    '': messages.choose,
    ...Object.fromEntries(items.map(({ id, name }) => [id, name])),
  }
  return <Select label={messages.template} options={options} value={value} onChoose={onChoose} />
}
