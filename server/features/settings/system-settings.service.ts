/** Settings of a company. `worklist.md` C-1 and 2.A.1. Name, logo and maintenance are the company's own; the rest is its section. */
import type { Kysely } from 'kysely'
import { logoLimits } from '#contract/kit/files/image-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import { faultsOfColors } from '#contract/settings/brand-colors.ts'
import { companyDefaults, maintenanceDaysMax } from '#contract/settings/company-limits.ts'
import type { CompanyLook, CompanySettings } from '#contract/settings/company-settings.ts'
import type { AllowedIpForm } from '#contract/settings/ip-whitelist.ts'
import { ipWhitelistLimits } from '#contract/settings/ip-whitelist-limits.ts'
import type { MaintenanceWindow } from '#contract/settings/maintenance-window.ts'
import type { SentNotifications } from '#contract/settings/notification-settings.ts'
import type { IpWhitelistChange, SettingsChange, SystemSettings } from '#contract/settings/system-settings.ts'
import type { Engine } from '../../engine/engine.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { checkedPicture, dataUrlOf, type Picture } from '../../platform/security/image-check.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { setMaintenance } from '../auth/companies.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { findFormats } from '../kit/formats.repository.ts'
import { aiSection, saveAi } from './ai/ai-section.ts'
import { type CompanyRow, findCompany, findPhoto, renameCompany, saveLogo } from './company-settings.repository.ts'
import { checkedList, createIpWhitelistService, ipWhitelistSection, refuseOwnLockout } from './ip-whitelist.service.ts'
import { findWindow, saveWindow } from './maintenance-window.repository.ts'
import { networkConnectivity, networkShown, refuseOtherNetwork } from './network/network.service.ts'
import { checkedNotifications, notificationSection } from './notification-settings.ts'
import { checkedPolicy, retentionSection } from './retention/retention-policy.ts'
import { createSectionStore, type Section, type SectionRead } from './section-store.ts'
import { createSecuritySettingsService } from './security-settings.service.ts'
import { refuseOtherWebhooks, webhooksOf } from './webhooks.service.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake'>
}

type SectionName = Exclude<keyof SettingsChange, 'revisions'>
type Origin = { readonly audit: Audit; readonly ip: string }
type Revised = { readonly revision: number | undefined; readonly ip: string }
type Stored = Pick<CompanySettings, 'defaultTimezone' | 'defaultLanguage' | 'brandingColors' | 'dashboardLayout'>
const company: Section<Stored> = { name: 'companySettings', defaults: companyDefaults as Stored, secrets: [] }

const sectionNames = [
  'aiIntegrations',
  'companySettings',
  'ipWhitelisting',
  'networkConnectivity',
  'notificationSettings',
  'retentionPolicy',
  'securitySettings',
] as const satisfies readonly SectionName[]

