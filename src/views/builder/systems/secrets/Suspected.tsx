import { Button } from '../../../kit/controls/Button.tsx'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { sideMessages } from '../side.messages.ts'

const messages = sideMessages.secrets

/** What is typed in plain and looks like a secret, with the way to store it as one. */
export function Suspected({ name, onStore }: { readonly name: string; readonly onStore: () => void }) {
  return (
    <Row>
      <Hint role="status">{messages.suspected(name)}</Hint>
      <Button label={messages.storeOf(name)} onPress={onStore}>
        {messages.store}
      </Button>
    </Row>
  )
}
