import { Go } from '../../kit/controls/Link.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { shellWords } from '../shell.messages.ts'

const words = shellWords.unknown

export function UnknownPage() {
  return (
    <PageFrame title={words.title}>
      <EmptyState title={words.lead}>
        <Go href="/dashboard">{words.go}</Go>
      </EmptyState>
    </PageFrame>
  )
}
