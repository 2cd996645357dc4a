/** Maintenance of a company, on and off. `studio-account-settings.md` section 4, threat T-MAINT. */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'

import type { Maintenance } from '#contract/settings/maintenance.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { findMaintenance, setMaintenance } from '../auth/companies.repository.ts'
import { maintenanceSentence } from '../kit/maintenance-gate.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake'>
}

const standing = (message: string | null): Maintenance =>
  message === null ? { on: false, message: '' } : { on: true, message: maintenanceSentence(message) }

export function createMaintenanceService({ db, access, engine }: Deps) {
  return {
    get: async ({ companyId }: Caller): Promise<Maintenance> => standing(await findMaintenance(db, companyId)),

    /** Off clears the message. The same again changes nothing. */
    async set({ companyId, userId }: Caller, wanted: Maintenance, log: FastifyBaseLogger): Promise<Maintenance> {
      const message = wanted.on ? wanted.message.trim() : null
      await setMaintenance(db, { companyId, userId }, message)
      access.forgetCompany(companyId)
      log.info({ companyId, userId, on: wanted.on }, 'maintenance was switched')
      // Runs have waited for the end of it.
      if (!wanted.on) engine.wake()
      return standing(message)
    },
  }
}
