import { NotBuiltYet } from '../kit/feedback/NotBuiltYet.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { accountMessages } from './account.messages.ts'
import type { AccountTabProps } from './account-tab.ts'

/** A tab that is not built yet. */
export function LaterTab({ title }: AccountTabProps) {
  return (
    <PageFrame title={title} where={accountMessages.page}>
      <NotBuiltYet />
    </PageFrame>
  )
}
