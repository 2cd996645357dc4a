import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, narrow, radius, space } from '#src/theme/theme.ts'

type Tone = 'danger' | 'warning' | 'info' | 'success'

const icons = {
  danger: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
} as const satisfies Record<Tone, LucideIcon>

type BannerProps = {
  readonly tone: Tone
  /** The fact, in bold. */
  readonly title: string
  /** The reason. */
  readonly children?: ReactNode
  /** At most two. */
  readonly actions?: ReactNode
}

/** One fact about the whole page and what can be done about it. At most one a page. */
export function Banner({ tone, title, children, actions }: BannerProps) {
  const Icon = icons[tone]
  return (
    <Box role={tone === 'danger' ? 'alert' : 'status'} $tone={tone}>
      <Icon aria-hidden="true" />
      <p>
        <b>{title}</b> {children}
      </p>
      {actions === undefined ? null : <Actions>{actions}</Actions>}
    </Box>
  )
}

const Box = styled.div<{ readonly $tone: Tone }>`
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 3.25rem;
  padding: ${space[8]} ${space[12]} ${space[8]} 14px;
  border-radius: ${radius.card};
  background: ${({ $tone }) => color[`${$tone}.subtle`]};
  overflow-wrap: anywhere;

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${({ $tone }) => color[`${$tone}.icon`]};
  }

  & > p {
    flex: 1;
    min-width: 0;
  }

  & b {
    font-weight: 600;
  }

  ${narrow} {
    flex-wrap: wrap;

    & > p {
      flex-basis: 80%;
    }
  }
`

const Actions = styled.div`
  display: flex;
  gap: ${space[8]};

  & > * {
    border-color: transparent;
  }

  ${narrow} {
    width: 100%;

    & > * {
      flex: 1;
    }
  }
`
