import { PlainLink } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { shellMessages } from '../shell.messages.ts'

const messages = shellMessages.unknown

export function UnknownPage() {
  return (
    <PageFrame title={messages.title}>
      <EmptyState title={messages.lead}>
        <PlainLink href="/dashboard">{messages.go}</PlainLink>
      </EmptyState>
    </PageFrame>
  )
}
