import type { ComponentProps } from 'react'

import { Field } from '../kit/controls/Field.tsx'
import { IconFace } from '../kit/controls/icon-face.ts'
import { showPassword } from './password-field.messages.ts'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'name' | 'tool'> & {
  readonly isShown: boolean
  readonly onToggle: () => void
}

/** A password, and the eye that shows it. */
export function PasswordField({ isShown, onToggle, ...field }: PasswordFieldProps) {
  const isBlocked = field.isBlocked === true
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      name="password"
      tool={
        <IconFace
          type="button"
          aria-label={showPassword}
          aria-pressed={isShown}
          aria-disabled={isBlocked}
          title={showPassword}
          onClick={isBlocked ? undefined : onToggle}
        >
          <Eye isStruck={isShown} />
        </IconFace>
      }
    />
  )
}

/** Without the library of icons, which the sign-in page does not load. */
const Eye = ({ isStruck }: { readonly isStruck: boolean }) => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d="M2 12a10.7 10.7 0 0 1 20 0 10.7 10.7 0 0 1-20 0" />
    <circle cx="12" cy="12" r="3" />
    {isStruck ? <path d="M3 3l18 18" /> : null}
  </svg>
)
