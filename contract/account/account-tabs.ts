/** Tabs of the page Account: their order, words, addresses, and who sees them. `studio-account-settings.md` section 2. */
import type { Role } from '../kit/endpoint.ts'

export type AccountTab = keyof typeof accountTabs

const administrators: readonly Role[] = ['SUPER_ADMIN', 'ADMIN']
const everyRole: readonly Role[] = [...administrators, 'USER']

/** `values` are what `?tab=` may be; any other value is the first tab. */
export const accountTabs = {
  info: { title: 'Info', values: [], roles: everyRole },
  invoices: { title: 'Invoices', values: ['invoices'], roles: everyRole },
  billing: { title: 'Billing & Payment', values: ['billing', 'billing-profile'], roles: administrators },
  profile: { title: 'User Profile', values: ['profile', 'user-profile'], roles: everyRole },
  notifications: { title: 'Notification Settings', values: ['notifications'], roles: everyRole },
  'notification-history': { title: 'Notification History', values: ['notification-history'], roles: everyRole },
  team: { title: 'Team Members', values: ['team', 'team-members'], roles: administrators },
  'login-history': { title: 'Login History', values: ['login-history', 'security-history'], roles: everyRole },
  mfa: { title: 'Security & MFA', values: ['mfa', 'security'], roles: everyRole },
} as const satisfies Record<
  string,
  { readonly title: string; readonly values: readonly string[]; readonly roles: readonly Role[] }
>

export const accountTabsFor = (role: Role): readonly AccountTab[] =>
  (Object.keys(accountTabs) as AccountTab[]).filter((tab) => accountTabs[tab].roles.includes(role))

/** The tab that an address asks for and that is not for people of this role; null where there is none. */
export const refusedTabAt = (value: string | null, role: Role): AccountTab | null =>
  (Object.keys(accountTabs) as AccountTab[]).find(
    (tab) => (accountTabs[tab].values as readonly string[]).includes(value ?? '') && !accountTabs[tab].roles.includes(role),
  ) ?? null

/** The tab of an address, for a person of a role. */
export const accountTabAt = (value: string | null, role: Role): AccountTab =>
  accountTabsFor(role).find((tab) => (accountTabs[tab].values as readonly string[]).includes(value ?? '')) ?? 'info'
