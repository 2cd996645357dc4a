import { useSelector } from '@xstate/react'
import styled from 'styled-components'

import type { Provider } from '#contract/auth/oauth.ts'
import type { OauthStartActor } from '#src/machines/auth/sign-in/oauth-start.machine.ts'
import {
  selectCanCancel,
  selectCanChoose,
  selectIsLeaving,
  selectIsStarting,
  selectProblem,
} from '#src/machines/auth/sign-in/oauth-start.selectors.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { oauthMessages } from './oauth.messages.ts'

type ProviderButtonsProps = { readonly actor: OauthStartActor; readonly providers: readonly Provider[] }

/** The other ways in. */
export function ProviderButtons({ actor, providers }: ProviderButtonsProps) {
  const problem = useSelector(actor, selectProblem)
  const isStarting = useSelector(actor, selectIsStarting)
  const isLeaving = useSelector(actor, selectIsLeaving)
  const canChoose = useSelector(actor, selectCanChoose)
  const canCancel = useSelector(actor, selectCanCancel)
  return (
    <Ways>
      {problem === null ? null : <ProblemAlert problem={problem} />}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          isBlocked={!canChoose}
          why="provider-why"
          onPress={() => actor.send({ type: 'user.chose', provider: id })}
        >
          {oauthMessages.continueWith(name)}
        </Button>
      ))}
      <p role="status" id="provider-why">
        {isStarting ? oauthMessages.starting : isLeaving ? oauthMessages.leaving : null}
      </p>
      {canCancel ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.cancelled' })}>
          {oauthMessages.stay}
        </Button>
      ) : null}
    </Ways>
  )
}

const Ways = styled.div`
  display: grid;
  gap: ${space[8]};

  & > p:empty {
    display: none;
  }
`
