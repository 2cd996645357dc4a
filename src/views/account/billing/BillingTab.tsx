import { PricesSection } from '../../billing/prices/PricesSection.tsx'
import { UsageSection } from '../../billing/UsageSection.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { billingMessages as messages } from './billing.messages.ts'

/** There is nothing to pay yet: what is measured stands here meanwhile. */
export function BillingTab({ access, user, title }: AccountTabProps) {
  return (
    <PageFrame title={title} where={accountMessages.page}>
      <EmptyState title={messages.none}>
        <p>{messages.why}</p>
      </EmptyState>
      <UsageSection access={access} />
      {user.role === 'SUPER_ADMIN' ? <PricesSection access={access} /> : null}
    </PageFrame>
  )
}
