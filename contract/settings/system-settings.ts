/** Settings of a company, section by section. `worklist.md` 2.A.1. Sections without a schema here have nothing to be chosen yet. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../kit/endpoint.ts'
import { Count, closed, Id, Instant, orNull } from '../kit/schemas.ts'
import { CompanySettings, MaintenanceBegin } from './company-settings.ts'
import { AllowedIpForm, IpWhitelisting } from './ip-whitelist.ts'
import { ipWhitelistLimits } from './ip-whitelist-limits.ts'
import { NetworkConnectivity, NetworkShown } from './network/network.ts'
import { NotificationSettings, NotificationsChange } from './notification-settings.ts'
import { RetentionPolicy } from './retention/retention.ts'
import { SecuritySettings } from './security-settings.ts'

/** By whom and when a section was saved; nulls where it has its defaults. */
const Saved = Type.Object({ at: orNull(Instant), by: orNull(Type.String()) })

export const SystemSettings = Type.Object({
  companySettings: CompanySettings,
  maintenance: MaintenanceBegin,
  ipWhitelisting: IpWhitelisting,
  networkConnectivity: NetworkShown,
  notificationSettings: NotificationSettings,
  retentionPolicy: RetentionPolicy,
  securitySettings: SecuritySettings,
  /** 0 of a section that has its defaults. */
  revisions: Type.Object({
    companySettings: Count,
    ipWhitelisting: Count,
    networkConnectivity: Count,
    notificationSettings: Count,
    retentionPolicy: Count,
    securitySettings: Count,
  }),
  saved: Type.Object({
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
  allowedIPs: Type.Array(closed({ ...AllowedIpForm.properties, id: Type.Optional(Id), createdAt: Type.Optional(Instant) }), {
    maxItems: ipWhitelistLimits.entries,
  }),
})
export type IpWhitelistChange = Static<typeof IpWhitelistChange>

/** Any of the sections, each with the revision that it was read at. */
export const SettingsChange = closed({
  companySettings: Type.Optional(CompanySettings),
  ipWhitelisting: Type.Optional(IpWhitelistChange),
  networkConnectivity: Type.Optional(NetworkConnectivity),
  notificationSettings: Type.Optional(NotificationsChange),
  retentionPolicy: Type.Optional(RetentionPolicy),
  securitySettings: Type.Optional(SecuritySettings),
  revisions: closed({
    companySettings: Type.Optional(Count),
    ipWhitelisting: Type.Optional(Count),
    networkConnectivity: Type.Optional(Count),
    notificationSettings: Type.Optional(Count),
    retentionPolicy: Type.Optional(Count),
    securitySettings: Type.Optional(Count),
  }),
})
export type SettingsChange = Static<typeof SettingsChange>

export const systemSettingsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/system-settings',
    summary: 'All settings of the own company',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:read',
    forbidden: 'settings/forbidden',
    status: 200,
    reply: SystemSettings,
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/system-settings',
    summary: 'Save some sections; 409 when one was saved meanwhile',
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
    summary: 'Add an address or a network to the list; 409 where it would shut out the person who adds it',
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
    summary: 'Remove an entry of the list; 409 where it would shut out the person who removes it',
    access: ['SUPER_ADMIN', 'ADMIN'],
    scope: 'settings:write',
    audit: 'settings.changed',
    forbidden: 'settings/forbidden',
    params: closed({ id: Id }),
    status: 200,
    reply: SystemSettings,
  }),
} as const
