import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, focusRing, radius, shadow, space } from '../../theme/theme.ts'

type OverProps = {
  readonly label: string
  /** Escape, and a press beside it. */
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** A modal panel near the top of the window that is left as easily as it came. Its own keys are heard through it. */
export function Over({ label, onLeave, children }: OverProps) {
  return (
    <Frame
      ref={open}
      data-palette
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onLeave()
      }}
      // A press beside the panel is one on the dialog itself.
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onLeave()
      }}
    >
      <Panel>{children}</Panel>
    </Frame>
  )
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog === null) return
  if (!dialog.open) dialog.showModal()
  return () => dialog.close()
}

const Frame = styled.dialog`
  width: min(36rem, calc(100vw - 1.5rem));
  margin: min(6rem, 5vh) auto auto;
  padding: 0;
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.raised']};
  color: ${color['text.default']};
  box-shadow: ${shadow.dialog};
  ${focusRing}

  &::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`

const Panel = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space[12]};
  max-height: 80dvh;
  padding: ${space[16]};
`
