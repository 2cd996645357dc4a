import { InfoSection } from '../../billing/info/InfoSection.tsx'
import { PlanSection } from '../../billing/plan/PlanSection.tsx'
import { UsageSection } from '../../billing/UsageSection.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { infoMessages as messages } from './info.messages.ts'

/** Plan, usage and the bill of this month. */
export function InfoTab({ access, user, title }: AccountTabProps) {
  return (
    <PageFrame title={title} where={accountMessages.page} sub={messages.company(user.companyName)}>
      <InfoSection access={access} />
      <UsageSection access={access} />
      <PlanSection access={access} mayChange={user.role !== 'USER'} />
    </PageFrame>
  )
}
