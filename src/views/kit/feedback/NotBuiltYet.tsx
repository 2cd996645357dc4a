import { settingsMessages as messages } from '../settings.messages.ts'
import { EmptyState } from './EmptyState.tsx'

/** A section whose page comes later; nothing on it is made up meanwhile. */
export function NotBuiltYet() {
  return (
    <EmptyState title={messages.notBuilt}>
      <p>{messages.planned}</p>
    </EmptyState>
  )
}
