/** Maintenance of a company, on and off. `studio-account-settings.md` section 4, threat T-MAINT. */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'

import { maintenanceAnnouncedHours } from '#contract/settings/company-limits.ts'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { findMaintenance, setMaintenance } from '../auth/companies.repository.ts'
import { maintenanceSentence } from '../kit/maintenance-gate.ts'
import { findAnnounced } from './maintenance-window.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake'>
}

export function createMaintenanceService({ db, access, engine }: Deps) {
  async function get({ companyId }: Pick<Caller, 'companyId'>): Promise<Maintenance> {
    const message = await findMaintenance(db, companyId)
    const window = await findAnnounced(db, companyId, maintenanceAnnouncedHours)
    return {
      ...(message === null ? { on: false, message: '' } : { on: true, message: maintenanceSentence(message) }),
      planned: window && { ...window, from: window.from.toISOString(), until: window.until.toISOString() },
    }
  }

  return {
    get,

    /** Off clears the message. The same again changes nothing. */
    async set({ companyId, userId }: Caller, wanted: Omit<Maintenance, 'planned'>, log: FastifyBaseLogger): Promise<Maintenance> {
      const message = wanted.on ? wanted.message.trim() : null
      await setMaintenance(db, { companyId, userId }, message)
      access.forgetCompany(companyId)
      log.info({ companyId, userId, on: wanted.on }, 'maintenance was switched')
      // Runs have waited for the end of it.
      if (!wanted.on) engine.wake()
      return get({ companyId })
    },
  }
}
