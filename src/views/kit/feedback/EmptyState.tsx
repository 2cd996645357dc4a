import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, space } from '#src/theme/theme.ts'

type EmptyStateProps = {
  readonly title: string
  /** What would stand here, and the first step to it. */
  readonly children: ReactNode
}

export function EmptyState({ title, children }: EmptyStateProps) {
  return (
    <Frame>
      <Title>{title}</Title>
      {children}
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space[8]};
  padding: ${space[48]} ${space[16]};
  color: ${color['text.muted']};
  text-align: center;
`

const Title = styled.p`
  color: ${color['text.default']};
  font: ${font.section};
`
