import { X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Text } from 'react-aria-components/Text'
import {
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components/Toast'
import { createRoot, type Root } from 'react-dom/client'
import styled from 'styled-components'

import { color, focusRing, narrow, radius, shadow, space } from '#src/theme/theme.ts'
import { partMessages as words } from '../parts.messages.ts'

/** What can be done about it. The message then stays until it was used or is closed. */
export type ToastAction = { readonly name: string; readonly onPress: () => void }

/** Decision X29: a success stands 3 s, longer only while hovered or focused. With something to do it stays. */
const shownFor = 3_000
type Shown = { readonly message: string; readonly action?: ToastAction | undefined }

const queue = new ToastQueue<Shown>({ maxVisibleToasts: 3 })
let region: Root | null = null

/** Draws a message; its region stands beside the page and outlives every route. */
export function showToast(message: string, action?: ToastAction): void {
  if (region === null) {
    region = createRoot(document.body.appendChild(document.createElement('div')))
    region.render(<ToastRegion />)
  }
  queue.add({ message, action }, action === undefined ? { timeout: shownFor } : {})
}

function ToastRegion() {
  return (
    <Region queue={queue} aria-label={words.messages}>
      {({ toast }) => {
        const { message, action } = toast.content as Shown
        return (
          <Box toast={toast}>
            <ToastContent>
              <Text slot="title">{message}</Text>
            </ToastContent>
            {action === undefined ? null : (
              <Action
                onPress={() => {
                  action.onPress()
                  queue.close(toast.key)
                }}
              >
                {action.name}
              </Action>
            )}
            <Close slot="close" aria-label={words.dismiss}>
              <X aria-hidden="true" />
            </Close>
          </Box>
        )
      }}
    </Region>
  )
}

/** Above the bar that saves, left of the button of the assistant, below a dialog. */
const Region = styled(AriaToastRegion)`
  position: fixed;
  z-index: 5;
  right: ${space[16]};
  bottom: ${space[16]};
  display: grid;
  gap: ${space[8]};
  width: min(22rem, calc(100vw - 2rem));
  border-radius: ${radius.card};
  ${focusRing}

  @media (min-width: 62rem) {
    right: 5.25rem;
  }

  body:has([data-foot] > :not([data-clean])) & {
    right: ${space[16]};
    bottom: 4.75rem;
  }

  ${narrow} {
    body:has([data-foot] > :not([data-clean])) & {
      bottom: 6.5rem;
    }
  }
`

const Box = styled(Toast)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space[8]};
  padding: ${space[8]} ${space[8]} ${space[8]} ${space[16]};
  border-radius: ${radius.card};
  background: ${color['bg.inverse']};
  color: ${color['text.inverse']};
  box-shadow: ${shadow.popover};
  overflow-wrap: anywhere;
  ${focusRing}
`

const Action = styled(Button)`
  flex: none;
  padding: ${space[4]} ${space[8]};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  text-decoration: underline;
  cursor: pointer;
  ${focusRing}
`

const Close = styled(Button)`
  display: inline-grid;
  place-items: center;
  width: 2rem;
  height: 2rem;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: inherit;
  cursor: pointer;
  ${focusRing}

  & > svg {
    width: 1rem;
    height: 1rem;
  }
`
