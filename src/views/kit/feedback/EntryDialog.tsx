import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { EntryDialogActor } from '#src/machines/kit/entry-dialog.machine.ts'
import { selectIsOpen, selectProblem } from '#src/machines/kit/entry-dialog.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { settingsMessages as messages } from '../settings.messages.ts'
import { useCan, useIsBusy } from '../use-snapshot.ts'
import { DialogButtons } from './ConfirmedAction.tsx'
import { Dialog } from './Dialog.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

type EntryDialogProps = {
  readonly actor: EntryDialogActor
  readonly title: string
  /** What the button does: "Send Invite". */
  readonly submit: string
  /** Fields that show their own fault, as JSON pointers: where nothing else is wrong it is not told a second time. */
  readonly fields?: readonly string[]
  /** The fields. */
  readonly children: ReactNode
}

/** A form in a dialog, for as long as it is open. Escape keeps what is written for the next opening, Cancel drops it. */
export function EntryDialog({ actor, title, submit, fields = [], children }: EntryDialogProps) {
  const isOpen = useSelector(actor, selectIsOpen)
  const problem = useSelector(actor, selectProblem)
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const canLeave = useCan(actor, { type: 'user.left' })
  const isBusy = useIsBusy(actor)
  const faults = problem?.errors ?? []
  const isTold = faults.length > 0 && faults.every(({ path }) => fields.includes(path))
  if (!isOpen) return null
  const cancel = () => actor.send({ type: 'user.cancelled' })
  return (
    <Dialog title={title} onLeave={canLeave ? () => actor.send({ type: 'user.left' }) : undefined}>
      <Form
        aria-label={title}
        aria-busy={isBusy}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          actor.send({ type: 'user.submitted' })
        }}
      >
        {children}
        {problem === null || isTold ? null : <ProblemAlert problem={problem} />}
        <DialogButtons>
          <Button isBlocked={!canCancel} onPress={cancel}>
            {messages.cancel}
          </Button>
          <Button kind="primary" submits isBlocked={!canSubmit}>
            {isBusy ? messages.working : submit}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`
