import { useSelector } from '@xstate/react'
import type { InvitationActor } from '#src/machines/auth/sign-up/invitation.machine.ts'
import { selectStage } from '#src/machines/auth/sign-up/invitation.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { LinkButton } from '../../kit/controls/LinkButton.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useContextOf } from '../../kit/use-snapshot.ts'
import { AuthPage } from '../AuthPage.tsx'
import { InvitationForm } from './InvitationForm.tsx'
import { invitationMessages as messages } from './invitation.messages.ts'

/** Where the link of an invitation leads. */
export function InvitationPage({ actor }: { readonly actor: InvitationActor }) {
  const stage = useSelector(actor, selectStage)
  const problem = useContextOf(actor, 'problem')
  const invitation = useContextOf(actor, 'invitation')
  if (stage === 'linkless' || stage === 'ended')
    return (
      <AuthPage title={messages[stage].title} back="/sign-in">
        <p role="alert">{messages[stage].said}</p>
        {stage === 'ended' ? <p>{messages.ended.next}</p> : null}
      </AuthPage>
    )
  if (stage === 'unreachable')
    return (
      <AuthPage title={messages.unreachable.title}>
        {problem === null ? null : (
          <ProblemAlert problem={problem}>
            <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.unreachable.retry}</Button>
          </ProblemAlert>
        )}
      </AuthPage>
    )
  if (invitation === null)
    return (
      <AuthPage title={messages.title}>
        <Spinner label={messages.looking} />
      </AuthPage>
    )
  if (stage === 'accepted')
    return (
      <AuthPage title={messages.accepted.title}>
        <p role="status">{messages.accepted[invitation.signIn](invitation.companyName)}</p>
        <LinkButton href={invitation.signIn === 'sso' ? '/sso' : '/sign-in'}>{messages.signIn[invitation.signIn]}</LinkButton>
      </AuthPage>
    )
  return <InvitationForm actor={actor} invitation={invitation} />
}
