import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'

type OptionListProps<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly name: string; readonly hint: string }[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** One of a few, a line each, on the platform's own radio buttons. The hints go where there is no room for them. */
export function OptionList<Value extends string>({ label, options, value, onChoose }: OptionListProps<Value>) {
  const id = useId()
  return (
    <Group role="radiogroup" aria-labelledby={`${id}-label`}>
      <Label id={`${id}-label`}>{label}</Label>
      <List>
        {options.map((option) => (
          <Option key={option.value} $isChosen={option.value === value}>
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={id}
              value={option.value}
              checked={option.value === value}
              aria-describedby={`${id}-${option.value}-hint`}
              onChange={() => onChoose(option.value)}
            />
            <Name htmlFor={`${id}-${option.value}`}>{option.name}</Name>
            <Aside id={`${id}-${option.value}-hint`}>{option.hint}</Aside>
          </Option>
        ))}
      </List>
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

const List = styled.div`
  overflow: hidden;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

/** The name covers the whole line, so that a finger meets it. */
const Option = styled.div<{ readonly $isChosen: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space[12]};
  min-height: 2.125rem;
  padding: 0 14px;
  background: ${({ $isChosen }) => ($isChosen ? color['bg.canvas'] : 'none')};

  & + & {
    border-top: 1px solid ${color['border.subtle']};
  }

  & > input {
    position: relative;
    z-index: 1;
    flex: none;
    ${focusRing}
  }

  @media (max-width: 599px) {
    min-height: 2.75rem;
  }
`

const Name = styled.label`
  cursor: pointer;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`

const Aside = styled.span`
  margin-left: auto;
  color: ${color['text.muted']};
  font: ${font.dense};
  text-align: right;

  @media (max-width: 599px) {
    display: none;
  }
`
