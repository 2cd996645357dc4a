import { type FocusEvent, type HTMLInputTypeAttribute, type ReactNode, type Ref, useId } from 'react'
import styled from 'styled-components'

import { boxProps, boxStyle, Labelled } from './Labelled.tsx'

type FieldProps = {
  readonly label: string
  readonly value: string
  readonly onWrite: (text: string) => void
  /** The focus went elsewhere. */
  readonly onLeave?: () => void
  readonly type?: HTMLInputTypeAttribute
  readonly name?: string
  readonly autoComplete?: string
  readonly inputMode?: 'numeric' | 'decimal'
  readonly hint?: string
  /** Id of a text besides the hint that tells more. */
  readonly describedBy?: string
  /** False for what no spell checker may be sent. */
  readonly spellCheck?: boolean
  /** Values to choose from by typing a part of them; others can be typed too. */
  readonly suggestions?: readonly string[]
  /** What is wrong with what was typed; it stays typed. */
  readonly error?: string | undefined
  readonly isRequired?: boolean
  /** Keeps the focus and the text, takes no writing. */
  readonly isBlocked?: boolean
  /** Right of the name. */
  readonly aside?: ReactNode
  /** A small button inside the box, at its end. */
  readonly tool?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled line of text on the platform's own input. */
export function Field({
  label,
  value,
  onWrite,
  onLeave,
  hint,
  describedBy,
  suggestions,
  error,
  isRequired,
  isBlocked = false,
  aside,
  tool,
  ...input
}: FieldProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label} hint={hint} error={error} aside={aside}>
      <Around>
        <Box
          {...input}
          {...boxProps(id, hint, error, isBlocked, describedBy)}
          value={value}
          required={isRequired}
          onChange={({ target }) => onWrite(target.value)}
          onBlur={onLeave}
          {...(suggestions === undefined ? {} : { list: `${id}-list`, onFocus: selectAll })}
        />
        {tool}
      </Around>
      {suggestions === undefined ? null : (
        <datalist id={`${id}-list`}>
          {suggestions.map((it) => (
            <option key={it} value={it} />
          ))}
        </datalist>
      )}
    </Labelled>
  )
}

/** Browsers suggest only what contains the text: the first key replaces it. */
const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select()

const Around = styled.div`
  position: relative;

  &:has(> button) > input {
    padding-right: 2.25rem;
  }

  & > button {
    position: absolute;
    inset: 0 2px 0 auto;
    margin: auto 0;
  }
`

const Box = styled.input`
  ${boxStyle}
  min-height: 2rem;
  padding: 0 10px;
`
