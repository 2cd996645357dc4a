import { useSelector } from '@xstate/react'
import type { Unlinked } from '#contract/auth/oauth.ts'
import type { OauthReturnActor, OauthReturnSnapshot } from '#src/machines/auth/sign-in/oauth-return.machine.ts'
import { selectStage } from '#src/machines/auth/sign-in/oauth-return.machine.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { Spinner } from '../../kit/feedback/Spinner.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { AuthPage } from '../AuthPage.tsx'
import { oauthMessages } from './oauth.messages.ts'

type Stage = OauthReturnSnapshot['value']

const passing: Readonly<Record<Exclude<Stage, 'unlinked'>, string>> = {
  arriving: oauthMessages.finishing,
  finishing: oauthMessages.finishing,
  linking: oauthMessages.linking,
  entered: oauthMessages.entered,
  challenged: oauthMessages.challenged,
  tested: oauthMessages.tested,
  connecting: oauthMessages.connecting,
  failed: oauthMessages.failing,
  left: oauthMessages.connecting,
}

/** Back from an identity provider: what is under way, or whose identity waits for its account. */
export function ReturnPage({ actor }: { readonly actor: OauthReturnActor }) {
  const stage = useSelector(actor, selectStage)
  const identity = useContextOf(actor, 'identity')
  const problem = useContextOf(actor, 'problem')
  const canConnect = useCan(actor, { type: 'user.connected' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  const isUnlinked = stage === 'unlinked' && identity !== null
  return (
    <AuthPage title={isUnlinked ? oauthMessages.notConnected : oauthMessages.returning}>
      {problem === null || stage === 'failed' ? null : <ProblemAlert problem={problem} />}
      {isUnlinked ? <ProviderIdentity identity={identity} /> : <Spinner label={stage === 'unlinked' ? '' : passing[stage]} />}
      {canConnect ? (
        <Button kind="primary" onPress={() => actor.send({ type: 'user.connected' })}>
          {oauthMessages.connect}
        </Button>
      ) : null}
      {canCancel ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
          {oauthMessages.cancel}
        </Button>
      ) : null}
    </AuthPage>
  )
}

function ProviderIdentity({ identity: { email, provider } }: { readonly identity: Unlinked }) {
  return (
    <>
      <p>{oauthMessages.whose(email, provider)}</p>
      <p>{oauthMessages.howToConnect}</p>
    </>
  )
}
