import { Sparkles } from 'lucide-react'
import styled from 'styled-components'
import { color, focusRing, radius, shadow, space } from '#src/theme/theme.ts'
import { assistantMessages as messages } from './assistant.messages.ts'

/** Opens the assistant; it stands on every page. */
export function RoundButton({ onPress, isBusy = false }: { readonly onPress: () => void; readonly isBusy?: boolean }) {
  return (
    <Face type="button" aria-label={messages.open} title={messages.open} aria-busy={isBusy} onClick={onPress}>
      <Sparkles size={20} aria-hidden />
    </Face>
  )
}

const Face = styled.button`
  position: fixed;
  right: ${space[24]};
  /* Above the footers that hold Save and Deploy. */
  bottom: 76px;
  z-index: 3;
  display: grid;
  place-items: center;
  width: 48px;
  height: 48px;
  border: 0;
  border-radius: ${radius.pill};
  background: ${color['brand.solid']};
  box-shadow: ${shadow.popover};
  color: ${color['text.onBrand']};
  cursor: pointer;
  ${focusRing}

  &:hover {
    background: ${color['brand.solidHover']};
  }

  @media print {
    display: none;
  }
`
