import styled from 'styled-components'

import { color, focusRing, font, radius, space } from '#src/theme/theme.ts'
import { number } from '../format/numbers.ts'

type FilterChipsProps<Value extends string> = {
  readonly label: string
  /** In their order; the count is left out while nobody knows it. */
  readonly options: readonly { readonly value: Value; readonly name: string; readonly count: number | null }[]
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** One filter of a list, each with how many it leaves. */
export function FilterChips<Value extends string>({ label, options, value, onChoose }: FilterChipsProps<Value>) {
  return (
    <Row role="group" aria-label={label}>
      {options.map((option) => (
        <Chip key={option.value} type="button" aria-pressed={option.value === value} onClick={() => onChoose(option.value)}>
          {option.name}
          {option.count === null ? null : <span> {number(option.count)}</span>}
        </Chip>
      ))}
    </Row>
  )
}

/** One line: where there is no room it scrolls, with the last one visibly cut. */
const Row = styled.div`
  display: flex;
  gap: ${space[4]};
  min-width: 0;
  max-width: 100%;
  padding: 2px;
  overflow: auto hidden;
  scrollbar-width: none;
`

const Chip = styled.button`
  display: inline-flex;
  flex: none;
  align-items: center;
  gap: 6px;
  height: 1.75rem;
  padding: 0 10px;
  border: 0;
  border-radius: ${radius.pill};
  background: none;
  color: ${color['text.muted']};
  font: ${font.strong};
  white-space: nowrap;
  cursor: pointer;
  ${focusRing}

  & > span {
    color: ${color['text.subtle']};
    font-weight: 400;
  }

  &:hover {
    background: ${color['bg.hover']};
  }

  &[aria-pressed='true'] {
    background: ${color['neutral.subtle']};
    color: ${color['text.default']};
  }
`
