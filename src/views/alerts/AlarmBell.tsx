import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import type { AlarmBellActor } from '../../machines/alerts/alarm-bell.machine.ts'
import { selectSeen } from '../../machines/alerts/alarm-bell.machine.ts'
import { color, radius } from '../../theme/theme.ts'
import { IconFace } from '../kit/controls/icon-face.ts'
import { HeaderPopover } from '../kit/feedback/HeaderPopover.tsx'
import { number } from '../kit/format/numbers.ts'
import { bellMessages as messages } from './bell.messages.ts'
import { raisedIn, unreadIn } from './bell-counts.ts'

const shownMax = 99

type AlarmBellProps = {
  readonly actor: AlarmBellActor
  /** What stands in the popover. */
  readonly children?: ReactNode
}

/** Whether alerts are active and notifications unread, how many in its name, and the way to both. */
export function AlarmBell({ actor, children }: AlarmBellProps) {
  const id = useId()
  const seen = useSelector(actor, selectSeen)
  const count = seen === null ? 0 : seen.raised + seen.unread.total
  const shown = count === 0 ? null : count > shownMax ? messages.many : number(count)
  const name = seen === null ? messages.name : messages.full(shown, raisedIn(seen), unreadIn(seen))
  return (
    <>
      <IconFace type="button" popoverTarget={id} aria-label={name} title={name}>
        <Bell aria-hidden="true" />
        {seen === null || shown === null ? null : <Mark aria-hidden="true" $isAlert={seen.raised > 0} />}
      </IconFace>
      <HeaderPopover id={id} label={messages.name} loading={messages.loading}>
        {children}
      </HeaderPopover>
    </>
  )
}

/** Red while an alert is active. */
const Mark = styled.span<{ readonly $isAlert: boolean }>`
  position: absolute;
  top: 6px;
  right: 6px;
  width: 10px;
  height: 10px;
  border: 2px solid ${color['bg.surface']};
  border-radius: ${radius.pill};
  background: ${({ $isAlert }) => color[$isAlert ? 'danger.icon' : 'text.subtle']};
`
