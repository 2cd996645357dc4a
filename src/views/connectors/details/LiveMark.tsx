import { useSelector } from '@xstate/react'
import styled from 'styled-components'
import type { LiveActor } from '#src/machines/connectors/details/live.machine.ts'
import { type LiveStatus, selectLiveStatus, selectStaleSince } from '#src/machines/connectors/details/live.machine.ts'
import { color, font, space, unseen } from '#src/theme/theme.ts'
import { Button } from '../../kit/controls/Button.tsx'
import { type DotLook, StatusDot } from '../../kit/feedback/StatusDot.tsx'
import { Moment } from '../../kit/text/Moment.tsx'
import { useCan, useContextOf } from '../../kit/use-snapshot.ts'
import { liveMessages as messages } from './live.messages.ts'

const looks = {
  connecting: 'off',
  live: 'ok',
  waiting: 'warn',
  offline: 'warn',
  refused: 'bad',
} as const satisfies Record<LiveStatus, DotLook>

/** Whether what is on the page is as it is now; and if not, until when it was, why, and what happens next. */
export function LiveMark({ actor }: { readonly actor: LiveActor }) {
  const standing = useSelector(actor, selectLiveStatus)
  const staleSince = useSelector(actor, selectStaleSince)
  const problem = useContextOf(actor, 'problem')
  const canReconnect = useCan(actor, { type: 'user.reconnected' })
  return (
    <Line>
      <LiveText role="status" $isQuiet={standing === 'live' || standing === 'connecting'}>
        <StatusDot look={looks[standing]}>{messages[standing]}</StatusDot>
        <span>{standing === 'refused' && problem ? problem.message : messages[`${standing}Why`]}</span>
        {staleSince === null ? null : (
          <span>
            {messages.asOf} <Moment at={staleSince} />
          </span>
        )}
      </LiveText>
      {canReconnect ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.reconnected' })}>
          {messages.reconnect}
        </Button>
      ) : null}
    </Line>
  )
}

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  color: ${color['text.muted']};
  font: ${font.dense};
`

/** That all is as it should be needs no word on the screen. */
const LiveText = styled.span<{ readonly $isQuiet: boolean }>`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  ${({ $isQuiet }) => ($isQuiet ? unseen : undefined)}
`
