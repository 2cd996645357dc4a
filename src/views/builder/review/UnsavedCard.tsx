import { Card, CardTitle } from '../../kit/layout/blocks.ts'
import { reviewWords as words } from './review.messages.ts'

/** What is not saved can be neither checked nor deployed. */
export function UnsavedCard() {
  return (
    <Card aria-label={words.deploy}>
      <CardTitle>{words.deploy}</CardTitle>
      <p role="status">{words.unsaved}</p>
    </Card>
  )
}
