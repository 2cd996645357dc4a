import { type ReactNode, useState } from 'react'
import styled from 'styled-components'

import { color, font, space } from '../../theme/theme.ts'
import { Button } from '../kit/controls/Button.tsx'
import { Ring } from '../kit/feedback/Spinner.tsx'

type AuthFormProps = {
  readonly name: string
  readonly onSubmit: () => void
  readonly submit: string
  /** Stands in the place of `submit` while it is under way. */
  readonly submitting?: string
  readonly isBusy?: boolean
  readonly canSubmit: boolean
  /** What is missing where it cannot be submitted yet. */
  readonly missing: string
  readonly cancel?: { readonly word: string; readonly onPress: () => void } | null
  readonly children: ReactNode
}

/** A form outside: its fields, the button that sends it, which says what is missing when it is pressed, and the way out of waiting. */
export function AuthForm({
  name,
  onSubmit,
  submit,
  submitting = submit,
  isBusy = false,
  canSubmit,
  missing,
  cancel,
  children,
}: AuthFormProps) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <Form
      aria-label={name}
      aria-busy={isBusy}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <Button
        kind="primary"
        submits
        isReady
        isBlocked={!canSubmit}
        onBlocked={() => setIsAsked(true)}
        why={isBusy ? undefined : 'form-why'}
      >
        {isBusy ? <Ring /> : null}
        {isBusy ? submitting : submit}
      </Button>
      <Why id="form-why" hidden={!isAsked || canSubmit || isBusy}>
        {missing}
      </Why>
      {cancel ? <Button onPress={cancel.onPress}>{cancel.word}</Button> : null}
    </Form>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[16]};
  min-width: 0;
`

/** Describes the button from the first, and stands on the screen once that was pressed. */
const Why = styled.p`
  color: ${color['danger.text']};
  font: ${font.dense};
`
