import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { FocusOnArrival } from '../kit/layout/FocusOnArrival.tsx'
import { Logo } from '../kit/layout/Logo.tsx'
import { authMessages } from './auth.messages.ts'

type AuthPageProps = {
  readonly title: string
  /** Where the button back leads; a step of a longer way brings its own instead. */
  readonly back?: string
  readonly children: ReactNode
}

/** The frame of every page that needs no sign-in. */
export function AuthPage({ title, back, children }: AuthPageProps) {
  return (
    <Page>
      <Main>
        <Mark href="/sign-in" aria-label={authMessages.home}>
          <Logo />
        </Mark>
        <FocusOnArrival title={title} />
        {children}
        {back === undefined ? null : <PlainLink href={back}>{authMessages.toSignIn}</PlainLink>}
      </Main>
      <Agreement>
        {authMessages.agreement}{' '}
        <a href="/terms-service" target="_blank" rel="noopener">
          {authMessages.terms}
        </a>{' '}
        {authMessages.and}{' '}
        <a href="/privacy-policy" target="_blank" rel="noopener">
          {authMessages.privacy}
        </a>
        .
      </Agreement>
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  gap: ${space[16]};
  place-content: center;
  justify-items: center;
  min-height: 100dvh;
  padding: ${space[16]};
`

const Main = styled.main`
  display: grid;
  gap: ${space[16]};
  width: min(24rem, calc(100vw - 2rem));
  padding: ${space[32]} ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Mark = styled(PlainLink)`
  justify-self: start;
  border-radius: ${radius.control};
  ${focusRing}
`

const Agreement = styled.footer`
  color: ${color['text.muted']};
  font: ${font.dense};
  text-align: center;
`
