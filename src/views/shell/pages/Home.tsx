import styled from 'styled-components'

import { color, focusRing, font, radius, unseen } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Logo } from '../../kit/layout/Logo.tsx'
import { shellMessages } from '../shell.messages.ts'

type HomeProps = {
  /** Only the mark has room. */
  readonly isNarrow?: boolean
  readonly onGo?: () => void
  readonly href?: '/dashboard' | '/sign-in'
}

/** The logo leads home: to the dashboard, or to the sign-in page for whom nobody knows. */
export function Home({ isNarrow = false, onGo, href = '/dashboard' }: HomeProps) {
  return (
    <HomeLink href={href} onClick={onGo}>
      <Logo />
      <Name $isUnseen={isNarrow}>{shellMessages.product}</Name>
    </HomeLink>
  )
}

const Name = styled.span<{ readonly $isUnseen: boolean }>`
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

const HomeLink = styled(PlainLink)`
  position: relative;
  display: inline-flex;
  align-items: center;
  flex: none;
  gap: 10px;
  height: 3.5rem;
  padding: 0 6px;
  border-radius: ${radius.control};
  color: ${color['text.default']};
  font: ${font.section};
  text-decoration: none;
  ${focusRing}
`
