import { useSelector } from '@xstate/react'
import { Bell } from 'lucide-react'
import styled from 'styled-components'

import type { AlarmBellActor } from '../../machines/alerts/alarm-bell.machine.ts'
import { selectRaised } from '../../machines/alerts/alarm-bell.selectors.ts'
import { color, focusRing, font, radius } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { number } from '../kit/format/numbers.ts'
import { alarmMessages } from './alarm.messages.ts'

const messages = alarmMessages.bell
const shownMax = 99

/** The way to the alarms, and how many are raised. */
export function AlarmBell({ actor }: { readonly actor: AlarmBellActor }) {
  const raised = useSelector(actor, selectRaised)
  const name = raised === null ? messages.unknown : raised === 0 ? messages.none : messages.some(raised)
  return (
    <Door href="/alarms" aria-label={name} title={name}>
      <Bell aria-hidden="true" />
      {raised === null || raised === 0 ? null : (
        <Count aria-hidden="true">{raised > shownMax ? messages.many : number(raised)}</Count>
      )}
    </Door>
  )
}

const Door = styled(PlainLink)`
  position: relative;
  display: inline-grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  border-radius: ${radius.control};
  color: ${color['text.muted']};
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`

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
