import { type ReactNode, Suspense, useId, useState } from 'react'
import styled from 'styled-components'

import type { User } from '#contract/auth/auth.ts'
import { color, focusRing, font, radius, shadow, space } from '../../theme/theme.ts'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { shellMessages as messages } from './shell.messages.ts'

type ProfileProps = {
  readonly user: User
  /** What stands in the popover. */
  readonly children: ReactNode
}

/** The button of the person, and the platform's own popover: it closes by Escape and by a press beside it. */
export function Profile({ user, children }: ProfileProps) {
  const id = useId()
  // The browser's own word for it: what stands in a closed popover is neither loaded nor drawn.
  const [isOpen, setIsOpen] = useState(false)
  const name = `${user.firstName} ${user.lastName}`
  const initials = `${initialOf(user.firstName)}${initialOf(user.lastName)}`
  return (
    <>
      <Face type="button" popoverTarget={id} aria-label={messages.profile(name, initials)} title={name}>
        {initials}
      </Face>
      <Box
        id={id}
        popover="auto"
        role="dialog"
        aria-label={messages.profileCard}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        <Suspense fallback={<Spinner label={messages.loading} />}>{isOpen ? children : null}</Suspense>
      </Box>
    </>
  )
}

/** The first sign as a person counts them. */
const initialOf = (name: string) => Array.from(name.trim())[0]?.toUpperCase() ?? ''

const Face = styled.button`
  display: inline-grid;
  place-content: center;
  width: 1.75rem;
  height: 1.75rem;
  margin-left: ${space[8]};
  padding: 0;
  border: 0;
  border-radius: ${radius.pill};
  background: ${color['brand.subtle']};
  color: ${color['brand.onSubtle']};
  font: ${font.dense};
  font-weight: 600;
  cursor: pointer;
  ${focusRing}
`

const Box = styled.div`
  position: fixed;
  inset: 3.5rem ${space[12]} auto auto;
  width: min(18rem, calc(100vw - 1.5rem));
  max-height: calc(100dvh - 4.5rem);
  margin: 0;
  padding: ${space[16]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.raised']};
  color: ${color['text.default']};
  box-shadow: ${shadow.popover};
  overflow: auto;
`
