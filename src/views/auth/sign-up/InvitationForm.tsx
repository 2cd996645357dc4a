import { useSelector } from '@xstate/react'
import type { ComponentProps } from 'react'
import styled from 'styled-components'
import type { OpenInvitation } from '#contract/auth/invitation.ts'
import type { InvitationActor } from '#src/machines/auth/sign-up/invitation.machine.ts'
import { selectFault, selectWritten } from '#src/machines/auth/sign-up/invitation.machine.ts'
import { color, space } from '#src/theme/theme.ts'
import { Field } from '../../kit/controls/Field.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf, useIsBusy } from '../../kit/use-snapshot.ts'
import { AuthForm } from '../AuthForm.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { NewPassword } from '../NewPassword.tsx'
import { passwordMessages } from '../password.messages.ts'
import { labelledFault, withSummary } from '../submit-outcome.ts'
import { invitationMessages as messages } from './invitation.messages.ts'

type InvitationFormProps = { readonly actor: InvitationActor; readonly invitation: OpenInvitation }
type NameProps = Pick<ComponentProps<typeof Field>, 'autoComplete'> & { readonly field: 'firstName' | 'lastName' }

const names: readonly NameProps[] = [
  { field: 'firstName', autoComplete: 'given-name' },
  { field: 'lastName', autoComplete: 'family-name' },
]
const selectFaults = { firstName: selectFault('firstName'), lastName: selectFault('lastName') }
const selectPasswordFault = selectFault('password')

/** Who asks, into what, as what; and what the new member brings. */
export function InvitationForm({ actor, invitation }: InvitationFormProps) {
  const { companyName, invitedBy, role, email, passwordPolicy, signIn } = invitation
  const written = useSelector(actor, selectWritten)
  const isPasswordShown = useContextOf(actor, 'isPasswordShown')
  const problem = useContextOf(actor, 'problem')
  const passwordFault = useSelector(actor, selectPasswordFault)
  const isBusy = useIsBusy(actor)
  const canWrite = useCan(actor, { type: 'user.wrote', field: 'firstName', text: '' })
  const canSubmit = useCan(actor, { type: 'user.submitted' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <AuthPage title={messages.titleOf(companyName)} back="/sign-in">
      <p>{messages.asked(invitedBy, companyName)}</p>
      <Facts>
        <dt>{messages.company}</dt>
        <dd>{companyName}</dd>
        <dt>{messages.inviter}</dt>
        <dd>{invitedBy}</dd>
        <dt>{messages.role}</dt>
        <dd>{messages.roles[role]}</dd>
      </Facts>
      {signIn === 'sso' ? <p>{messages.withSso(companyName)}</p> : null}
      <AuthForm
        name={messages.form}
        submit={messages.submit}
        submitting={messages.submitting}
        missing={signIn === 'sso' ? messages.missingNames : messages.missing}
        isBusy={isBusy}
        canSubmit={canSubmit}
        cancel={canCancel ? { word: messages.cancel, onPress: () => actor.send({ type: 'user.cancelled' }) } : null}
        onSubmit={() => actor.send({ type: 'user.submitted' })}
      >
        {problem === null ? null : (
          <ProblemAlert
            problem={withSummary(problem, messages.failed(problem.message), ['/firstName', '/lastName', '/password'])}
          >
            {problem.code === 'invitation/elsewhere' ? <p>{messages.elsewhere(invitedBy)}</p> : undefined}
          </ProblemAlert>
        )}
        <Field
          label={messages.email}
          name="email"
          type="email"
          autoComplete="username"
          hint={messages.emailHint}
          value={email}
          isBlocked
          onWrite={() => {}}
        />
        {names.map((name) => (
          <Name key={name.field} actor={actor} isBlocked={!canWrite} {...name} />
        ))}
        {signIn === 'sso' ? null : (
          <NewPassword
            label={passwordMessages.label}
            value={written.password}
            policy={passwordPolicy}
            isShown={isPasswordShown}
            isBlocked={!canWrite}
            error={labelledFault(passwordMessages.label, passwordFault)}
            onToggle={() => actor.send({ type: 'user.toggledPassword' })}
            onWrite={(text) => actor.send({ type: 'user.wrote', field: 'password', text })}
          />
        )}
      </AuthForm>
    </AuthPage>
  )
}

function Name({ actor, field, ...input }: NameProps & { readonly actor: InvitationActor; readonly isBlocked: boolean }) {
  const text = useSelector(actor, (snapshot) => selectWritten(snapshot)[field])
  const fault = useSelector(actor, selectFaults[field])
  return (
    <Field
      {...input}
      label={messages[field]}
      name={field}
      value={text}
      isRequired
      error={labelledFault(messages[field], fault)}
      onWrite={(written) => actor.send({ type: 'user.wrote', field, text: written })}
    />
  )
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${space[4]} ${space[12]};
  margin: 0;

  & > dt {
    color: ${color['text.muted']};
  }

  & > dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`
