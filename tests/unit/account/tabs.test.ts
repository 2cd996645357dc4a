/** The tabs of Account and System Settings, written a second time from `studio-account-settings.md` section 2. */
import { expect, it } from 'vitest'

import { accountTabAt, accountTabs, accountTabsFor } from '#contract/account/account-tabs.ts'
import { settingsTabAt, settingsTabNames, settingsTabs } from '#contract/settings/settings-tabs.ts'

it('the account has nine tabs in this order, and for a USER no Team Members', () => {
  const all = ['Info', 'Invoices', 'Billing & Payment', 'User Profile', 'Notification Settings', 'Notification History']
  const last = ['Login History', 'Security & MFA']
  expect(accountTabsFor('ADMIN').map((tab) => accountTabs[tab].title)).toEqual([...all, 'Team Members', ...last])
  expect(accountTabsFor('SUPER_ADMIN')).toEqual(accountTabsFor('ADMIN'))
  expect(accountTabsFor('USER').map((tab) => accountTabs[tab].title)).toEqual([...all, ...last])
})

it.each([
  ['invoices', 'Invoices'],
  ['billing', 'Billing & Payment'],
  ['billing-profile', 'Billing & Payment'],
  ['profile', 'User Profile'],
  ['user-profile', 'User Profile'],
  ['notifications', 'Notification Settings'],
  ['notification-history', 'Notification History'],
  ['team', 'Team Members'],
  ['team-members', 'Team Members'],
  ['login-history', 'Login History'],
  ['security-history', 'Login History'],
  ['mfa', 'Security & MFA'],
  ['security', 'Security & MFA'],
  ['info', 'Info'],
  ['TEAM', 'Info'],
  [null, 'Info'],
])('?tab=%s of the account is %s', (value, title) => expect(accountTabs[accountTabAt(value, 'ADMIN')].title).toBe(title))

it('a USER who opens the team sees Info', () => {
  expect(accountTabAt('team', 'USER')).toBe('info')
  expect(accountTabAt('team-members', 'USER')).toBe('info')
})

it('the system settings have the eight tabs of the specification in its order, and the audit log after them', () => {
  expect(settingsTabNames.map((tab) => settingsTabs[tab].title)).toEqual([
    ...['Company Settings', 'AI Integrations', 'Retention Policy', 'Network Connectivity', 'IP Whitelisting'],
    ...['Security Settings', 'Notification Settings', 'API Keys', 'Audit Log'],
  ])
})

it.each([
  ['company', 'Company Settings'],
  ['company-settings', 'Company Settings'],
  ['ai', 'AI Integrations'],
  ['ai-integrations', 'AI Integrations'],
  ['retention', 'Retention Policy'],
  ['retention-policy', 'Retention Policy'],
  ['network', 'Network Connectivity'],
  ['network-connectivity', 'Network Connectivity'],
  ['ip-whitelist', 'IP Whitelisting'],
  ['ip-whitelisting', 'IP Whitelisting'],
  ['security', 'Security Settings'],
  ['security-settings', 'Security Settings'],
  ['notifications', 'Notification Settings'],
  ['notification-settings', 'Notification Settings'],
  ['api-keys', 'API Keys'],
  ['api-key-management', 'API Keys'],
  [null, 'Company Settings'],
  ['anything', 'Company Settings'],
])('?tab=%s of the settings is %s', (value, title) => expect(settingsTabs[settingsTabAt(value)].title).toBe(title))
