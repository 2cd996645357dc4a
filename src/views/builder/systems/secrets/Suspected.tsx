import { Button } from '../../../kit/controls/Button.tsx'
import { Hint, Row } from '../../../kit/layout/blocks.ts'
import { sideMessages } from '../side.messages.ts'

const messages = sideMessages.secrets

/** Values in plain text that look like secrets, with a button to store each as a secret. */
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
