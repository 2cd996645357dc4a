import { type ComponentType, lazy, Suspense } from 'react'

import type { User } from '#contract/auth/auth.ts'
import { type SettingsTab, settingsTabAt, settingsTabNames, settingsTabs } from '#contract/settings/settings-tabs.ts'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { HelpPlace } from '../kit/help-place.ts'
import { SettingsLayout } from '../kit/layout/SettingsLayout.tsx'
import { usePlace } from '../kit/use-place.ts'
import { settingsPageMessages as messages } from './settings.messages.ts'
import type { SettingsTabProps } from './settings-tab.ts'

const tab = (load: () => Promise<ComponentType<SettingsTabProps>>) => lazy(async () => ({ default: await load() }))

/** What draws each tab, loaded when it is first opened. A new tab is one line here. */
const tabs: Readonly<Record<SettingsTab, ComponentType<SettingsTabProps>>> = {
  company: tab(async () => (await import('./company/CompanyTab.tsx')).CompanyTab),
  ai: tab(async () => (await import('./ai/AiTab.tsx')).AiTab),
  retention: tab(async () => (await import('./retention/RetentionTab.tsx')).RetentionTab),
  network: tab(async () => (await import('./network/NetworkTab.tsx')).NetworkTab),
  'ip-whitelist': tab(async () => (await import('./ip-whitelist/IpWhitelistTab.tsx')).IpWhitelistTab),
  security: tab(async () => (await import('./security/SecuritySettingsTab.tsx')).SecuritySettingsTab),
  notifications: tab(async () => (await import('./notifications/NotificationSettingsTab.tsx')).NotificationSettingsTab),
  'api-keys': tab(async () => (await import('./api-keys/ApiKeysTab.tsx')).ApiKeysTab),
  audit: tab(async () => (await import('./audit/AuditTab.tsx')).AuditTab),
}

/** The settings of the company, for its administrators. The tab stands in the address. */
export function SettingsRoute({ user }: { readonly user: User }) {
  const { read } = usePlace()
  const current = settingsTabAt(read('tab'))
  const Tab = tabs[current]
  return (
    <SettingsLayout
      label={messages.sections}
      sections={settingsTabNames.map((id) => ({
        id,
        title: settingsTabs[id].title,
        href: `/system-settings?tab=${settingsTabs[id].values[0]}`,
      }))}
      current={current}
    >
      <HelpPlace value={`settings-${current}`}>
        <Suspense key={current} fallback={<Spinner label={messages.loading} />}>
          <Tab user={user} title={settingsTabs[current].title} />
        </Suspense>
      </HelpPlace>
    </SettingsLayout>
  )
}
