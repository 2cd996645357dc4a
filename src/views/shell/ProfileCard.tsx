import { useSelector } from '@xstate/react'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import type { SessionActor } from '../../machines/auth/sign-in/session.machine.ts'
import { selectStage, selectUser } from '../../machines/auth/sign-in/session.machine.ts'
import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { PlainLink } from '../kit/controls/Link.tsx'
import { leavePopover } from '../kit/controls/leave-popover.ts'
import { menuTitles } from '../kit/menu.messages.ts'
import { useCan } from '../kit/use-snapshot.ts'
import { shellMessages as messages } from './shell.messages.ts'

type ProfileCardProps = {
  readonly actor: SessionActor
  /** The choice of colours. */
  readonly children?: ReactNode
}

/** Who is signed in, and the way out. */
export function ProfileCard({ actor, children }: ProfileCardProps) {
  const user = useSelector(actor, selectUser)
  const canSignOut = useCan(actor, { type: 'user.signedOut' })
  const isInside = useSelector(actor, (snapshot) => selectStage(snapshot) === 'signedIn')
  if (user === null) return null
  return (
    <Card>
      <Plan>
        {messages.plan}: {user.plan}
      </Plan>
      <Name>
        {user.firstName} {user.lastName}
      </Name>
      <Email>{user.email}</Email>
      {children}
      <Links>
        <li>
          <Entry href="/privacy-policy" onClick={leavePopover}>
            {messages.privacy}
          </Entry>
        </li>
        <li>
          <Entry href="/account" onClick={leavePopover}>
            {messages.settings}
          </Entry>
        </li>
        <li>
          <Entry href={`/account?tab=${user.role === 'USER' ? 'invoices' : 'billing'}`} onClick={leavePopover}>
            {messages.billing}
          </Entry>
        </li>
        <li>
          <Entry href="/help-center" onClick={leavePopover}>
            {menuTitles['/help-center']}
          </Entry>
        </li>
        <li>
          <Entry href="/faq" onClick={leavePopover}>
            {menuTitles['/faq']}
          </Entry>
        </li>
        {user.role === 'USER' ? null : (
          <li>
            <Entry href="/system-settings" onClick={leavePopover}>
              {messages.systemSettings}
            </Entry>
          </li>
        )}
      </Links>
      {isInside && canSignOut ? (
        <Button onPress={() => actor.send({ type: 'user.signedOut' })}>
          <LogOut aria-hidden="true" />
          {messages.signOut}
        </Button>
      ) : null}
    </Card>
  )
}

const Card = styled.div`
  display: grid;
  gap: ${space[8]};
  overflow-wrap: anywhere;
`

const Plan = styled.p`
  justify-self: start;
  padding: 0 ${space[8]};
  border-radius: ${radius.pill};
  background: ${color['brand.subtle']};
  color: ${color['brand.onSubtle']};
  font: ${font.dense};
`

const Name = styled.p`
  font: ${font.strong};
`

const Email = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Links = styled.ul`
  border-top: 1px solid ${color['border.subtle']};
  border-bottom: 1px solid ${color['border.subtle']};
  padding: ${space[4]} 0;
`

const Entry = styled(PlainLink)`
  display: block;
  padding: ${space[8]};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  text-decoration: none;
  ${focusRing}

  &:hover {
    background: ${color['bg.hover']};
  }
`
