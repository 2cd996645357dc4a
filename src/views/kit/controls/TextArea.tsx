import { useId } from 'react'
import styled from 'styled-components'

import { font, space } from '#src/theme/theme.ts'
import { boxProps, boxStyle, Labelled } from './Labelled.tsx'

type TextAreaProps = {
  readonly label: string
  readonly value: string
  readonly onWrite: (text: string) => void
  readonly rows?: number
  readonly hint?: string
  /** What is wrong with what was typed; it stays typed. */
  readonly error?: string | undefined
  /** Code, JSON, a command: no spell checker, letters of one width. */
  readonly isCode?: boolean
  /** Keeps the focus and the text, takes no writing. */
  readonly isBlocked?: boolean
  readonly maxLength?: number
}

/** A labelled text of several lines on the platform's own. */
export function TextArea({
  label,
  value,
  onWrite,
  rows = 3,
  hint,
  error,
  isCode = false,
  isBlocked = false,
  maxLength,
}: TextAreaProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <Box
        {...boxProps(id, hint, error, isBlocked)}
        rows={rows}
        value={value}
        maxLength={maxLength}
        spellCheck={!isCode}
        autoComplete="off"
        $isCode={isCode}
        onChange={({ target }) => onWrite(target.value)}
      />
    </Labelled>
  )
}

const Box = styled.textarea<{ readonly $isCode: boolean }>`
  ${boxStyle}
  padding: ${space[8]} ${space[12]};
  font: ${({ $isCode }) => ($isCode ? font.code : font.body)};
  resize: vertical;
`
