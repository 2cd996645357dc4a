import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { reviewMessages as messages } from './review.messages.ts'

/** What is not saved can be neither checked nor deployed. */
export function UnsavedCard() {
  return (
    <Card aria-label={messages.deploy}>
      <CardTitle>{messages.deploy}</CardTitle>
      <p role="status">{messages.unsaved}</p>
    </Card>
  )
}
