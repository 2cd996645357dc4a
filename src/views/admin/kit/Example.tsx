import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, space } from '#src/theme/theme.ts'
import { SectionHeader } from '../../kit/layout/SectionHeader.tsx'

type ExampleProps = { readonly title: string; readonly children: ReactNode }

/** Some parts of the kit below their name. */
export function Example({ title, children }: ExampleProps) {
  return (
    <Frame aria-label={title}>
      <SectionHeader title={title} />
      {children}
    </Frame>
  )
}

const Frame = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  min-width: 0;
  padding-bottom: ${space[24]};
  border-bottom: 1px solid ${color['border.subtle']};
`
