import type { ReactNode } from 'react'
import styled from 'styled-components'

import { space } from '#src/theme/theme.ts'

type BuilderColumnsProps = {
  /** The form of the step. */
  readonly children: ReactNode
  /** What the form is tried with, and what came back: beside the form where there is room, else between its two parts. */
  readonly sample: ReactNode
  /** What is asked once an answer is known. */
  readonly after?: ReactNode
}

/** A form with what it brings in sight. */
export function BuilderColumns({ children, sample, after }: BuilderColumnsProps) {
  return (
    <Columns>
      <Part>{children}</Part>
      <Sample>{sample}</Sample>
      {after === undefined ? null : <Part>{after}</Part>}
    </Columns>
  )
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[24]} 40px;
  min-width: 0;

  @media (min-width: 75rem) {
    grid-template-columns: minmax(0, 35rem) minmax(0, 1fr);
    grid-template-rows: auto 1fr;
  }
`

const Part = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space[16]};
  min-width: 0;
`

/** It stays in sight, and scrolls by itself where it is longer than the window. */
const Sample = styled(Part)`
  @media (min-width: 75rem) {
    position: sticky;
    top: 4.5rem;
    grid-row: 1 / span 2;
    grid-column: 2;
    align-self: start;
    max-height: calc(100dvh - 9rem);
    overflow: auto;
  }
`
