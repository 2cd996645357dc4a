import { shellWords } from '../../words/shell.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Go } from '../parts/Go.tsx'
import { PageFrame } from './PageFrame.tsx'

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
