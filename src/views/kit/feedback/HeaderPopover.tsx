import { type ReactNode, Suspense, useState } from 'react'
import styled from 'styled-components'

import { color, radius, shadow, space } from '#src/theme/theme.ts'
import { Spinner } from './Spinner.tsx'

type HeaderPopoverProps = {
  /** The button that opens it names it as its `popoverTarget`. */
  readonly id: string
  readonly label: string
  readonly loading: string
  readonly children: ReactNode
}

/** What a button of the header opens: the platform's own popover, which closes by Escape and by a press beside it. */
export function HeaderPopover({ id, label, loading, children }: HeaderPopoverProps) {
  // The browser's own word for it: what stands in a closed popover is neither loaded nor drawn.
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box id={id} popover="auto" role="dialog" aria-label={label} onToggle={({ newState }) => setIsOpen(newState === 'open')}>
      <Suspense fallback={<Spinner label={loading} />}>{isOpen ? children : null}</Suspense>
    </Box>
  )
}

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
