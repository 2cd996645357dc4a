import { useSelector } from '@xstate/react'

import { customerLimits } from '#contract/admin/customer-limits.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { customersMessages as messages } from './customers.messages.ts'

type CustomerDialogsProps = {
  readonly suspending: EntryDialogActor
  readonly reactivating: ConfirmedActionActor
  readonly noting: EntryDialogActor
}

/** What an operator does to a company, each asked for before it is done. */
export function CustomerDialogs({ suspending, reactivating, noting }: CustomerDialogsProps) {
  const suspended = useContextOf(suspending, 'entry')
  const noted = useContextOf(noting, 'entry')
  const planned = useSelector(reactivating, selectAction)
  const [isSuspending, isNoting] = [useIsBusy(suspending), useIsBusy(noting)]
  return (
    <>
      <EntryDialog actor={suspending} title={messages.suspend.title(suspended['name'] ?? '')} submit={messages.actions.suspend}>
        <p>{messages.suspend.text}</p>
        <TextArea
          label={messages.suspend.reason}
          rows={3}
          maxLength={customerLimits.reasonMax}
          value={suspended['reason'] ?? ''}
          isBlocked={isSuspending}
          onWrite={(text) => suspending.send({ type: 'user.wrote', field: 'reason', text })}
        />
      </EntryDialog>
      <EntryDialog actor={noting} title={messages.note.title(noted['name'] ?? '')} submit={messages.note.save}>
        <TextArea
          label={messages.note.field}
          hint={messages.note.hint}
          rows={6}
          maxLength={customerLimits.noteMax}
          value={noted['note'] ?? ''}
          isBlocked={isNoting}
          onWrite={(text) => noting.send({ type: 'user.wrote', field: 'note', text })}
        />
      </EntryDialog>
      {planned === null ? null : (
        <ConfirmedAction
          actor={reactivating}
          title={messages.reactivate.title(planned.kind)}
          confirm={messages.actions.reactivate}
        >
          <p>{messages.reactivate.text}</p>
        </ConfirmedAction>
      )}
    </>
  )
}
