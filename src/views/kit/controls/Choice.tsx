import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'

type ChoiceProps<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly name: string; readonly description: string }[]
  /** Null while nothing is chosen. */
  readonly value: Value | null
  readonly isBlocked?: boolean
  readonly error?: string | undefined
  readonly onChoose: (value: Value) => void
}

/** One of a few that need a sentence each, on the platform's own radio buttons. */
export function Choice<Value extends string>({ label, options, value, isBlocked = false, error, onChoose }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <Group role="radiogroup" aria-labelledby={`${id}-label`} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <Label id={`${id}-label`}>{label}</Label>
      {options.map((option) => (
        <Option key={option.value} $isChosen={option.value === value}>
          <input
            type="radio"
            id={`${id}-${option.value}`}
            name={id}
            value={option.value}
            checked={option.value === value}
            disabled={isBlocked}
            aria-describedby={`${id}-${option.value}-description`}
            onChange={() => onChoose(option.value)}
          />
          <Name htmlFor={`${id}-${option.value}`}>{option.name}</Name>
          <Description id={`${id}-${option.value}-description`}>{option.description}</Description>
        </Option>
      ))}
      <Wrong id={`${id}-error`} aria-live="polite">
        {error}
      </Wrong>
    </Group>
  )
}

const Group = styled.div`
  display: grid;
  gap: ${space[8]};
  min-width: 0;
`

const Label = styled.p`
  font: ${font.strong};
`

/** The label covers the whole card, so that a finger meets it. */
const Option = styled.div<{ readonly $isChosen: boolean }>`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 ${space[8]};
  align-items: center;
  padding: ${space[8]} ${space[12]};
  border: 1px solid ${({ $isChosen }) => ($isChosen ? color['brand.solid'] : color['border.control'])};
  border-radius: ${radius.control};
  background: ${({ $isChosen }) => ($isChosen ? color['bg.selected'] : color['bg.surface'])};

  & > input {
    position: relative;
    z-index: 1;
    ${focusRing}
  }
`

const Name = styled.label`
  font: ${font.strong};
  cursor: pointer;
  overflow-wrap: anywhere;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`

const Description = styled.p`
  grid-column: 2;
  color: ${color['text.muted']};
  font: ${font.dense};
  overflow-wrap: anywhere;
`

const Wrong = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
