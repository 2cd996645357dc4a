import { useSelector } from '@xstate/react'

import { customerLimits } from '#contract/admin/customer-limits.ts'
import type { ConfirmedActionActor } from '../../../machines/kit/confirmed-action.machine.ts'
import { selectAction } from '../../../machines/kit/confirmed-action.selectors.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { TextArea } from '../../kit/controls/TextArea.tsx'
import { ConfirmedAction } from '../../kit/feedback/ConfirmedAction.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { useContextOf, useIsBusy } from '../../kit/use-context-of.ts'
import { customersMessages } from './customers.messages.ts'

const { look: messages } = customersMessages

type LookDialogsProps = { readonly looking: EntryDialogActor; readonly lookEnd: ConfirmedActionActor }

/** Begins to look into a company with a reason, and stops. */
export function LookDialogs({ looking, lookEnd }: LookDialogsProps) {
  const entry = useContextOf(looking, 'entry')
  const isBusy = useIsBusy(looking)
  const planned = useSelector(lookEnd, selectAction)
  return (
    <>
      <EntryDialog actor={looking} title={messages.title(entry['name'] ?? '')} submit={messages.begin}>
        <p>{messages.text}</p>
        <TextArea
          label={messages.reason}
          rows={3}
          maxLength={customerLimits.reasonMax}
          value={entry['reason'] ?? ''}
          isBlocked={isBusy}
          onWrite={(text) => looking.send({ type: 'user.wrote', field: 'reason', text })}
        />
      </EntryDialog>
      {planned === null ? null : (
        <ConfirmedAction actor={lookEnd} title={messages.endTitle(planned.kind)} confirm={messages.end}>
          <p>{messages.endText}</p>
        </ConfirmedAction>
      )}
    </>
  )
}
