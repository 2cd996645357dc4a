import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, motion, radius, space } from '#src/theme/theme.ts'
import { Stack } from '../../kit/layout/blocks.ts'

type FoldProps = {
  readonly title: string
  /** What is set inside, in a few words. */
  readonly value?: string
  readonly isOpen: boolean
  readonly children: ReactNode
}

const InFold = createContext(false)

/** A part of a form that not everybody needs. It begins open where there is something in it. Inside another one it is a titled group: one level to open. */
export function Fold({ title, value, isOpen, children }: FoldProps) {
  const [isShown, setShown] = useState(isOpen)
  const isInside = use(InFold)
  if (isInside)
    return (
      <Stack role="group" aria-label={title}>
        <GroupTitle>{title}</GroupTitle>
        {children}
      </Stack>
    )
  return (
    // What is emptied stays open around whoever empties it.
    <Details open={isShown || isOpen} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <Summary>
        <ChevronRight aria-hidden="true" />
        <span>{title}</span>
        {value === undefined ? null : <small>{value}</small>}
      </Summary>
      <InFold value={true}>
        <Stack>{children}</Stack>
      </InFold>
    </Details>
  )
}

type TickProps = {
  readonly label: string
  /** The name for assistive technology where several have the same label; it begins with the label. */
  readonly name?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

export function Tick({ label, name, isOn, onChange }: TickProps) {
  return (
    <TickLabel>
      <input type="checkbox" aria-label={name} checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </TickLabel>
  )
}

const GroupTitle = styled.p`
  font: ${font.strong};
`

export const Tight = styled.div`
  display: grid;
  gap: ${space[4]};
  min-width: 0;
`

/** The fields of one row of a list. */
export const RowFrame = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
  padding-left: ${space[12]};
  border-left: 2px solid ${color['border.default']};
  border-radius: ${radius.control};
`

/** Beside each other where there is room. */
export const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
  gap: ${space[12]} ${space[16]};
  align-items: start;
`

export const Block = styled.fieldset`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`

const TickLabel = styled.label`
  display: inline-flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 1.5rem;
  cursor: pointer;
  overflow-wrap: anywhere;

  & > input {
    flex: none;
    width: 1rem;
    height: 1rem;
    ${focusRing}
  }
`

const Details = styled.details`
  min-width: 0;
  border: solid ${color['border.subtle']};
  border-width: 1px 0;

  & + & {
    margin-top: calc(-1px - ${space[16]});
  }

  & > div {
    padding: ${space[8]} 0 ${space[16]};
  }
`

const Summary = styled.summary`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  min-height: 2.25rem;
  border-radius: ${radius.control};
  font: ${font.strong};
  list-style: none;
  cursor: pointer;
  ${focusRing}

  &::-webkit-details-marker {
    display: none;
  }

  & > svg {
    flex: none;
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
    transition: transform ${motion.hand};
  }

  [open] > & > svg {
    transform: rotate(90deg);
  }

  & > small {
    margin-left: auto;
    min-width: 0;
    color: ${color['text.muted']};
    font: ${font.dense};
    overflow-wrap: anywhere;
  }
`
