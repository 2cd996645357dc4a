import { useId } from 'react'
import styled from 'styled-components'

import { color, focusRing, font, radius, space, unseen } from '#src/theme/theme.ts'

type SwitchProps = {
  readonly label: string
  /** Where a heading beside it says the same. */
  readonly isLabelUnseen?: boolean
  readonly isOn: boolean
  readonly hint?: string
  readonly isBlocked?: boolean
  readonly onTurn: (isOn: boolean) => void
}

/** Something that is on or off, on the platform's own checkbox. */
export function Switch({ label, isLabelUnseen = false, isOn, hint, isBlocked = false, onTurn }: SwitchProps) {
  const id = useId()
  return (
    <Row>
      <Box
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-disabled={isBlocked}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => {
          if (!isBlocked) onTurn(target.checked)
        }}
      />
      <Text $isUnseen={isLabelUnseen}>
        <label htmlFor={id}>{label}</label>
        {hint === undefined ? null : <Hint id={`${id}-hint`}>{hint}</Hint>}
      </Text>
    </Row>
  )
}

const Row = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space[8]};
  min-width: 0;
`

const Box = styled.input`
  position: relative;
  flex: none;
  width: 1.75rem;
  height: 1rem;
  margin: 2px 0;
  border-radius: ${radius.pill};
  background: ${color['border.control']};
  appearance: none;
  cursor: pointer;
  ${focusRing}

  &::before {
    content: '';
    position: absolute;
    inset: 2px auto auto 2px;
    width: 0.75rem;
    height: 0.75rem;
    border-radius: 50%;
    background: ${color['text.onBrand']};
  }

  &:checked {
    background: ${color['brand.solid']};
  }

  &:checked::before {
    inset-inline-start: calc(100% - 0.875rem);
  }

  &[aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }

  @media (forced-colors: active) {
    border: 1px solid ButtonText;
  }
`

const Text = styled.span<{ readonly $isUnseen: boolean }>`
  display: grid;
  min-width: 0;
  ${({ $isUnseen }) => ($isUnseen ? unseen : undefined)}
`

const Hint = styled.span`
  color: ${color['text.muted']};
  font: ${font.dense};
`
