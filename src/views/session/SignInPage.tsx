import styled from 'styled-components'

import type { SessionActor } from '../../machines/session/session.machine.ts'
import { color, radius, space } from '../../theme/theme.ts'
import { Logo } from '../parts/Logo.tsx'
import { FocusOnArrival } from '../shell/FocusOnArrival.tsx'
import { SignInForm } from './SignInForm.tsx'

export function SignInPage({ actor }: { readonly actor: SessionActor }) {
  return (
    <Page>
      <Card>
        <Logo />
        <FocusOnArrival title="Sign in to Datacrane" />
        <SignInForm actor={actor} />
      </Card>
    </Page>
  )
}

export const Page = styled.main`
  display: grid;
  place-items: center;
  min-height: 100dvh;
  padding: ${space[16]};
`

export const Card = styled.div`
  display: grid;
  gap: ${space[16]};
  width: min(24rem, 100%);
  padding: ${space[32]} ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`
