import styled from 'styled-components'

import { color, focusRing, font, radius } from '#src/theme/theme.ts'

type SegmentedProps<Value extends string> = {
  readonly label: string
  /** Value → word, two to six of them in their order. */
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  readonly onChoose: (value: Value) => void
}

/** A few views of the same thing, of which one is shown. */
export function Segmented<Value extends string>({ label, options, value, onChoose }: SegmentedProps<Value>) {
  return (
    <Box role="group" aria-label={label}>
      {(Object.keys(options) as Value[]).map((it) => (
        <button key={it} type="button" aria-pressed={it === value} onClick={() => onChoose(it)}>
          {options[it]}
        </button>
      ))}
    </Box>
  )
}

const Box = styled.div`
  display: inline-flex;
  flex-wrap: wrap;
  max-width: 100%;
  padding: 2px;
  border-radius: ${radius.control};
  background: ${color['neutral.subtle']};

  & > button {
    min-width: 0;
    height: 1.75rem;
    padding: 0 10px;
    border: 0;
    border-radius: 4px;
    background: none;
    color: ${color['text.muted']};
    font: ${font.strong};
    white-space: nowrap;
    cursor: pointer;
    ${focusRing}
  }

  & > button:hover {
    color: ${color['text.default']};
  }

  & > button[aria-pressed='true'] {
    background: ${color['bg.surface']};
    color: ${color['text.default']};
    box-shadow: 0 0 0 1px ${color['border.default']};
  }
`
