import { FlaskConical, LayoutDashboard } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Link, useLocation } from 'wouter'

import { color, focusRing, font, motion, narrow, radius, space } from '../../theme/theme.ts'
import { Logo } from '../parts/Logo.tsx'

type ShellProps = {
  /** Theme, person, sign-out. */
  readonly tools: ReactNode
  readonly showsInspector: boolean
  readonly children: ReactNode
}

/** The frame of every page inside: skip link, menu, header. */
export function Shell({ tools, showsInspector, children }: ShellProps) {
  const [path] = useLocation()
  const isAt = (places: readonly string[]) =>
    places.some((place) => path === place || path.startsWith(`${place}/`)) ? 'page' : undefined
  return (
    <Frame>
      <Skip href="#content">Skip to content</Skip>
      <Side aria-label="Main">
        <Home href="/dashboard">
          <Logo />
          Datacrane
        </Home>
        <Menu>
          <li>
            <Entry href="/dashboard" aria-current={path === '/' ? 'page' : isAt(['/dashboard', '/details'])}>
              <LayoutDashboard aria-hidden="true" />
              Dashboard
            </Entry>
          </li>
          {showsInspector ? (
            <li>
              <Entry href="/inspector" aria-current={isAt(['/inspector'])}>
                <FlaskConical aria-hidden="true" />
                Inspector
              </Entry>
            </li>
          ) : null}
        </Menu>
      </Side>
      <Header>{tools}</Header>
      <Content id="content" tabIndex={-1}>
        {children}
      </Content>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template: 'side header' auto 'side content' 1fr / 250px minmax(0, 1fr);
  min-height: 100dvh;

  ${narrow} {
    grid-template: 'side' auto 'header' auto 'content' 1fr / minmax(0, 1fr);
  }
`

const Skip = styled.a`
  position: absolute;
  left: ${space[8]};
  top: -4rem;
  z-index: 2;
  padding: ${space[8]} ${space[16]};
  border-radius: ${radius.control};
  background: ${color['bg.raised']};
  ${focusRing}

  &:focus {
    top: ${space[8]};
  }
`

const Side = styled.nav`
  grid-area: side;
  position: sticky;
  top: 0;
  display: grid;
  height: 100dvh;
  align-content: start;
  gap: ${space[16]};
  padding: ${space[16]} ${space[12]};
  border-right: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};

  ${narrow} {
    position: static;
    height: auto;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: ${space[8]};
    padding: ${space[8]} ${space[16]};
    border-right: 0;
    border-bottom: 1px solid ${color['border.subtle']};
  }
`

const Home = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  padding: ${space[4]};
  border-radius: ${radius.control};
  color: ${color['text.default']};
  font: ${font.section};
  text-decoration: none;
  ${focusRing}
`

const Menu = styled.ul`
  display: grid;
  gap: ${space[4]};

  ${narrow} {
    display: flex;
    flex-wrap: wrap;
  }
`

const Entry = styled(Link)`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2.25rem;
  padding: 0 ${space[12]};
  border-radius: ${radius.control};
  color: ${color['text.muted']};
  font: ${font.strong};
  text-decoration: none;
  transition: background-color ${motion.hand};
  ${focusRing}

  & > svg {
    width: 1rem;
    height: 1rem;
  }

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-current='page'] {
    background: ${color['brand.subtle']};
    color: ${color['brand.onSubtle']};
  }
`

const Header = styled.header`
  grid-area: header;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]} ${space[16]};
  min-height: 3.5rem;
  padding: ${space[8]} ${space[24]};
  border-bottom: 1px solid ${color['border.subtle']};
  background: ${color['bg.surface']};

  ${narrow} {
    justify-content: space-between;
    padding: ${space[8]} ${space[16]};
  }
`

const Content = styled.main`
  grid-area: content;
  min-width: 0;
  padding: ${space[24]};
  outline: none;

  ${narrow} {
    padding: ${space[16]};
  }
`
