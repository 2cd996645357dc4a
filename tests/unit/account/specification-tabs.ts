/** Tabs of Account and System Settings and their addresses, a second time as `studio-account-settings.md` section 2 has them. */
import { accountTabAt, accountTabs, accountTabsFor, refusedTabAt } from '#contract/account/account-tabs.ts'
import { settingsTabAt, settingsTabNames, settingsTabs } from '#contract/settings/settings-tabs.ts'

export type Row = readonly [what: string, ours: unknown, theirs: unknown]

export const tabs: readonly Row[] = [
  [
    'tabs of an administrator',
    accountTabsFor('ADMIN').map((tab) => accountTabs[tab].title),
    [
      ...['Info', 'Invoices', 'Billing & Payment', 'User Profile', 'Notification Settings', 'Notification History'],
      ...['Team Members', 'Login History', 'Security & MFA'],
    ],
  ],
  ['tabs of the operator', accountTabsFor('SUPER_ADMIN'), accountTabsFor('ADMIN')],
  ['place of Login History for a USER', accountTabsFor('USER').indexOf('login-history'), 5],
  ['place of Security & MFA for a USER', accountTabsFor('USER').indexOf('mfa'), 6],
  [
    'tabs of the settings, and the audit log after them',
    settingsTabNames.map((tab) => settingsTabs[tab].title),
    [
      ...['Company Settings', 'AI Integrations', 'Retention Policy', 'Network Connectivity', 'IP Whitelisting'],
      ...['Security Settings', 'Notification Settings', 'API Keys', 'Audit Log'],
    ],
  ],
]

const accountValues: Readonly<Record<string, string>> = {
  invoices: 'Invoices',
  billing: 'Billing & Payment',
  'billing-profile': 'Billing & Payment',
  profile: 'User Profile',
  'user-profile': 'User Profile',
  notifications: 'Notification Settings',
  'notification-history': 'Notification History',
  team: 'Team Members',
  'team-members': 'Team Members',
  'login-history': 'Login History',
  'security-history': 'Login History',
  mfa: 'Security & MFA',
  security: 'Security & MFA',
  info: 'Info',
  TEAM: 'Info',
}
const settingsValues: Readonly<Record<string, string>> = {
  company: 'Company Settings',
  'company-settings': 'Company Settings',
  ai: 'AI Integrations',
  'ai-integrations': 'AI Integrations',
  retention: 'Retention Policy',
  'retention-policy': 'Retention Policy',
  network: 'Network Connectivity',
  'network-connectivity': 'Network Connectivity',
  'ip-whitelist': 'IP Whitelisting',
  'ip-whitelisting': 'IP Whitelisting',
  security: 'Security Settings',
  'security-settings': 'Security Settings',
  notifications: 'Notification Settings',
  'notification-settings': 'Notification Settings',
  'api-keys': 'API Keys',
  'api-key-management': 'API Keys',
  anything: 'Company Settings',
}
export const addresses: readonly Row[] = [
  ['/account?tab=team of a USER is refused with a sentence', refusedTabAt('team', 'USER'), 'team'],
  ['/account?tab=team of an ADMIN is not', refusedTabAt('team', 'ADMIN'), null],
  ['/account?tab=mfa of a USER is not', refusedTabAt('mfa', 'USER'), null],
  ...Object.entries(accountValues).map(
    ([value, title]): Row => [`/account?tab=${value}`, accountTabs[accountTabAt(value, 'ADMIN')].title, title],
  ),
  ['/account', accountTabAt(null, 'USER'), 'info'],
  ['/account?tab=team of a USER', accountTabAt('team', 'USER'), 'info'],
  ['/account?tab=billing of a USER (X37)', accountTabAt('billing', 'USER'), 'info'],
  ...Object.entries(settingsValues).map(
    ([value, title]): Row => [`/system-settings?tab=${value}`, settingsTabs[settingsTabAt(value)].title, title],
  ),
  ['/system-settings', settingsTabAt(null), 'company'],
]
