import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import type { AlarmBellActor } from '../../machines/alerts/alarm-bell.machine.ts'
import { selectSeen } from '../../machines/alerts/alarm-bell.selectors.ts'
import { color, font, radius } from '../../theme/theme.ts'
import { HeaderPopover } from '../kit/feedback/HeaderPopover.tsx'
import { number } from '../kit/format/numbers.ts'
import { IconFace } from '../kit/menu/menu-parts.ts'
import { alarmMessages } from './alarm.messages.ts'
import { raisedIn, unreadIn } from './bell-counts.ts'

const messages = alarmMessages.bell
const shownMax = 99

type AlarmBellProps = {
  readonly actor: AlarmBellActor
  /** What stands in the popover. */
  readonly children?: ReactNode
}

/** How many alarms are raised and how many notifications are unread, and the way to both. */
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
        {shown === null ? null : <Count aria-hidden="true">{shown}</Count>}
      </IconFace>
      <HeaderPopover id={id} label={messages.name} loading={messages.loading}>
        {children}
      </HeaderPopover>
    </>
  )
}

const Count = styled.span`
  position: absolute;
  top: 0;
  right: 0;
  min-width: 1.125rem;
  padding: 0 0.25rem;
  border-radius: ${radius.pill};
  background: ${color['danger.solid']};
  color: ${color['text.onBrand']};
  font: ${font.dense};
  line-height: 1.125rem;
  text-align: center;
`
