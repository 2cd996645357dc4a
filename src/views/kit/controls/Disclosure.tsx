import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styled, { css } from 'styled-components'

import { color, focusRing, font, motion, radius, space } from '#src/theme/theme.ts'

type DisclosureProps = {
  readonly title: ReactNode
  /** What is set inside, in a few words. */
  readonly value?: ReactNode
  /** Where another part of the page decides; without these the browser does. */
  readonly isOpen?: boolean
  readonly onTurn?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A section that is rarely needed: closed it says its value. */
export function Disclosure({ title, value, isOpen, onTurn, children }: DisclosureProps) {
  return (
    <Frame open={isOpen} onToggle={({ currentTarget }) => currentTarget.open === isOpen || onTurn?.(currentTarget.open)}>
      <summary>
        <span>{title}</span>
        {value === undefined ? null : <small>{value}</small>}
        <ChevronDown aria-hidden="true" />
      </summary>
      <Body>{children}</Body>
    </Frame>
  )
}

/** The chevron of a row that opens, instead of the triangle of the browser. */
export const turning = css`
  & > summary::-webkit-details-marker {
    display: none;
  }

  & > summary > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
    transition: transform ${motion.hand};
  }

  &[open] > summary > svg {
    transform: rotate(180deg);
  }
`

const Frame = styled.details`
  min-width: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};

  & > summary {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 ${space[8]};
    min-height: 2.25rem;
    padding: ${space[8]} ${space[12]} ${space[8]} ${space[16]};
    border-radius: ${radius.card};
    font: ${font.strong};
    list-style: none;
    cursor: pointer;
    ${focusRing}
  }

  & > summary > span {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  & > summary > small {
    color: ${color['text.muted']};
    font: ${font.dense};
  }

  ${turning}
`

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[12]};
  padding: ${space[4]} ${space[16]} ${space[16]};
`
