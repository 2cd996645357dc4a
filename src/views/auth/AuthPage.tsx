import type { ReactNode } from 'react'
import styled from 'styled-components'
import { withBase } from '#src/services/kit/address/base.ts'
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
        <Mark href="/sign-in">
          <Logo />
          {authMessages.home}
        </Mark>
        <FocusOnArrival title={title} />
        {children}
        {back === undefined ? null : <PlainLink href={back}>{authMessages.toSignIn}</PlainLink>}
      </Main>
      <Agreement>
        {authMessages.agreement}{' '}
        <a href={withBase('/terms-service')} target="_blank" rel="noopener">
          {authMessages.terms}
        </a>{' '}
        {authMessages.and}{' '}
        <a href={withBase('/privacy-policy')} target="_blank" rel="noopener">
          {authMessages.privacy}
        </a>
        .
      </Agreement>
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  grid-template-rows: 1fr auto;
  gap: ${space[16]};
  place-items: center;
  min-height: 100dvh;
  padding: ${space[24]} ${space[16]};
  background: ${color['bg.canvas']};
`

const Main = styled.main`
  display: grid;
  gap: ${space[16]};
  width: min(23.5rem, calc(100vw - 2rem));
  padding: ${space[32]};
  border: 1px solid ${color['border.subtle']};
  border-radius: 12px;
  background: ${color['bg.surface']};

  & input:not([type='radio'], [type='checkbox']),
  & form > button,
  & > div > button {
    min-height: 36px;
  }
`

const Mark = styled(PlainLink)`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  justify-self: start;
  color: ${color['text.default']};
  font: ${font.section};
  font-weight: 500;
  text-decoration: none;

  & > svg {
    width: 28px;
    height: 28px;
  }


  border-radius: ${radius.control};
  ${focusRing}
`

const Agreement = styled.footer`
  color: ${color['text.muted']};
  font: ${font.dense};
  text-align: center;
`
