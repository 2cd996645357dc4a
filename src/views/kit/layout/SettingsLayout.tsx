import type { ReactNode } from 'react'
import styled from 'styled-components'

import { narrow, space } from '#src/theme/theme.ts'
import { type SectionLink, SectionNav } from './SectionNav.tsx'

type SettingsLayoutProps = {
  /** What the sections are of: "Account". */
  readonly label: string
  readonly sections: readonly SectionLink[]
  readonly current: string
  /** The page of the section, with its own heading. */
  readonly children: ReactNode
}

/** A page of many sections: their list on the left, one of them on the right. */
export function SettingsLayout({ label, sections, current, children }: SettingsLayoutProps) {
  return (
    <Frame>
      <SectionNav label={label} sections={sections} current={current} />
      <Content>{children}</Content>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: 12rem minmax(0, 1fr);
  align-items: start;
  gap: ${space[32]};

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[16]};
  }
`

const Content = styled.div`
  min-width: 0;
`
