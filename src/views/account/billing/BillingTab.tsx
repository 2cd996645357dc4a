import { OperatorSection } from '../../billing/operator/OperatorSection.tsx'
import { MethodsSection } from '../../billing/payments/MethodsSection.tsx'
import { PricesSection } from '../../billing/prices/PricesSection.tsx'
import { TaxRulesSection } from '../../billing/prices/TaxRulesSection.tsx'
import { ProfilesSection } from '../../billing/profiles/ProfilesSection.tsx'
import { Tabs } from '../../kit/controls/Tabs.tsx'
import { Stack } from '../../kit/layout/blocks.ts'
import { PageFrame } from '../../kit/layout/PageFrame.tsx'
import { usePlace } from '../../kit/use-place.ts'
import { accountMessages } from '../account.messages.ts'
import type { AccountTabProps } from '../account-tab.ts'
import { billingMessages as messages } from './billing.messages.ts'

type Part = keyof typeof messages.operatorTabs

/** Billing profiles and payment methods, for administrators; for the operator the price book and the invoices of all companies too. */
export function BillingTab({ user, title }: AccountTabProps) {
  const { read, move } = usePlace()
  const tabs: Readonly<Partial<Record<Part, string>>> = user.role === 'SUPER_ADMIN' ? messages.operatorTabs : messages.tabs
  const part = (Object.keys(tabs) as Part[]).find((it) => it === read('part')) ?? 'profiles'
  return (
    <PageFrame title={title} where={accountMessages.page}>
      <Tabs
        label={messages.parts}
        tabs={tabs as Readonly<Record<Part, string>>}
        chosen={part}
        onChoose={(it) => move({ part: it === 'profiles' ? null : it, search: null, status: null, page: null })}
      >
        {part === 'profiles' ? <ProfilesSection holder={`${user.firstName} ${user.lastName}`} /> : null}
        {part === 'methods' ? <MethodsSection holder={`${user.firstName} ${user.lastName}`} /> : null}
        {part === 'all' ? <OperatorSection /> : null}
        {part === 'prices' ? (
          <Stack>
            <PricesSection />
            <TaxRulesSection />
          </Stack>
        ) : null}
      </Tabs>
    </PageFrame>
  )
}
