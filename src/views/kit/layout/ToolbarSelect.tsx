import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, motion, radius, space, unseen } from '#src/theme/theme.ts'

type ToolbarSelectProps<Value extends string> = {
  readonly label: string
  /** Where the values say what they are about. */
  readonly isLabelUnseen?: boolean
  /** Value → word, in the order of the list. */
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** One of a few in a toolbar: what it is about and what is chosen in one quiet line, on the platform's own select. */
export function ToolbarSelect<Value extends string>({
  label,
  isLabelUnseen = false,
  options,
  value,
  onChoose,
}: ToolbarSelectProps<Value>) {
  const id = useId()
  const values = Object.keys(options) as Value[]
  return (
    <Box $isAlone={isLabelUnseen}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => values.filter((it) => it === target.value).forEach(onChoose)}>
        {values.map((it) => (
          <option key={it} value={it}>
            {options[it]}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </Box>
  )
}

/** The select lies under the whole box, so that a press anywhere opens it. */
const Box = styled.span<{ readonly $isAlone: boolean }>`
  position: relative;
  display: inline-flex;
  align-items: center;
  min-height: 2rem;
  max-width: 100%;
  border-radius: ${radius.control};
  background: ${color['bg.hover']};
  transition: background-color ${motion.hand};

  &:hover {
    background: ${color['neutral.subtle']};
  }

  & > label {
    flex: none;
    padding-left: ${space[12]};
    color: ${color['text.muted']};
    font: ${font.body};
    pointer-events: none;
    ${({ $isAlone }) => ($isAlone ? unseen : undefined)}
  }

  & > select {
    min-width: 0;
    min-height: 2rem;
    padding: 0 ${space[32]} 0 ${({ $isAlone }) => ($isAlone ? space[12] : '6px')};
    border: 0;
    border-radius: ${radius.control};
    background: transparent;
    color: ${color['text.default']};
    font: ${font.strong};
    field-sizing: content;
    appearance: none;
    text-overflow: ellipsis;
    cursor: pointer;
    ${focusRing}
  }

  & option {
    background: ${color['bg.raised']};
    color: ${color['text.default']};
  }

  & > svg {
    position: absolute;
    right: ${space[8]};
    width: 1rem;
    height: 1rem;
    color: ${color['text.muted']};
    pointer-events: none;
  }
`