export function createSystemSettingsService({ db, vault, access, engine }: Deps) {
  const store = createSectionStore(vault)
  const security = createSecuritySettingsService({ db, vault, store })

  const shownOf = (row: CompanyRow, value: Stored): Omit<CompanyLook, 'formats' | 'photo'> => ({
    ...{ organizationName: row.name, organizationLogo: row.logo && dataUrlOf(row.logo) },
    ...value,
  })
  const settingsOf = (row: CompanyRow, value: Stored, window: MaintenanceWindow | null): CompanySettings => ({
    ...shownOf(row, value),
    maintenanceWindow: window,
    ...{ systemMaintenanceMode: row.maintenance !== null, systemMaintenanceMessage: row.maintenance ?? '' },
  })

  async function read(of: Kysely<Tables>, companyId: string): Promise<SystemSettings> {
    const row = await findCompany(of, companyId)
    const own = await store.read(of, company, companyId)
    const window = await findWindow(of, companyId, own.value.defaultTimezone)
    const addresses = await store.read(of, ipWhitelistSection, companyId)
    const notifications = await store.read(of, notificationSection, companyId)
    const retention = await store.read(of, retentionSection, companyId)
    const network = await store.read(of, networkConnectivity, companyId)
    const safety = await security.read(of, companyId)
    const ai = await store.read(of, aiSection, companyId)
    return {
      aiIntegrations: ai.value,
      companySettings: settingsOf(row, own.value, window),
      maintenance: { since: row.since?.toISOString() ?? null, by: row.by },
      ipWhitelisting: addresses.value,
      notificationSettings: {
        ...notifications.value,
        webhookNotifications: { ...notifications.value.webhookNotifications, endpoints: await webhooksOf(of, companyId) },
      },
      networkConnectivity: await networkShown(of, companyId, network.value),
      retentionPolicy: retention.value,
      securitySettings: safety.value,
      revisions: {
        aiIntegrations: ai.revision,
        ...{ companySettings: own.revision, ipWhitelisting: addresses.revision },
        ...{ notificationSettings: notifications.revision, retentionPolicy: retention.revision },
        ...{ networkConnectivity: network.revision, securitySettings: safety.revision },
      },
      saved: {
        aiIntegrations: savedOf(ai),
        ...{ companySettings: savedOf(own), ipWhitelisting: savedOf(addresses) },
        ...{ notificationSettings: savedOf(notifications), retentionPolicy: savedOf(retention) },
        ...{ networkConnectivity: savedOf(network), securitySettings: savedOf(safety) },
      },
    }
  }

  /** @throws `image/unusable` */
  function logoOf(dataUrl: string | null): Picture | null {
    if (dataUrl === null) return null
    const logo = checkedPicture(dataUrl, logoLimits)
    if (logo) return logo
    const message = `must be a PNG, JPEG or WebP image up to ${logoLimits.sideMax} × ${logoLimits.sideMax} pixels`
    throw refusal('image/unusable', { errors: [{ path: '/companySettings/organizationLogo', message }] })
  }

  /** @throws `settings/color-unreadable` */
  function refuseUnreadable({ brandingColors }: CompanySettings): void {
    const errors = Object.entries(faultsOfColors(brandingColors)).flatMap(([color, message]) =>
      message === null ? [] : [{ path: `/companySettings/brandingColors/${color}`, message }],
    )
    if (errors.length > 0) throw refusal('settings/color-unreadable', { errors })
  }

  /** @throws `settings/window-unusable` */
  async function planMaintenance(tx: Kysely<Tables>, companyId: string, wanted: CompanySettings): Promise<void> {
    const { maintenanceWindow: window, defaultTimezone: zone } = wanted
    if (window === undefined) return
    const isCalendar = window === null || (isDay(window.from) && isDay(window.until))
    if (isCalendar && (await saveWindow(tx, companyId, window, { zone, daysMax: maintenanceDaysMax }))) return
    const { message } = refusal('settings/window-unusable').problem
    throw refusal('settings/window-unusable', { errors: [{ path: '/companySettings/maintenanceWindow', message }] })
  }

  async function saveCompany(tx: Kysely<Tables>, { companyId, userId }: Caller, wanted: CompanySettings, revision?: number) {
    const { organizationName, organizationLogo, systemMaintenanceMode, systemMaintenanceMessage, ...rest } = wanted
    const { maintenanceWindow, ...value } = rest
    refuseUnreadable(wanted)
    await store.save(tx, company, { companyId, userId, value, revision })
    await renameCompany(tx, companyId, organizationName.trim())
    await saveLogo(tx, companyId, logoOf(organizationLogo))
    await setMaintenance(tx, { companyId, userId }, systemMaintenanceMode ? systemMaintenanceMessage.trim() : null)
    await planMaintenance(tx, companyId, wanted)
  }

  /** @throws `settings/stale`, `settings/own-lockout`, `request/malformed` */
  async function saveAddresses(tx: Kysely<Tables>, { companyId, userId }: Caller, wanted: IpWhitelistChange, at: Revised) {
    const { value: before } = await store.read(tx, ipWhitelistSection, companyId)
    const value = checkedList(wanted, before)
    refuseOwnLockout(value, at.ip)
    await store.save(tx, ipWhitelistSection, { companyId, userId, value, revision: at.revision })
  }

  /** @throws `settings/stale`, `request/malformed` */
  async function saveNotifications(tx: Kysely<Tables>, caller: Caller, wanted: SentNotifications, revision?: number) {
    const { companyId, userId } = caller
    await refuseOtherWebhooks(tx, companyId, wanted.webhookNotifications.endpoints)
    const { value: before } = await store.read(tx, notificationSection, companyId)
    const value = checkedNotifications(wanted, before)
    await store.save(tx, notificationSection, { companyId, userId, value, revision })
  }

  /** All sections that are named, or none. */
  async function setIn(
    tx: Kysely<Tables>,
    caller: Caller,
    change: SettingsChange,
    { audit, ip }: Origin,
  ): Promise<SystemSettings> {
    const { companySettings, ipWhitelisting, notificationSettings, retentionPolicy, securitySettings, revisions = {} } = change
    const before = await read(tx, caller.companyId)
    if (change.aiIntegrations) {
      const saved = { sent: change.aiIntegrations, revision: revisions.aiIntegrations, path: '/aiIntegrations' }
      await saveAi({ tx, store }, caller, saved)
    }
    if (companySettings) await saveCompany(tx, caller, companySettings, revisions.companySettings)
    if (ipWhitelisting) await saveAddresses(tx, caller, ipWhitelisting, { ip, revision: revisions.ipWhitelisting })
    if (notificationSettings) await saveNotifications(tx, caller, notificationSettings, revisions.notificationSettings)
    if (change.networkConnectivity) {
      const { companyId, userId } = caller
      await refuseOtherNetwork(tx, companyId, change.networkConnectivity)
      const { apiGateway, cloudToCloud } = change.networkConnectivity
      const value = { apiGateway, cloudToCloud: { enabled: cloudToCloud.enabled } }
      await store.save(tx, networkConnectivity, { companyId, userId, value, revision: revisions.networkConnectivity })
    }
    if (retentionPolicy) {
      const { companyId, userId } = caller
      const value = checkedPolicy(retentionPolicy)
      await store.save(tx, retentionSection, { companyId, userId, value, revision: revisions.retentionPolicy })
    }
    if (securitySettings) await security.save(tx, caller, securitySettings, revisions.securitySettings)
    const sections = sectionNames.filter((name) => change[name] !== undefined)
    if (sections.length === 0) return before
    const after = await read(tx, caller.companyId)
    const target = { type: 'settings', id: sections.join(', ') }
    await audit(tx, { target, before: recorded(before, sections), after: recorded(after, sections) })
    return after
  }

  /** One entry more or less, of the list as it is now. @throws `settings/own-lockout`, `request/malformed` */
  async function changeList(
    caller: Caller,
    origin: Origin,
    change: (list: IpWhitelistChange['allowedIPs']) => IpWhitelistChange['allowedIPs'],
  ): Promise<SystemSettings> {
    const after = await inOneCommit(db, async (tx) => {
      const { ipWhitelisting, revisions } = await read(tx, caller.companyId)
      const wanted = { ...ipWhitelisting, allowedIPs: change(ipWhitelisting.allowedIPs) }
      if (wanted.allowedIPs.length > ipWhitelistLimits.entries) throw refusal('settings/list-full')
      return setIn(tx, caller, { ipWhitelisting: wanted, revisions }, origin)
    })
    access.forgetCompany(caller.companyId)
    return after
  }

  return {
    get: ({ companyId }: Caller): Promise<SystemSettings> => read(db, companyId),

    async look(caller: Caller): Promise<CompanyLook> {
      const row = await findCompany(db, caller.companyId)
      const { value, revision } = await store.read(db, company, caller.companyId)
      const own = await findFormats(db, caller)
      const photo = await findPhoto(db, caller)
      // Defaults that nobody has saved are nobody's choice.
      const chosen = revision > 0 ? value : null
      return {
        ...shownOf(row, value),
        photo: photo && dataUrlOf(photo),
        formats: {
          timezone: own.timezone ?? chosen?.defaultTimezone ?? null,
          language: own.language ?? chosen?.defaultLanguage ?? null,
        },
      }
    },

    /** @throws `settings/stale`, `settings/own-lockout`, `image/unusable`, `request/malformed` */
    async set(caller: Caller, change: SettingsChange, origin: Origin): Promise<SystemSettings> {
      const { companyId } = caller
      const saved = await inOneCommit(db, (tx) => setIn(tx, caller, change, origin))
      access.forgetCompany(companyId)
      // Runs may have waited for the end of a maintenance.
      if (!saved.companySettings.systemMaintenanceMode) engine.wake()
      return saved
    },

    addAddress: (caller: Caller, form: AllowedIpForm, origin: Origin) => changeList(caller, origin, (list) => [...list, form]),

    removeAddress: (caller: Caller, id: string, origin: Origin) =>
      changeList(caller, origin, (list) => list.filter((entry) => entry.id !== id)),

    addresses: createIpWhitelistService({ db, store }),
    security,
  }
}

/** 31 February is none. */
const isDay = (clock: string) => new Date(`${clock}Z`).toJSON()?.startsWith(clock) === true

const savedOf = ({ savedAt, savedBy }: SectionRead<unknown>) => ({ at: savedAt?.toISOString() ?? null, by: savedBy })

/** The sections that were saved. A picture says nothing in a record. */
function recorded({ companySettings: { organizationLogo, ...rest }, ...others }: SystemSettings, sections: readonly string[]) {
  const all = { companySettings: { ...rest, organizationLogo: organizationLogo !== null }, ...others }
  return Object.fromEntries(Object.entries(all).filter(([name]) => sections.includes(name)))
}
