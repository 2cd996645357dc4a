/** Each setting, the line that obeys it, and the test that turns it. What is only stored beside a setting is named as such. */

import { of, type Place } from './place.ts'

const security = 'server/settings/security-settings.test.ts'
const passwords = 'server/settings/password-policy.test.ts'
const sessions = 'server/platform/security/sessions.repository.ts'
const policy = 'server/platform/security/security-policy.ts'
const rules = 'contract/auth/password.ts'
const chosen = 'holds when a password is changed, reset, and chosen by an invitation'
const classes = 'asks for its characters where it is on, and not where it is off'
const ends = 'end after so many minutes without use'

const ofSecurity: Record<string, Place> = {
  ...of('securitySettings.mfa.enforceForAll')(
    '!mfa.enforceForAll',
    policy,
    'lets people in until the grace period is over',
    security,
  ),
  ...of('securitySettings.mfa.gracePeriodDays')(
    'mfa.gracePeriodDays *',
    policy,
    'counts the grace from when it was switched on',
    security,
  ),
  ...of('securitySettings.mfa.allowedMethods')('allowedMethods.some', policy, 'refuses methods that are not allowed', security),
  ...of('securitySettings.sessionManagement.maxSessionDuration')(
    "within('s.created_at', 'c.session_max_minutes')",
    sessions,
    ends,
    security,
  ),
  ...of('securitySettings.sessionManagement.sessionTimeout')(
    "within('s.last_used_at', 'c.session_idle_minutes')",
    sessions,
    ends,
    security,
  ),
  ...of('securitySettings.sessionManagement.allowMultipleSessions')('not (c.session_single', sessions, ends, security),
  ...of('securitySettings.passwordPolicy.minLength')('length < policy.minLength', rules, chosen, passwords),
  ...of('securitySettings.passwordPolicy.requireUppercase')('policy.requireUppercase &&', rules, classes, passwords),
  ...of('securitySettings.passwordPolicy.requireLowercase')('policy.requireLowercase &&', rules, classes, passwords),
  ...of('securitySettings.passwordPolicy.requireNumbers')('policy.requireNumbers &&', rules, classes, passwords),
  ...of('securitySettings.passwordPolicy.requireSpecialChars')('policy.requireSpecialChars &&', rules, classes, passwords),
  ...of('securitySettings.passwordPolicy.passwordHistoryCount')(
    'listEarlierPasswords(db, account',
    'server/features/auth/next-password.ts',
    'remembers as many passwords as it says',
    passwords,
  ),
  ...of('securitySettings.passwordPolicy.maxPasswordAge')(
    'expiry <= facts.beganAt',
    policy,
    'asks for another one at the next sign-in after its age',
    passwords,
  ),
}

const company = 'server/settings/system-settings.test.ts'
const look = 'name the company everywhere, and show its look to everybody of it'
const settingsService = 'server/features/settings/system-settings.service.ts'
const brand = 'src/machines/shell/brand-css.ts'
const planned = 'begins and ends by itself when it is planned, and is announced a day before'
const windows = 'server/features/settings/maintenance-window.repository.ts'
const maintenance = 'server/settings/maintenance.test.ts'

const ofCompany: Record<string, Place> = {
  ...of('companySettings.organizationName')('renameCompany(tx', settingsService, look, company),
  ...of('companySettings.organizationLogo')('saveLogo(tx', settingsService, look, company),
  ...of('companySettings.brandingColors.primary companySettings.brandingColors.secondary')(
    'brandingColors: { primary, secondary }',
    brand,
    'stays readable in each of',
    'unit/shell/brand-css.test.ts',
  ),
  ...of('companySettings.dashboardLayout.cardsPerRow')('{--cards-per-row:', brand, look, company),
  ...of('companySettings.systemMaintenanceMode companySettings.systemMaintenanceMessage')(
    'setMaintenance(tx',
    settingsService,
    'switch the maintenance, which holds at once and says since when and by whom',
    company,
  ),
  ...of(
    'companySettings.maintenanceWindow.from companySettings.maintenanceWindow.until companySettings.maintenanceWindow.message',
  )('update companies set window_from = ', windows, planned, maintenance),
  ...of('companySettings.defaultTimezone')(
    "value ->> 'defaultTimezone'",
    'server/features/kit/formats.repository.ts',
    look,
    company,
  ),
  ...of('companySettings.defaultLanguage')('language: own.language ?? chosen?.defaultLanguage', settingsService, look, company),
}

