import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius } from '../../theme/theme.ts'
import { PlainLink } from '../kit/controls/Link.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { adminMessages as messages } from './admin.messages.ts'

const paths = { overview: '/admin', customers: '/admin/customers', library: '/admin/enterprise-library' } as const
export type AdminTabName = keyof typeof paths

type AdminFrameProps = {
  readonly title: string
  /** Which of the three pages of the operator this is. */
  readonly tab: AdminTabName
  readonly badges?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the operator: its heading, and links to the other two. */
export function AdminFrame({ title, tab, badges, actions, children }: AdminFrameProps) {
  return (
    <PageFrame
      title={title}
      where={tab === 'overview' ? messages.page : title}
      {...(badges === undefined ? {} : { badges })}
      {...(actions === undefined ? {} : { actions })}
    >
      <nav aria-label={messages.nav}>
        <List>
          {(Object.keys(paths) as AdminTabName[]).map((name) => (
            <li key={name}>
              <Entry href={paths[name]} aria-current={name === tab ? 'page' : undefined}>
                {messages.tabs[name]}
              </Entry>
            </li>
          ))}
        </List>
      </nav>
      {children}
    </PageFrame>
  )
}

const List = styled.ul`
  display: flex;
  gap: 20px;
  margin: 0;
  padding: 0;
  overflow: auto hidden;
  scrollbar-width: none;
  border-bottom: 1px solid ${color['border.subtle']};
  list-style: none;
`

const Entry = styled(PlainLink)`
  display: flex;
  align-items: center;
  height: 38px;
  border-bottom: 2px solid transparent;
  border-radius: ${radius.control};
  color: ${color['text.muted']};
  font: ${font.strong};
  text-decoration: none;
  white-space: nowrap;
  ${focusRing}
  outline-offset: -2px;

  &:hover {
    color: ${color['text.default']};
  }

  &[aria-current] {
    border-bottom-color: ${color['brand.solid']};
    border-radius: 0;
    color: ${color['text.default']};
  }
`
