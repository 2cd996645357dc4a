/** Maintenance of a company, on and off. `studio-account-settings.md` section 4, threat T-MAINT. */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'

import { maintenanceAnnouncedHours } from '#contract/settings/company-limits.ts'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { setMaintenance } from '../auth/companies.repository.ts'
import { maintenanceSentence } from '../kit/maintenance-gate.ts'
import { type Announced, findMessageToAll, findOwnMessage, listAnnounced } from './maintenance-window.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake'>
}

const ofInstallation = (isOfInstallation: boolean) => (isOfInstallation ? { isOfInstallation: true as const } : {})

const shownWindow = ({ from, until, message, ofInstallation: isOfAll }: Announced) => ({
  ...{ from: from.toISOString(), until: until.toISOString(), message },
  ...ofInstallation(isOfAll),
})

/**
 * As `maintenance_now` has it: what the operator says comes first, and of each what a person switched before what is planned. It has an end where
 * everything that holds has one: the last of them.
 */
function stateOf(toAll: string | null, own: string | null, windows: readonly Announced[]): Omit<Maintenance, 'planned'> {
  const running = windows.filter(({ isRunning }) => isRunning)
  const ofAll = toAll ?? running.find((it) => it.ofInstallation)?.message
  const said = ofAll ?? own ?? running.find((it) => !it.ofInstallation)?.message
  if (said === undefined) return { on: false, message: '' }
  const last = toAll === null && own === null ? Math.max(...running.map(({ until }) => until.getTime())) : null
  return {
    ...{ on: true, message: maintenanceSentence(said) },
    ...(last === null ? {} : { until: new Date(last).toISOString() }),
    ...ofInstallation(ofAll !== undefined),
  }
}

export function createMaintenanceService({ db, access, engine }: Deps) {
  async function get({ companyId }: Pick<Caller, 'companyId'>): Promise<Maintenance> {
    const windows = await listAnnounced(db, companyId, maintenanceAnnouncedHours)
    const [first] = windows
    return {
      ...stateOf(await findMessageToAll(db), await findOwnMessage(db, companyId), windows),
      planned: first === undefined ? null : shownWindow(first),
    }
  }

  return {
    get,

    /** Off clears the message. The same again changes nothing. */
    async set(
      { companyId, userId }: Caller,
      wanted: Pick<Maintenance, 'on' | 'message'>,
      log: FastifyBaseLogger,
    ): Promise<Maintenance> {
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
