import { Button } from '../../kit/controls/Button.tsx'
import { mappingMessages } from './mapping.messages.ts'
import { Buttons } from './mapping-frame.ts'

const messages = mappingMessages.views

/** Table or canvas: both show the same lines. */
export function ViewSwitch({
  isCanvas,
  onSwitch,
}: {
  readonly isCanvas: boolean
  readonly onSwitch: (isCanvas: boolean) => void
}) {
  return (
    <Buttons role="group" aria-label={messages.label}>
      <Button isPressed={!isCanvas} onPress={() => onSwitch(false)}>
        {messages.table}
      </Button>
      <Button isPressed={isCanvas} onPress={() => onSwitch(true)}>
        {messages.canvas}
      </Button>
    </Buttons>
  )
}
