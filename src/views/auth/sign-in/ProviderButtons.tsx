import styled from 'styled-components'
import type { Provider } from '#contract/auth/oauth.ts'
import type { OauthStartActor } from '#src/machines/auth/sign-in/oauth-start.machine.ts'
import { space } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useContextOf, useMatches } from '../../kit/use-snapshot.ts'
import { oauthMessages } from './oauth.messages.ts'

type ProviderButtonsProps = { readonly actor: OauthStartActor; readonly providers: readonly Provider[] }

/** The other ways in. */
export function ProviderButtons({ actor, providers }: ProviderButtonsProps) {
  const problem = useContextOf(actor, 'problem')
  const isStarting = useMatches(actor, 'starting')
  const isLeaving = useMatches(actor, 'leaving')
  const canChoose = useCan(actor, { type: 'user.chose', provider: '' })
  const canCancel = useCan(actor, { type: 'user.cancelled' })
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
