import { useSelector } from '@xstate/react'

import { customerLimits } from '#contract/admin/customer-limits.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { customersMessages as messages } from './customers.messages.ts'

type DeletionDialogsProps = {
  readonly deleting: EntryDialogActor
  readonly restoring: ConfirmedActionActor
}

/** The deletion of a company, which is confirmed by its name and can be taken back while it is planned. */
export function DeletionDialogs({ deleting, restoring }: DeletionDialogsProps) {
  const { name = '', reason = '', typed = '' } = useContextOf(deleting, 'entry')
  const planned = useSelector(restoring, selectAction)
  const isBusy = useIsBusy(deleting)
  return (
    <>
      <EntryDialog actor={deleting} title={messages.planDeletion.title(name)} submit={messages.planDeletion.submit}>
        <p>{messages.planDeletion.text}</p>
        <TextArea
          label={messages.planDeletion.reason}
          rows={3}
          maxLength={customerLimits.reasonMax}
          value={reason}
          isBlocked={isBusy}
          onWrite={(text) => deleting.send({ type: 'user.wrote', field: 'reason', text })}
        />
        <Field
          label={messages.planDeletion.name(name)}
          autoComplete="off"
          value={typed}
          isBlocked={isBusy}
          onWrite={(text) => deleting.send({ type: 'user.wrote', field: 'typed', text })}
        />
      </EntryDialog>
      {planned === null ? null : (
        <ConfirmedAction
          actor={restoring}
          title={messages.withdrawDeletion.title(planned.kind)}
          confirm={messages.actions.withdrawDeletion}
        >
          <p>{messages.withdrawDeletion.text}</p>
        </ConfirmedAction>
      )}
    </>
  )
}
