import { type ReactNode, useState } from 'react'
import styled from 'styled-components'

import type { SidebarActor } from '../../machines/shell/sidebar.machine.ts'
import { color, focusRing, narrow, radius, space } from '../../theme/theme.ts'
import { BreadcrumbSlot, ToolSlot } from '../kit/layout/Breadcrumb.tsx'
import { Header } from './Header.tsx'
import type { Group } from './menu.ts'
import type { Company } from './pages/Home.tsx'
import { Sidebar } from './Sidebar.tsx'
import { shellMessages } from './shell.messages.ts'

type ShellProps = {
  readonly sidebar: SidebarActor
  readonly groups: readonly Group[]
  readonly company: Company
  readonly onSearch: () => void
  /** Stands above everything. */
  readonly banner: ReactNode
  readonly bell: ReactNode
  readonly profile: ReactNode
  readonly children: ReactNode
}

/** The frame of every page inside: skip link, menu, header, banner. */
export function Shell({ sidebar, groups, company, onSearch, banner, bell, profile, children }: ShellProps) {
  // A page draws its breadcrumb in the header: it is drawn once the header stands.
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const [tool, setTool] = useState<HTMLElement | null>(null)
  return (
    <Frame>
      <Skip href="#content">{shellMessages.skip}</Skip>
      <Sidebar actor={sidebar} groups={groups} company={company} />
      <Header sidebar={sidebar} breadcrumbSlot={setSlot} toolSlot={setTool} onSearch={onSearch}>
        {bell}
        {profile}
      </Header>
      <Content id="content" tabIndex={-1}>
        {banner}
        {slot === null ? null : (
          <BreadcrumbSlot value={slot}>
            <ToolSlot value={tool}>{children}</ToolSlot>
          </BreadcrumbSlot>
        )}
      </Content>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template: 'side header' auto 'side content' 1fr / auto minmax(0, 1fr);
  min-height: 100dvh;
`

const Skip = styled.a`
  position: absolute;
  left: ${space[8]};
  top: -4rem;
  z-index: 3;
  padding: ${space[8]} ${space[16]};
  border-radius: ${radius.control};
  background: ${color['bg.raised']};
  ${focusRing}

  &:focus {
    top: ${space[8]};
  }
`

const Content = styled.main`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[16]};
  grid-area: content;
  min-width: 0;
  padding: 20px ${space[24]} 88px;
  background: ${color['bg.surface']};
  outline: none;

  ${narrow} {
    padding: ${space[16]} ${space[16]} 96px;
  }
`
