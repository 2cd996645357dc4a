import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import { selectBrowser, selectProblem } from '#src/machines/account/notifications/push-browser.machine.ts'

import type { PushBrowserActor } from '../../../machines/account/notifications/push-browser.machine.ts'
import { color, space } from '../../../theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { ProblemAlert } from '../../kit/feedback/ProblemAlert.tsx'
import { useCan, useIsBusy } from '../../kit/use-snapshot.ts'
import { notificationMessages } from './notifications.messages.ts'

const messages = notificationMessages.push

/** Whether this browser gets pushes, and the way to change it. */
export function PushBrowser({ actor }: { readonly actor: PushBrowserActor }) {
  const browser = useSelector(actor, selectBrowser)
  const problem = useSelector(actor, selectProblem)
  const isBusy = useIsBusy(actor)
  const canRetry = useCan(actor, { type: 'user.retried' })
  return (
    <Part role="group" aria-label={messages.name}>
      <Note role="status">
        {browser === null
          ? isBusy
            ? messages.looking
            : ''
          : `${messages.goesTo(browser.subscribed)} ${messages.states[browser.state]}`}
      </Note>
      {problem === null ? null : (
        <ProblemAlert problem={problem}>
          {canRetry ? <Button onPress={() => actor.send({ type: 'user.retried' })}>{messages.retry}</Button> : null}
        </ProblemAlert>
      )}
      {browser?.state === 'off' ? (
        <Button isBlocked={isBusy} onPress={() => actor.send({ type: 'user.subscribed' })}>
          {isBusy ? messages.working : messages.subscribe}
        </Button>
      ) : null}
      {browser?.state === 'on' ? (
        <Button isBlocked={isBusy} onPress={() => actor.send({ type: 'user.unsubscribed' })}>
          {isBusy ? messages.working : messages.unsubscribe}
        </Button>
      ) : null}
    </Part>
  )
}

const Part = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[8]};
`

const Note = styled.p`
  color: ${color['text.muted']};
`
