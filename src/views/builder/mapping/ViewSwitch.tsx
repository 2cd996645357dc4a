import { Button } from '../../kit/controls/Button.tsx'
import { mappingWords } from './mapping.messages.ts'
import { Buttons } from './mapping-frame.ts'

const words = mappingWords.views

/** Table or canvas: both show the same lines. */
export function ViewSwitch({
  isCanvas,
  onSwitch,
}: {
  readonly isCanvas: boolean
  readonly onSwitch: (isCanvas: boolean) => void
}) {
  return (
    <Buttons role="group" aria-label={words.label}>
      <Button isPressed={!isCanvas} onPress={() => onSwitch(false)}>
        {words.table}
      </Button>
      <Button isPressed={isCanvas} onPress={() => onSwitch(true)}>
        {words.canvas}
      </Button>
    </Buttons>
  )
}
