import { useState } from 'react'

import type { Secret } from '#contract/connectors/config/config.ts'
import { Button } from '../../../kit/controls/Button.tsx'
import { Field } from '../../../kit/controls/Field.tsx'
import { onPointerUp } from '../../../kit/controls/on-pointer-up.ts'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { Tight } from '../form-parts.tsx'
import { sideMessages as messages } from '../side.messages.ts'

type SecretInputProps = {
  readonly label: string
  readonly secret: Secret
  readonly error: string | undefined
  readonly onGiven: (text: string) => void
  /** What is in the field so far; null: the saved secret stays. */
  readonly onTyped: (text: string | null) => void
}

/** A saved secret is replaced only by another one. */
export function SecretInput({ label, secret, error, onGiven, onTyped }: SecretInputProps) {
  const [isReplacing, setIsReplacing] = useState(false)
  const isSaved = typeof secret !== 'string'
  if (isSaved && !isReplacing)
    return (
      <Tight>
        <strong>{label}</strong>
        <Row>
          <span>{messages.secretIsSet(secret.last4)}</span>
          <Button label={messages.replaceSecret(label)} onPress={() => setIsReplacing(true)}>
            {messages.replace}
          </Button>
        </Row>
        <Hint>{messages.secretIsKept}</Hint>
      </Tight>
    )
  const value = isSaved ? '' : secret
  return (
    <Tight>
      <NewSecret
        key={value}
        label={label}
        value={value}
        error={error}
        onTyped={onTyped}
        onGiven={(text) => {
          setIsReplacing(false)
          onGiven(text)
        }}
      />
      {isSaved ? (
        <Row>
          <Button
            onPress={() => {
              setIsReplacing(false)
              onTyped(null)
            }}
          >
            {messages.keepSecret}
          </Button>
        </Row>
      ) : null}
    </Tight>
  )
}

type NewSecretProps = {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly onGiven: (text: string) => void
  readonly onTyped: (text: string) => void
}

/** Passes the secret on when it is complete: the draft saves automatically, and a saved secret is no longer shown, even a partial one. */
function NewSecret({ label, value, error, onGiven, onTyped }: NewSecretProps) {
  const [text, setText] = useState(value)
  return (
    <Tight onBlur={() => (text === value ? undefined : onPointerUp(() => onGiven(text)))}>
      <Field
        label={label}
        value={text}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        hint={text === value ? messages.secretIsKept : messages.secretIsTyped}
        error={text === value ? error : undefined}
        onWrite={(written) => {
          setText(written)
          onTyped(written)
        }}
      />
    </Tight>
  )
}
