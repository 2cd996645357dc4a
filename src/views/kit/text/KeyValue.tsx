import { Fragment, type ReactNode } from 'react'
import styled from 'styled-components'

import { color, narrow, space } from '#src/theme/theme.ts'

type KeyValueProps = {
  /** In their order; an entry without a value is left out. */
  readonly of: readonly (readonly [key: string, value: ReactNode | null])[]
}

/** Facts about one thing, each with its name. */
export function KeyValue({ of }: KeyValueProps) {
  return (
    <Facts>
      {of
        .filter(([, value]) => value !== null)
        .map(([key, value]) => (
          <Fragment key={key}>
            <dt>{key}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </Facts>
  )
}

const Facts = styled.dl`
  display: grid;
  grid-template-columns: 120px minmax(0, 1fr);
  gap: 6px ${space[16]};
  margin: 0;

  & > dt {
    color: ${color['text.muted']};
  }

  & > dd {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
  }

  ${narrow} {
    grid-template-columns: 96px minmax(0, 1fr);
  }
`
