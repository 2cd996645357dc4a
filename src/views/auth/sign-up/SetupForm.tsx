import type { ComponentProps } from 'react'
import type { SetupActor, SetupField } from '#src/machines/auth/sign-up/setup.machine.ts'
import { withBase } from '#src/services/kit/address/base.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { NewPassword } from '../NewPassword.tsx'
import { passwordMessages } from '../password.messages.ts'
import { setupMessages } from './setup.messages.ts'

const fields: readonly (Pick<ComponentProps<typeof Field>, 'autoComplete' | 'type' | 'hint' | 'spellCheck'> & {
  readonly field: Exclude<SetupField, 'password'>
})[] = [
  { field: 'token', autoComplete: 'off', spellCheck: false, hint: setupMessages.tokenHint },
  { field: 'companyName', autoComplete: 'organization' },
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
  { field: 'email', autoComplete: 'username', type: 'email' },
]

/** Who operates this Datacrane. What was typed stays through every failure. */
export function SetupForm({ actor }: { readonly actor: SetupActor }) {
  const written = useContextOf(actor, 'written')
  const problem = useContextOf(actor, 'problem')
  const isBusy = useIsBusy(actor)
  const isPasswordShown = useContextOf(actor, 'isPasswordShown')
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'email', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <AuthForm
      name={setupMessages.form}
      submit={setupMessages.submit}
      submitting={setupMessages.submitting}
      missing={setupMessages.missing}
      isBusy={isBusy}
      canSubmit={canSubmit}
      cancel={canCancel ? { word: setupMessages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
      onSubmit={() => actor.send({ type: 'user.submitted' })}
    >
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {problem.code === 'setup/done' ? <a href={withBase('/sign-in')}>{setupMessages.signIn}</a> : undefined}
        </ProblemAlert>
      )}
      {fields.map(({ field, ...input }) => (
        <Field
          key={field}
          {...input}
          label={setupMessages[field]}
          name={field}
          value={written[field]}
          isRequired
          isBlocked={!canWrite}
          onWrite={(text) => actor.send({ type: 'user.wrote', field, text })}
        />
      ))}
      <NewPassword
        label={passwordMessages.label}
        value={written.password}
        isShown={isPasswordShown}
        isBlocked={!canWrite}
        onToggle={() => actor.send({ type: 'user.toggledPassword' })}
        onWrite={(text) => actor.send({ type: 'user.wrote', field: 'password', text })}
      />
    </AuthForm>
  )
}
