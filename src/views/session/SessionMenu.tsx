import { useSelector } from '@xstate/react'
import { LogOut } from 'lucide-react'
import styled from 'styled-components'

import type { SessionActor } from '../../machines/session/session.machine.ts'
import { selectCanSignOut, selectStage, selectUser } from '../../machines/session/session.selectors.ts'
import { color, font, narrow, space } from '../../theme/theme.ts'
import { Button } from '../parts/Button.tsx'

/** Who is signed in, and the way out. */
export function SessionMenu({ actor }: { readonly actor: SessionActor }) {
  const user = useSelector(actor, selectUser)
  const canSignOut = useSelector(actor, selectCanSignOut)
  const isInside = useSelector(actor, (snapshot) => selectStage(snapshot) === 'signedIn')
  if (user === null) return null
  return (
    <Row>
      <Who title={user.email}>
        {user.firstName} {user.lastName}
        <Company>{user.companyName}</Company>
      </Who>
      {isInside && canSignOut ? (
        <Button kind="quiet" onPress={() => actor.send({ type: 'user.signedOut' })}>
          <LogOut aria-hidden="true" />
          Sign out
        </Button>
      ) : null}
    </Row>
  )
}

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[8]};
`

const Who = styled.p`
  display: grid;
  font: ${font.strong};
  line-height: 1.125rem;
  text-align: right;

  ${narrow} {
    text-align: left;
  }
`

const Company = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
  line-height: 1rem;
`
