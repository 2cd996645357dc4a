import { Button } from '../../../kit/controls/Button.tsx'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { sideMessages } from '../side.messages.ts'

const messages = sideMessages.secrets

type SuspectedProps = {
  readonly name: string
  /** Null: it is used where no secret can be. */
  readonly onStore: (() => void) | null
}

/** Values in plain text that look like secrets, with a button to store each as a secret. */
export function Suspected({ name, onStore }: SuspectedProps) {
  return (
    <Row>
      <Hint role="status">
        {messages.suspected(name)}
        {onStore === null ? ` ${messages.useElsewhere}` : null}
      </Hint>
      {onStore === null ? null : (
        <Button label={messages.storeOf(name)} onPress={onStore}>
          {messages.store}
        </Button>
      )}
    </Row>
  )
}
