import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space, unseen } from '#src/theme/theme.ts'

type SelectProps<Value extends string> = {
  readonly label: string
  readonly isLabelUnseen?: boolean
  /** Value → word, in the order of the list. */
  readonly options: Readonly<Record<Value, string>>
  readonly value: Value
  /** What is wrong with what is chosen. */
  readonly error?: string | undefined
  /** What is to be known of the choice. */
  readonly hint?: string
  readonly isBlocked?: boolean
  readonly onChoose: (value: Value) => void
}

/** One of a few, on the platform's own select. */
export function Select<Value extends string>({
  label,
  isLabelUnseen = false,
  options,
  value,
  error,
  hint,
  isBlocked = false,
  onChoose,
}: SelectProps<Value>) {
  const id = useId()
  const values = Object.keys(options) as Value[]
  return (
    <Frame>
      <Label htmlFor={id} $isUnseen={isLabelUnseen}>
        {label}
      </Label>
      <Holder>
        <Box
          id={id}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
          disabled={isBlocked}
          onChange={({ target }) => values.filter((it) => it === target.value).forEach(onChoose)}
        >
          {values.map((it) => (
            <option key={it} value={it}>
              {options[it]}
            </option>
          ))}
        </Box>
        <ChevronDown aria-hidden="true" />
      </Holder>
      {hint === undefined ? null : <Hint id={`${id}-hint`}>{hint}</Hint>}
      <Wrong id={`${id}-error`} aria-live="polite">
        {error}
      </Wrong>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
  max-width: 100%;
  gap: ${space[4]};
`

const Label = styled.label<{ readonly $isUnseen: boolean }>`
  font: ${font.strong};
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

const Holder = styled.span`
  position: relative;
  display: inline-grid;
  grid-template-columns: minmax(0, 1fr);

  & > svg {
    position: absolute;
    right: ${space[8]};
    top: 50%;
    width: 1rem;
    height: 1rem;
    transform: translateY(-50%);
    color: ${color['text.muted']};
    pointer-events: none;
  }
`

/** A word that is longer than the page is wide ends in dots; one that turns its direction turns nothing beside it. */
const Box = styled.select`
  min-width: 0;
  max-width: 100%;
  min-height: 2rem;
  padding: 0 ${space[32]} 0 ${space[12]};
  border: 1px solid ${color['border.control']};
  border-radius: ${radius.control};
  background: ${color['bg.surface']};
  appearance: none;
  text-overflow: ellipsis;
  unicode-bidi: isolate;
  cursor: pointer;
  ${focusRing}

  &[aria-invalid='true'] {
    border-color: ${color['danger.icon']};
  }
`

const Hint = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Wrong = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};

  &:empty {
    display: none;
  }
`
