import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, font, narrow, radius, space } from '#src/theme/theme.ts'

export type BannerTone = 'danger' | 'warning' | 'info' | 'success'

type BannerProps = {
  readonly tone: BannerTone
  /** What is so, in a few words. */
  readonly fact: ReactNode
  /** Why, in the words of the system that said so where there is one. */
  readonly children?: ReactNode
  /** At most two. */
  readonly actions?: ReactNode
}

const icons = {
  danger: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
} as const satisfies Record<BannerTone, LucideIcon>

/** The one thing of a page that somebody should know first: the fact, its reason, and what can be done. */
export function Banner({ tone, fact, children, actions }: BannerProps) {
  const Icon = icons[tone]
  return (
    <Frame role="note" $tone={tone}>
      <Icon aria-hidden="true" />
      <Text>
        <b>{fact}</b> {children}
      </Text>
      {actions === undefined ? null : <Actions>{actions}</Actions>}
    </Frame>
  )
}

const Frame = styled.div<{ readonly $tone: BannerTone }>`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[8]} ${space[12]};
  min-height: 52px;
  padding: ${space[8]} ${space[12]} ${space[8]} ${space[16]};
  border-radius: ${radius.card};
  background: ${({ $tone }) => color[`${$tone}.subtle`]};

  & > svg {
    width: 1rem;
    height: 1rem;
    color: ${({ $tone }) => color[`${$tone}.icon`]};
  }

  ${narrow} {
    grid-template-columns: auto minmax(0, 1fr);
  }
`

const Text = styled.p`
  min-width: 0;
  overflow-wrap: anywhere;

  & > b {
    font: ${font.strong};
    font-weight: 600;
  }
`

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};

  & > * {
    border-color: transparent;
  }

  ${narrow} {
    grid-column: 1 / -1;

    & > * {
      flex: 1;
    }
  }
`
