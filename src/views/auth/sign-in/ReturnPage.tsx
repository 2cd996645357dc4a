import { useSelector } from '@xstate/react'

import type { Unlinked } from '../../../contract/oauth.ts'
import type { OauthReturnActor, OauthReturnSnapshot } from '../../machines/oauth-return/oauth-return.machine.ts'
import {
  selectCanCancel,
  selectCanConnect,
  selectIdentity,
  selectProblem,
  selectStage,
} from '../../machines/oauth-return/oauth-return.selectors.ts'
import { oauthWords } from '../../words/oauth.ts'
import { AuthPage } from '../auth/AuthPage.tsx'
import { Button } from '../parts/Button.tsx'
import { ProblemAlert } from '../parts/ProblemAlert.tsx'
import { Spinner } from '../parts/Spinner.tsx'

type Stage = OauthReturnSnapshot['value']

const passing: Readonly<Record<Exclude<Stage, 'unlinked'>, string>> = {
  arriving: oauthWords.finishing,
  finishing: oauthWords.finishing,
  linking: oauthWords.linking,
  entered: oauthWords.entered,
  challenged: oauthWords.challenged,
  connecting: oauthWords.connecting,
  failed: oauthWords.failing,
  left: oauthWords.connecting,
}

/** Back from an identity provider: what is under way, or whose identity waits for its account. */
export function ReturnPage({ actor }: { readonly actor: OauthReturnActor }) {
  const stage = useSelector(actor, selectStage)
  const identity = useSelector(actor, selectIdentity)
  const problem = useSelector(actor, selectProblem)
  const canConnect = useSelector(actor, selectCanConnect)
  const canCancel = useSelector(actor, selectCanCancel)
  const isUnlinked = stage === 'unlinked' && identity !== null
  return (
    <AuthPage title={isUnlinked ? oauthWords.notConnected : oauthWords.returning}>
      {problem === null || stage === 'failed' ? null : <ProblemAlert problem={problem} />}
      {isUnlinked ? <Whose identity={identity} /> : <Spinner label={stage === 'unlinked' ? '' : passing[stage]} />}
      {canConnect ? (
        <Button kind="primary" onPress={() => actor.send({ type: 'user.connected' })}>
          {oauthWords.connect}
        </Button>
      ) : null}
      {canCancel ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
          {oauthWords.cancel}
        </Button>
      ) : null}
    </AuthPage>
  )
}

function Whose({ identity: { email, provider } }: { readonly identity: Unlinked }) {
  return (
    <>
      <p>{oauthWords.whose(email, provider)}</p>
      <p>{oauthWords.howToConnect}</p>
    </>
  )
}
