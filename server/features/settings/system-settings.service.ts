/** Settings of a company. `worklist.md` C-1 and 2.A.1. Name, logo and maintenance are the company's own; the rest is its section. */
import type { Kysely } from 'kysely'
import { logoLimits } from '#contract/kit/image-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import { companyDefaults } from '#contract/settings/company-limits.ts'
import type { CompanyLook, CompanySettings } from '#contract/settings/company-settings.ts'
import type { SettingsChange, SystemSettings } from '#contract/settings/system-settings.ts'
import type { Engine } from '../../engine/engine.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { checkedPicture, dataUrlOf, type Picture } from '../../platform/security/image-check.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { setMaintenance } from '../auth/companies.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { type CompanyRow, findCompany, renameCompany, saveLogo } from './company-settings.repository.ts'
import { createSectionStore, type Section } from './section-store.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake'>
}

type Stored = Pick<CompanySettings, 'defaultTimezone' | 'defaultLanguage' | 'brandingColors' | 'dashboardLayout'>
const company: Section<Stored> = { name: 'companySettings', defaults: companyDefaults as Stored, secrets: [] }

export function createSystemSettingsService({ db, vault, access, engine }: Deps) {
  const store = createSectionStore(vault)

  const lookOf = (row: CompanyRow, value: Stored): CompanyLook => ({
    ...{ organizationName: row.name, organizationLogo: row.logo && dataUrlOf(row.logo) },
    ...value,
  })
  const settingsOf = (row: CompanyRow, value: Stored): CompanySettings => ({
    ...lookOf(row, value),
    ...{ systemMaintenanceMode: row.maintenance !== null, systemMaintenanceMessage: row.maintenance ?? '' },
  })

  async function read(of: Kysely<Tables>, companyId: string): Promise<SystemSettings> {
    const row = await findCompany(of, companyId)
    const { value, revision, savedAt, savedBy } = await store.read(of, company, companyId)
    return {
      companySettings: settingsOf(row, value),
      maintenance: { since: row.since?.toISOString() ?? null, by: row.by },
      revisions: { companySettings: revision },
      saved: { companySettings: { at: savedAt?.toISOString() ?? null, by: savedBy } },
    }
  }

  /** @throws `image/unusable` */
  function logoOf(dataUrl: string | null): Picture | null {
    if (dataUrl === null) return null
    const logo = checkedPicture(dataUrl, logoLimits)
    if (logo) return logo
    const message = `must be a PNG, JPEG or WebP of at most ${logoLimits.sideMax} × ${logoLimits.sideMax} pixels`
    throw refusal('image/unusable', { errors: [{ path: '/companySettings/organizationLogo', message }] })
  }

  async function saveCompany(tx: Kysely<Tables>, { companyId, userId }: Caller, wanted: CompanySettings, revision: number) {
    const { organizationName, organizationLogo, systemMaintenanceMode, systemMaintenanceMessage, ...value } = wanted
    await store.save(tx, company, { companyId, userId, value, revision })
    await renameCompany(tx, companyId, organizationName.trim())
    await saveLogo(tx, companyId, logoOf(organizationLogo))
    await setMaintenance(tx, { companyId, userId }, systemMaintenanceMode ? systemMaintenanceMessage.trim() : null)
  }

  /** A picture says nothing in a record. */
  const recorded = ({ companySettings: { organizationLogo, ...rest } }: SystemSettings) => ({
    companySettings: { ...rest, organizationLogo: organizationLogo !== null },
  })

  return {
    get: ({ companyId }: Caller): Promise<SystemSettings> => read(db, companyId),

    async look({ companyId }: Caller): Promise<CompanyLook> {
      return lookOf(await findCompany(db, companyId), (await store.read(db, company, companyId)).value)
    },

    /** All sections that are named, or none. @throws `settings/stale`, `image/unusable` */
    async set(caller: Caller, { companySettings, revisions }: SettingsChange, audit: Audit): Promise<SystemSettings> {
      const { companyId } = caller
      const saved = await inOneCommit(db, async (tx) => {
        const before = await read(tx, companyId)
        if (!companySettings) return before
        await saveCompany(tx, caller, companySettings, revisions.companySettings ?? 0)
        const after = await read(tx, companyId)
        const target = { type: 'settings', id: company.name }
        await audit(tx, { target, before: recorded(before), after: recorded(after) })
        return after
      })
      access.forgetCompany(companyId)
      // Runs may have waited for the end of a maintenance.
      if (!saved.companySettings.systemMaintenanceMode) engine.wake()
      return saved
    },
  }
}
