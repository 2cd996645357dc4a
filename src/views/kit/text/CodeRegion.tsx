import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color } from '#src/theme/theme.ts'
import { Code } from '../layout/blocks.ts'

type CodeRegionProps = { readonly label: string; readonly text: ReactNode; readonly isTall?: boolean }

/** Text as it is sent, in a region of its own that the keyboard reaches and scrolls. */
export function CodeRegion({ label, text, isTall = false }: CodeRegionProps) {
  return (
    <Scrolled tabIndex={0} role="region" aria-label={label} $isTall={isTall}>
      {text}
    </Scrolled>
  )
}

const Scrolled = styled(Code)<{ readonly $isTall: boolean }>`
  max-height: ${({ $isTall }) => ($isTall ? '24rem' : '12rem')};
  margin: 0;
  border: 1px solid ${color['border.subtle']};
  overflow: auto;
`
