import { useSelector } from '@xstate/react'
import { selectCanWrite, selectEntry, selectProblem } from '#src/machines/kit/entry-dialog.machine.ts'
import type { EntryDialogActor } from '../../../machines/kit/entry-dialog.machine.ts'
import { faultAt } from '../../../machines/kit/field-fault.ts'
import { isEmailLike } from '../../../machines/kit/is-email-like.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { Select } from '../../kit/controls/Select.tsx'
import { EntryDialog } from '../../kit/feedback/EntryDialog.tsx'
import { teamMessages as messages } from './team.messages.ts'

type InviteDialogProps = {
  readonly actor: EntryDialogActor
  /** Whether invitations go out by email. */
  readonly isMailed: boolean
}

/** Invites a person to the company. */
export function InviteDialog({ actor, isMailed }: InviteDialogProps) {
  const { email = '', role = 'USER' } = useSelector(actor, selectEntry)
  const problem = useSelector(actor, selectProblem)
  const canWrite = useSelector(actor, selectCanWrite)
  // Whoever has not come to the @ yet is not told that it is no address.
  const isWrong = email.includes('@') && !email.trim().endsWith('@') && !isEmailLike(email)
  const write = (field: string, text: string) => actor.send({ type: 'user.wrote', field, text })
  return (
    <EntryDialog
      actor={actor}
      title={messages.invite.title}
      submit={isMailed ? messages.invite.submit : messages.invite.create}
      fields={['/email']}
    >
      <Field
        label={messages.invite.email}
        type="email"
        autoComplete="off"
        value={email}
        isRequired
        isBlocked={!canWrite}
        hint={isMailed ? messages.invite.hint : messages.invite.byHand}
        error={faultAt(problem, '/email') ?? (isWrong ? messages.emailForm : undefined)}
        onWrite={(text) => write('email', text)}
      />
      <Select
        label={messages.invite.role}
        options={{ USER: messages.roles.USER, ADMIN: messages.roles.ADMIN }}
        value={role === 'ADMIN' ? 'ADMIN' : 'USER'}
        isBlocked={!canWrite}
        onChoose={(it) => write('role', it)}
      />
    </EntryDialog>
  )
}
