import styled, { keyframes } from 'styled-components'

import { color, motion, radius, space } from '#src/theme/theme.ts'

/** Something is under way: a turning ring and the word for it. It appears only when it lasts. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <Row role="status">
      <Ring />
      {label}
    </Row>
  )
}

/** A small ring where the words stand elsewhere. */
export function Ring({ label }: { readonly label?: string }) {
  return label === undefined ? <Turning aria-hidden="true" /> : <Turning role="img" aria-label={label} title={label} />
}

const appear = keyframes`
  from { opacity: 0; }
`

const turn = keyframes`
  to { transform: rotate(1turn); }
`

const Turning = styled.span`
  display: inline-block;
  flex: none;
  width: 0.875rem;
  height: 0.875rem;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: ${radius.pill};
  animation: ${turn} ${motion.turn} linear infinite;
`

const Row = styled.p`
  display: flex;
  align-items: center;
  gap: ${space[8]};
  color: ${color['text.muted']};
  animation: ${appear} ${motion.appear} 200ms backwards;
`
