import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import { color, font, shadow, space } from '#src/theme/theme.ts'

type DialogProps = {
  readonly title: string
  readonly children: ReactNode
  /** Escape; without it the dialog is left only by what stands in it. */
  readonly onLeave?: (() => void) | undefined
  /** For texts side by side. */
  readonly isWide?: boolean
}

/** The platform's own modal dialog: it is open for as long as it is drawn, keeps the focus inside and gives it back. */
export function Dialog({ title, children, onLeave, isWide = false }: DialogProps) {
  const id = useId()
  return (
    <Frame
      ref={open}
      $isWide={isWide}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onLeave?.()
      }}
      // Chromium closes a dialog at the second Escape whatever `cancel` says; only the chart may close this one.
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onLeave?.()
      }}
    >
      <Title id={id}>{title}</Title>
      {children}
    </Frame>
  )
}

function open(dialog: HTMLDialogElement | null) {
  if (dialog === null) return
  if (!dialog.open) dialog.showModal()
  return () => dialog.close()
}

const Frame = styled.dialog<{ readonly $isWide: boolean }>`
  width: min(${({ $isWide }) => ($isWide ? '64rem' : '28rem')}, calc(100vw - 2rem));
  max-height: calc(100dvh - 2rem);
  padding: 20px;
  border: 1px solid ${color['border.default']};
  border-radius: 12px;
  background: ${color['bg.raised']};
  color: ${color['text.default']};
  box-shadow: ${shadow.dialog};
  overflow: auto;

  &[open] {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[16]};
  }

  &::backdrop {
    background: rgb(0 0 0 / 45%);
  }
`

const Title = styled.h2`
  font: ${font.section};
`
