/** Tabs of the page System Settings: their order, words and addresses. `studio-account-settings.md` section 2. */

export type SettingsTab = keyof typeof settingsTabs

/** `values` are what `?tab=` may be; any other value is the first tab. */
export const settingsTabs = {
  company: { title: 'Company Settings', values: ['company', 'company-settings'] },
  ai: { title: 'AI Integrations', values: ['ai', 'ai-integrations'] },
  retention: { title: 'Retention Policy', values: ['retention', 'retention-policy'] },
  network: { title: 'Network Connectivity', values: ['network', 'network-connectivity'] },
  'ip-whitelist': { title: 'IP Whitelisting', values: ['ip-whitelist', 'ip-whitelisting'] },
  security: { title: 'Security Settings', values: ['security', 'security-settings'] },
  notifications: { title: 'Notification Settings', values: ['notifications', 'notification-settings'] },
  'api-keys': { title: 'API Keys', values: ['api-keys', 'api-key-management'] },
  /** Not in the specification, after its eight. */
  audit: { title: 'Audit Log', values: ['audit', 'audit-log'] },
} as const satisfies Record<string, { readonly title: string; readonly values: readonly string[] }>

export const settingsTabNames = Object.keys(settingsTabs) as readonly SettingsTab[]

export const settingsTabAt = (value: string | null): SettingsTab =>
  settingsTabNames.find((tab) => (settingsTabs[tab].values as readonly string[]).includes(value ?? '')) ?? 'company'
