import { type ComponentType, lazy, Suspense } from 'react'
import styled from 'styled-components'

import { type AccountTab, accountTabAt, accountTabs, accountTabsFor, refusedTabAt } from '#contract/account/account-tabs.ts'
import type { User } from '#contract/auth/auth.ts'
import { space } from '../../theme/theme.ts'
import { Banner } from '../kit/feedback/Banner.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { HelpPlace } from '../kit/help-place.ts'
import { SettingsLayout } from '../kit/layout/SettingsLayout.tsx'
import { usePlace } from '../kit/use-place.ts'
import { accountMessages as messages } from './account.messages.ts'
import type { AccountTabProps } from './account-tab.ts'

const tab = (load: () => Promise<ComponentType<AccountTabProps>>) => lazy(async () => ({ default: await load() }))

/** What draws each tab, loaded when it is first opened. A new tab is one line here. */
const tabs: Readonly<Record<AccountTab, ComponentType<AccountTabProps>>> = {
  info: tab(async () => (await import('./info/InfoTab.tsx')).InfoTab),
  invoices: tab(async () => (await import('./invoices/InvoicesTab.tsx')).InvoicesTab),
  billing: tab(async () => (await import('./billing/BillingTab.tsx')).BillingTab),
  profile: tab(async () => (await import('./profile/ProfileTab.tsx')).ProfileTab),
  notifications: tab(async () => (await import('./notifications/NotificationsTab.tsx')).NotificationsTab),
  'notification-history': tab(async () => (await import('./notifications/NotificationHistoryTab.tsx')).NotificationHistoryTab),
  team: tab(async () => (await import('./team/TeamTab.tsx')).TeamTab),
  'login-history': tab(async () => (await import('./login-history/LoginHistoryTab.tsx')).LoginHistoryTab),
  mfa: tab(async () => (await import('./security/SecurityTab.tsx')).SecurityTab),
}

/** The account of the person who is signed in. The tab stands in the address. */
export function AccountRoute({ user }: { readonly user: User }) {
  const { read } = usePlace()
  const current = accountTabAt(read('tab'), user.role)
  const Tab = tabs[current]
  const refused = refusedTabAt(read('tab'), user.role)
  return (
    <SettingsLayout
      label={messages.sections}
      sections={accountTabsFor(user.role).map((id) => ({ id, title: accountTabs[id].title, href: hrefOf(id) }))}
      current={current}
    >
      {refused === null ? null : (
        <Above>
          <Banner tone="info" fact={messages.refused(accountTabs[refused].title)} />
        </Above>
      )}
      <HelpPlace value={`account-${current}`}>
        <Suspense key={current} fallback={<Spinner label={messages.loading} />}>
          <Tab user={user} title={accountTabs[current].title} />
        </Suspense>
      </HelpPlace>
    </SettingsLayout>
  )
}

function hrefOf(id: AccountTab): string {
  const [value] = accountTabs[id].values
  return value === undefined ? '/account' : `/account?tab=${value}`
}

const Above = styled.div`
  margin-bottom: ${space[16]};
`
