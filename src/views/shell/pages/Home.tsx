import styled from 'styled-components'

import { color, focusRing, font, radius, space, unseen } from '#src/theme/theme.ts'
import { PlainLink } from '../../kit/controls/Link.tsx'
import { Logo } from '../../kit/layout/Logo.tsx'
import { shellMessages } from '../shell.messages.ts'

export type Company = {
  /** A data URL; null: the product's own mark and name stand in its place. */
  readonly logo: string | null
  readonly company: string
}

type HomeProps = {
  readonly company?: Company
  /** Only the mark has room. */
  readonly isNarrow?: boolean
  readonly onGo?: () => void
  readonly href?: '/dashboard' | '/sign-in'
}

/** The logo leads home: to the dashboard, or to the sign-in page for whom nobody knows. */
export function Home({ company, isNarrow = false, onGo, href = '/dashboard' }: HomeProps) {
  const logo = company?.logo ?? null
  return (
    <HomeLink href={href} onClick={onGo}>
      {logo === null ? <Logo /> : <Picture src={logo} alt="" />}
      <Name $isUnseen={isNarrow}>{logo === null ? shellMessages.product : company?.company}</Name>
    </HomeLink>
  )
}

const Picture = styled.img`
  flex: none;
  width: 24px;
  height: 24px;
  border-radius: 4px;
  object-fit: contain;
`

const Name = styled.span<{ readonly $isUnseen: boolean }>`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

const HomeLink = styled(PlainLink)`
  position: relative;
  display: inline-flex;
  align-items: center;
  flex: none;
  gap: 10px;
  height: 3.5rem;
  padding: 0 ${space[8]};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  font: ${font.section};
  text-decoration: none;
  ${focusRing}
`
