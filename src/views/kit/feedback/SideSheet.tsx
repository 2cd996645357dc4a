import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styled from 'styled-components'

import { color, font, motion, shadow, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { partMessages as messages } from '../parts.messages.ts'

type SideSheetProps = {
  readonly title: ReactNode
  /** One line below the title. */
  readonly sub?: ReactNode
  readonly onClose: () => void
  /** False while something is under way that cannot be left. */
  readonly isClosable?: boolean
  /** To the row above and below; left out where there is none. */
  readonly onPrevious?: (() => void) | undefined
  readonly onNext?: (() => void) | undefined
  /** What can be done about it, the primary one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** One record, field or run beside its list, which stays in use. Escape closes it, and the focus goes back to where it was. */
export function SideSheet({ title, sub, onClose, isClosable = true, onPrevious, onNext, footer, children }: SideSheetProps) {
  const id = useId()
  return (
    <Frame
      ref={takeFocus}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        if (isClosable) onClose()
      }}
    >
      <Head>
        <Titles>
          <Title id={id}>{title}</Title>
          {sub === undefined ? null : <Sub>{sub}</Sub>}
        </Titles>
        {onPrevious === undefined && onNext === undefined ? null : (
          <>
            <Button kind="quiet" label={messages.previous} isBlocked={onPrevious === undefined} onPress={() => onPrevious?.()}>
              <ChevronUp aria-hidden="true" />
            </Button>
            <Button kind="quiet" label={messages.next} isBlocked={onNext === undefined} onPress={() => onNext?.()}>
              <ChevronDown aria-hidden="true" />
            </Button>
          </>
        )}
        <Button kind="quiet" label={messages.close} isBlocked={!isClosable} onPress={onClose}>
          <X aria-hidden="true" />
        </Button>
      </Head>
      <Body>{children}</Body>
      {footer === undefined ? null : <Foot>{footer}</Foot>}
    </Frame>
  )
}

/**
 * What has the focus may be removed, as a button is once it was pressed. The focus then stays in the sheet, where Escape closes it. Returns what
 * ends that.
 */
function holdFocus(sheet: HTMLElement): () => void {
  let isInside = true
  const follow = ({ target }: Event) => {
    isInside = target instanceof Node && sheet.contains(target)
  }
  const observer = new MutationObserver(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isInside && isLost) sheet.focus({ preventScroll: true })
  })
  observer.observe(sheet, { childList: true, subtree: true })
  document.addEventListener('focusin', follow)
  document.addEventListener('pointerdown', follow)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', follow)
    document.removeEventListener('pointerdown', follow)
  }
}

function takeFocus(sheet: HTMLElement | null) {
  if (sheet === null) return
  const before = document.activeElement
  sheet.focus({ preventScroll: true })
  const leave = holdFocus(sheet)
  return () => {
    leave()
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
  }
}

const Frame = styled.div`
  position: fixed;
  z-index: 3;
  inset: 0 0 0 auto;
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  width: 424px;
  border-left: 1px solid ${color['border.default']};
  background: ${color['bg.raised']};
  box-shadow: ${shadow.popover};
  outline: none;
  transition: transform ${motion.appear}, opacity ${motion.appear};

  @starting-style {
    opacity: 0;
    transform: translateX(8px);
  }

  @media (max-width: 61.99rem) {
    width: 100%;
  }
`

const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[4]};
  min-height: 56px;
  padding: ${space[8]} ${space[8]} ${space[8]} ${space[16]};
  border-bottom: 1px solid ${color['border.subtle']};
`

const Titles = styled.div`
  flex: 1;
  min-width: 0;
`

const Sub = styled.p`
  color: ${color['text.muted']};
  font: ${font.dense};
`

const Title = styled.h2`
  overflow: hidden;
  font: ${font.section};
  text-overflow: ellipsis;
  white-space: nowrap;
`

/** Rows are as tall as what is in them: a row with a least height of its own would be cut to it. */
const Body = styled.div`
  display: grid;
  grid-auto-rows: max-content;
  align-content: start;
  gap: ${space[16]};
  min-width: 0;
  padding: ${space[16]};
  overflow: auto;
  overflow-wrap: anywhere;
`

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: flex-end;
  gap: ${space[8]};
  min-height: 56px;
  padding: ${space[8]} ${space[16]};
  border-top: 1px solid ${color['border.subtle']};
`
