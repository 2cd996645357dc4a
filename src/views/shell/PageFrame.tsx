import type { ReactNode } from 'react'
import styled from 'styled-components'

import { space } from '../../theme/theme.ts'
import { FocusOnArrival } from './FocusOnArrival.tsx'

type PageFrameProps = {
  readonly title: string
  /** Stands beside the heading. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function PageFrame({ title, aside, children }: PageFrameProps) {
  return (
    <Page>
      <Top>
        <FocusOnArrival title={title} />
        {aside}
      </Top>
      {children}
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  gap: ${space[16]};
  max-width: 80rem;
  margin: 0 auto;
`

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
`
