/** The tabs of `/system-settings` in their order, the words of `?tab=` that lead to them, and what holds for all. `worklist.md` 2.A.7. */

export const settingsTabs = [
  { id: 'company', label: 'Company Settings', aliases: ['company', 'company-settings'] },
  { id: 'ai', label: 'AI Integrations', aliases: ['ai', 'ai-integrations'] },
  { id: 'retention', label: 'Retention Policy', aliases: ['retention', 'retention-policy'] },
  { id: 'network', label: 'Network Connectivity', aliases: ['network', 'network-connectivity'] },
  { id: 'ip-whitelist', label: 'IP Whitelisting', aliases: ['ip-whitelist', 'ip-whitelisting'] },
  { id: 'security', label: 'Security Settings', aliases: ['security', 'security-settings'] },
  { id: 'notifications', label: 'Notification Settings', aliases: ['notifications', 'notification-settings'] },
  { id: 'api-keys', label: 'API Keys', aliases: ['api-keys', 'api-key-management'] },
] as const
/** Where `?tab=` says nothing that is known. */
export const settingsTabDefault = 'company'

export const settingsTexts = {
  forbidden: "You don't have permission to access system settings.",
  apiError: 'API Error',
  networkError: 'Network error - please check your connection',
  unknownError: 'Unknown error occurred',
} as const
