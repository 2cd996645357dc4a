import { PlainLink } from '../controls/Link.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { PageFrame } from './PageFrame.tsx'
import { unknownPageMessages as messages } from './unknown-page.messages.ts'

/** Nothing is there, or nothing that this person may know of. */
export function UnknownPage() {
  return (
    <PageFrame title={messages.title}>
      <EmptyState title={messages.lead}>
        <PlainLink href="/dashboard">{messages.go}</PlainLink>
      </EmptyState>
    </PageFrame>
  )
}
