import type { ReactNode } from 'react'
import styled from 'styled-components'

import { font, space } from '#src/theme/theme.ts'

/** One way of reading a list, under its name. */
export function DemoMode({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Frame>
      <Title>{title}</Title>
      {children}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  gap: ${space[12]};
  min-width: 0;
`

const Title = styled.h2`
  font: ${font.section};
`
