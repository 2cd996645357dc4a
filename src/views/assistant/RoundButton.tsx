import { Sparkles } from 'lucide-react'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import styled from 'styled-components'
import { color, focusRing, radius, shadow } from '#src/theme/theme.ts'
import { IconFace } from '../kit/controls/icon-face.ts'
import { ToolSlot } from '../kit/layout/Breadcrumb.tsx'
import { roundButtonMessages as messages } from './round-button.messages.ts'

/** CSS pixels: how large it is, and how far from the corner. */
const [size, inset] = [44, 20]

/** Opens the assistant; it stands on every page, hidden while something is unsaved or a dialog or sheet is open. On a narrow screen it stands in the header. */
export function RoundButton({ onPress, isBusy = false }: { readonly onPress: () => void; readonly isBusy?: boolean }) {
  const slot = useContext(ToolSlot)
  const face = (
    <Face type="button" aria-label={messages.open} title={messages.open} aria-busy={isBusy} onClick={onPress}>
      <Sparkles aria-hidden />
    </Face>
  )
  return slot === null ? face : createPortal(face, slot)
}

const Face = styled(IconFace)`
  @media (min-width: 62rem) {
    position: fixed;
    right: ${inset}px;
    bottom: ${inset}px;
    width: ${size}px;
    height: ${size}px;
    border-radius: ${radius.pill};
    background: ${color['bg.inverse']};
    box-shadow: ${shadow.popover};
    color: ${color['text.inverse']};
    ${focusRing}
    body:has([data-foot] > :not([data-clean])) & {
      bottom: 4.75rem;
    }

    body:has([data-unsaved], dialog[open], [role='dialog']:not([popover])) & {
      visibility: hidden;
    }

    &:hover {
      background: ${color['neutral.text']};
      color: ${color['text.inverse']};
    }

    & > svg {
      width: 1.25rem;
      height: 1.25rem;
    }
  }

  @media print {
    display: none;
  }
`
