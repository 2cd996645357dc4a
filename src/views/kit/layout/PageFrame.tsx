import type { ReactNode } from 'react'
import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'
import { FocusOnArrival } from './FocusOnArrival.tsx'
import { PageTitle } from './PageTitle.tsx'

type PageFrameProps = {
  readonly title: string
  /** Stands above the page. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function PageFrame({ title, aside, children }: PageFrameProps) {
  return (
    <Page>
      <PageTitle>
        <FocusOnArrival title={title} />
      </PageTitle>
      {aside === undefined ? null : <Top>{aside}</Top>}
      {children}
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  width: min(80rem, 100%);
  margin: 0 auto;
`

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
`