const addresses = 'server/settings/ip-whitelist.test.ts'
const rule = 'server/platform/security/address-rule.ts'
const shut = 'closes every way in to addresses that are not on it, for people and keys of this company alone'
const ofAddresses: Record<string, Place> = {
  ...of('ipWhitelisting.enabled')('if (!enabled) return null', rule, shut, addresses),
  ...of('ipWhitelisting.allowedIPs.ipAddress ipWhitelisting.allowedIPs.subnet')(
    'map(({ ipAddress, subnet })',
    rule,
    shut,
    addresses,
  ),
  ...of('ipWhitelisting.allowedIPs.enabled')('filter((entry) => entry.enabled)', rule, shut, addresses),
  ...of('ipWhitelisting.blockUnknownIPs')(
    'blocks: blockUnknownIPs',
    rule,
    'records unknown addresses and lets them in where they are not to be refused',
    addresses,
  ),
  ...of('ipWhitelisting.includeHooks')(
    'coversEvents: includeHooks === true',
    rule,
    'holds webhook events against it where they are included, after their proof',
    addresses,
  ),
  ...of('ipWhitelisting.notifyOnBlocked')(
    'notifies: notifyOnBlocked',
    rule,
    'lists who was refused, and emails each administrator once an hour',
    addresses,
  ),
}

/** The same entries, added one by one. */
const ofOneAddress: Record<string, Place> = Object.fromEntries(
  ['ipAddress', 'subnet', 'enabled'].flatMap((name) => {
    const place = ofAddresses[`ipWhitelisting.allowedIPs.${name}`]
    return place ? [[`ip-whitelist.${name}`, place]] : []
  }),
)

const gateway = 'server/settings/gateway.test.ts'
const together = 'lets as many calls in as it says, of all keys of the company and all processes together'
const ofNetwork: Record<string, Place> = {
  ...of('networkConnectivity.cloudToCloud.enabled')(
    'if (!network.isOn)',
    'server/outbound/gateway/tenant-network.ts',
    'is in force on every process within five seconds, approved, switched off and withdrawn, and for no other company',
    'server/settings/private-network.test.ts',
  ),
  ...of('networkConnectivity.apiGateway.enabled')(
    'if (!gateway.isOpen)',
    'server/platform/security/access.ts',
    'refuses every key of the company while it is off',
    gateway,
  ),
  ...of('networkConnectivity.apiGateway.rateLimiting.enabled')(
    'rateLimiting.enabled ? rateLimiting : null',
    'server/platform/security/gateway-rule.ts',
    together,
    gateway,
  ),
  ...of(
    'networkConnectivity.apiGateway.rateLimiting.requestsPerMinute networkConnectivity.apiGateway.rateLimiting.requestsPerHour',
  )('requestsPerMinute: minute, requestsPerHour: hour', 'server/platform/security/api-keys.repository.ts', together, gateway),
}

