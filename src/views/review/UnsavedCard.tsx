import { reviewWords as words } from '../../words/review.ts'
import { Card, Title } from './card.ts'

/** What is not saved can be neither checked nor deployed. */
export function UnsavedCard() {
  return (
    <Card aria-label={words.deploy}>
      <Title>{words.deploy}</Title>
      <p role="status">{words.unsaved}</p>
    </Card>
  )
}
