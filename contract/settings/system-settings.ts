/** Settings of a company, section by section. `worklist.md` 2.A.1. Sections without a schema here have nothing to be chosen yet. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, orNull, readOnlyMembers } from '../kit/schemas.ts'
import { AiIntegrations, SentAiIntegrations } from './ai/ai-integrations.ts'
import { CompanySettings, MaintenanceBegin } from './company-settings.ts'
import { AllowedIpForm, IpWhitelisting, sentAddress } from './ip-whitelist.ts'
import { ipWhitelistLimits } from './ip-whitelist-limits.ts'
import { NetworkShown, SentNetwork } from './network/network.ts'
import { NotificationSettings, SentNotifications } from './notification-settings.ts'
import { RetentionPolicy } from './retention/retention.ts'
import { SecuritySettingsShown, SentSecuritySettings } from './security-settings.ts'

/** By whom and when a section was saved; nulls where it has its defaults. */
const Saved = Type.Object({ at: orNull(Instant), by: orNull(Type.String()) })

const revisions = {
  aiIntegrations: Count,
  companySettings: Count,
  ipWhitelisting: Count,
  networkConnectivity: Count,
  notificationSettings: Count,
  retentionPolicy: Count,
  securitySettings: Count,
}

export const SystemSettings = Type.Object({
  companySettings: CompanySettings,
  maintenance: MaintenanceBegin,
  aiIntegrations: AiIntegrations,
  ipWhitelisting: IpWhitelisting,
  networkConnectivity: NetworkShown,
  notificationSettings: NotificationSettings,
  retentionPolicy: RetentionPolicy,
  securitySettings: SecuritySettingsShown,
  /** 0 of a section that has its defaults. */
  revisions: Type.Object(revisions),
  saved: Type.Object({
    aiIntegrations: Saved,
    companySettings: Saved,
    ipWhitelisting: Saved,
    networkConnectivity: Saved,
    notificationSettings: Saved,
    retentionPolicy: Saved,
    securitySettings: Saved,
  }),
})
export type SystemSettings = Static<typeof SystemSettings>

/** The list as it is sent: an entry without an id is a new one. */
export const IpWhitelistChange = closed({
  ...IpWhitelisting.properties,
  /** Stays as it is where it is left out. */
  includeHooks: Type.Optional(IpWhitelisting.properties.includeHooks),
  allowedIPs: Type.Array(closed({ ...sentAddress, id: Type.Optional(Id), createdAt: Type.Optional(Instant) }), {
    maxItems: ipWhitelistLimits.entries,
  }),
})
export type IpWhitelistChange = Static<typeof IpWhitelistChange>

/** Any of the sections. With the revision that it was read at, a section is not saved over what somebody else has saved since. */
export const SettingsChange = closed({
  aiIntegrations: Type.Optional(SentAiIntegrations),
  companySettings: Type.Optional(CompanySettings),
  ipWhitelisting: Type.Optional(IpWhitelistChange),
  networkConnectivity: Type.Optional(SentNetwork),
  notificationSettings: Type.Optional(SentNotifications),
  retentionPolicy: Type.Optional(RetentionPolicy),
  securitySettings: Type.Optional(SentSecuritySettings),
  revisions: Type.Optional(Type.Partial(closed(revisions))),
  ...readOnlyMembers('maintenance', 'saved'),
})
export type SettingsChange = Static<typeof SettingsChange>

export const systemSettingsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/system-settings',
    summary: 'Get all settings of your company',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:read',
    forbidden: 'settings/forbidden',
    status: 200,
    reply: SystemSettings,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/system-settings',
    summary: 'Save some sections. With their revisions, returns 409 if one has changed since',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:write',
    audit: 'settings.changed',
    forbidden: 'settings/forbidden',
    body: SettingsChange,
    status: 200,
    reply: SystemSettings,
  }),
  addAddress: endpoint({
    method: 'POST',
    path: '/api/system-settings/ip-whitelist',
    summary: 'Add an IP address or network. Returns 409 if this would lock you out',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:write',
    audit: 'settings.changed',
    forbidden: 'settings/forbidden',
    body: AllowedIpForm,
    status: 200,
    reply: SystemSettings,
  }),
  removeAddress: endpoint({
    method: 'DELETE',
    path: '/api/system-settings/ip-whitelist/:id',
    summary: 'Remove an IP address or network. Returns 409 if this would lock you out',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:write',
    audit: 'settings.changed',
    forbidden: 'settings/forbidden',
    params: closed({ id: Id }),
    status: 200,
    reply: SystemSettings,
  }),
} as const
