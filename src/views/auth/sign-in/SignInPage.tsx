import type { ReactNode } from 'react'
import styled from 'styled-components'

import type { SessionActor } from '#src/machines/auth/sign-in/session.machine.ts'
import { color, font, space } from '#src/theme/theme.ts'
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
      <Or>{sessionMessages.or}</Or>
      {providers}
      {isClosed() ? null : (
        <Other>
          {sessionMessages.isNew} <PlainLink href="/sign-up">{sessionMessages.create}</PlainLink>
        </Other>
      )}
    </AuthPage>
  )
}

/** The server has written into the page that nobody may sign up. */
const isClosed = () => document.querySelector('meta[name="sign-up"][content="closed"]')

const Or = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  color: ${color['text.subtle']};
  font: ${font.dense};

  &::before,
  &::after {
    content: '';
    flex: 1;
    border-top: 1px solid ${color['border.subtle']};
  }
`

const Other = styled.p`
  color: ${color['text.muted']};
  text-align: center;
`
