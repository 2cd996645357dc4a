import { Sparkles } from 'lucide-react'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import styled, { css } from 'styled-components'
import { color, focusRing, radius, shadow, space } from '#src/theme/theme.ts'
import { IconFace } from '../kit/controls/icon-face.ts'
import { ToolSlot } from '../kit/layout/Breadcrumb.tsx'
import { useOverControl } from '../kit/use-over-control.ts'
import { roundButtonMessages as messages } from './round-button.messages.ts'

/** CSS pixels: how large it is, and how far from the corner. */
const [size, inset] = [44, 20]

/** Opens the assistant; it stands on every page. Where a control lies under it, it moves into the margin of the page; on a narrow screen it stands in the header. */
export function RoundButton({ onPress, isBusy = false }: { readonly onPress: () => void; readonly isBusy?: boolean }) {
  const slot = useContext(ToolSlot)
  const [isAside, watch] = useOverControl(size, inset)
  const face = (
    <Face
      ref={watch}
      type="button"
      aria-label={messages.open}
      title={messages.open}
      aria-busy={isBusy}
      $isAside={isAside}
      onClick={onPress}
    >
      <Sparkles aria-hidden />
    </Face>
  )
  return slot === null ? face : createPortal(face, slot)
}

/** In the margin of a page, and clear of what ends there. */
const aside = css`
  right: 0;
  width: 1.125rem;
  border-radius: ${space[12]} 0 0 ${space[12]};
`

const Face = styled(IconFace)<{ readonly $isAside: boolean }>`
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
    ${({ $isAside }) => ($isAside ? aside : undefined)}

    &:hover {
      background: ${color['neutral.text']};
      color: ${color['text.inverse']};
    }

    & > svg {
      width: ${({ $isAside }) => ($isAside ? '1rem' : '1.25rem')};
      height: ${({ $isAside }) => ($isAside ? '1rem' : '1.25rem')};
    }
  }

  @media print {
    display: none;
  }
`