const smtp = 'notificationSettings.emailNotifications.smtpConfiguration'
const mailService = 'server/features/settings/company-mail.service.ts'
const mails = 'server/settings/company-mail.test.ts'
const tested = 'is tested step by step, in a real conversation, and keeps its password to itself'
const ofNotifications: Record<string, Place> = {
  ...of('notificationSettings.emailNotifications.enabled')(
    "->'emailNotifications'->>'enabled' = 'true'",
    'server/platform/mail/messages.repository.ts',
    'carries what the company writes to its people, while it is on, and nothing that they sign in by',
    mails,
  ),
  ...of(`${smtp}.host ${smtp}.port ${smtp}.secure ${smtp}.sender`)(
    '{ host: smtp.host, port: smtp.port, secure: smtp.secure, from: senderOf(smtp) }',
    mailService,
    tested,
    mails,
  ),
  ...of(`${smtp}.username ${smtp}.password`)(
    "user: smtp.username === '' ? null : smtp.username, password",
    mailService,
    tested,
    mails,
  ),
  ...of('notificationSettings.webhookNotifications.enabled')(
    "->'webhookNotifications'->>'enabled' = 'true'",
    'server/features/settings/webhook-delivery.repository.ts',
    'writes each of its events in the commit of what happened, for those who want it, and only while it is on',
    'server/settings/webhook-events.test.ts',
  ),
}

const job = 'server/features/settings/retention/retention-job.ts'
const removal = 'server/features/settings/retention/removal.ts'
const nights = 'server/settings/retention.test.ts'
const counted = 'are counted before a period is saved, and that many are removed the next night, after they were archived'
const people = 'is deleted when another administrator than the one who asked approves it'
const ofPeople = 'server/settings/retention-people.test.ts'
const backups = 'server/features/settings/backup/backup.ts'
const fewer = 'is made every night in which something changed, and the policy keeps whichever are fewer'
const ofRetention: Record<string, Place> = {
  ...of('retentionPolicy.enabled')('|| !policy.enabled) return', job, counted, nights),
  ...of('retentionPolicy.integrationLogs.retentionDays retentionPolicy.auditLogs.retentionDays')(
    'policy[area].retentionDays',
    job,
    'are removed as far as they are due, whatever there is, and those of others never',
    nights,
  ),
  ...of('retentionPolicy.integrationLogs.autoArchive retentionPolicy.auditLogs.autoArchive')(
    'if (!policy[area].autoArchive) return',
    removal,
    counted,
    nights,
  ),
  ...of('retentionPolicy.integrationLogs.archiveAfterDays retentionPolicy.auditLogs.archiveAfterDays')(
    'wanted[area].archiveAfterDays === wanted[area].retentionDays',
    'server/features/settings/retention/retention-policy.ts',
    'begins off with the defaults of the specification, and refuses what cannot be obeyed',
    nights,
  ),
  ...of('retentionPolicy.userData.retentionDays retentionPolicy.userData.autoDelete')(
    'userData.autoDelete ? await cutoffOf(tx, userData.retentionDays)',
    'server/features/settings/retention/people-job.ts',
    people,
    ofPeople,
  ),
  ...of('retentionPolicy.userData.requireApproval')(
    'requireApproval: true',
    'server/features/settings/retention/retention-policy.ts',
    'begins off with the defaults of the specification, and refuses what cannot be obeyed',
    nights,
  ),
  ...of('retentionPolicy.backups.autoCleanup')('!backups.autoCleanup', backups, fewer, 'server/settings/backups.test.ts'),
  ...of('retentionPolicy.backups.retentionDays retentionPolicy.backups.maxBackupsToKeep')(
    'days: backups.retentionDays, most: backups.maxBackupsToKeep',
    backups,
    fewer,
    'server/settings/backups.test.ts',
  ),
}

export const places: Readonly<Record<string, Place>> = {
  ...ofCompany,
  ...ofAddresses,
  ...ofOneAddress,
  ...ofNetwork,
  ...ofNotifications,
  ...ofRetention,
  ...ofSecurity,
}

/** No settings: what is stored or sent beside one. */
export const besides: readonly string[] = [
  'ipWhitelisting.allowedIPs.id',
  'ipWhitelisting.allowedIPs.description',
  'ip-whitelist.description',
  'ipWhitelisting.allowedIPs.createdAt',
]
