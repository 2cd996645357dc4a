import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { color, space } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { AuthPage } from '../AuthPage.tsx'
import { SignInForm } from './SignInForm.tsx'
import { sessionMessages } from './session.messages.ts'

type SignInPageProps = {
  readonly actor: SessionActor
  /** The other ways in; null where none is set up. */
  readonly providers: ReactNode
}

export function SignInPage({ actor, providers }: SignInPageProps) {
  return (
    <AuthPage title={sessionMessages.title}>
      <SignInForm actor={actor} />
      {providers}
      <Ways>
        <PlainLink href="/forgot-password">{sessionMessages.forgot}</PlainLink>
        <span>
          {sessionMessages.isNew} <PlainLink href="/sign-up">{sessionMessages.create}</PlainLink>
        </span>
      </Ways>
    </AuthPage>
  )
}

const Ways = styled.p`
  display: grid;
  justify-items: center;
  gap: ${space[8]};
  color: ${color['text.muted']};
`
