/** Switches of the whole installation. Every process reads them where they count, so they take effect within the seconds that a caller is remembered. */
import type { Kysely } from 'kysely'

import type { Installation } from '#contract/admin/installation.ts'
import { refusal } from '#contract/kit/problem.ts'
import { maintenanceDaysMax } from '#contract/settings/company-limits.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Config } from '../../platform/config/config.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { countMadeToday, findSwitches, type Switches, saveSwitches } from '../auth/sign-up/installation.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { queueInstallationWindow } from '../settings/maintenance-window.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly engine: Pick<Engine, 'wake'>
  readonly config: Pick<Config, 'publicSignUp' | 'sandbox'>
}

const dayMs = 86_400_000

/** @throws `request/malformed` where it is over, ends before it begins, or lasts too long */
function refuseWindow(window: Switches['plannedMaintenance']): void {
  if (window === null) return
  const [from, until] = [Date.parse(window.from), Date.parse(window.until)]
  if (until > Date.now() && from < until && until - from <= maintenanceDaysMax * dayMs) return
  const message = `Choose a future end after the start, at most ${maintenanceDaysMax} days later.`
  throw refusal('request/malformed', { message, errors: [{ path: '/plannedMaintenance/until', message }] })
}

export function createInstallationService({ db, engine, config }: Deps) {
  const get = async (of = db): Promise<Installation> => ({
    ...(await findSwitches(of)),
    isClosedByEnvironment: !config.publicSignUp,
    hasNoSandbox: !config.sandbox,
    madeToday: await countMadeToday(of),
  })

  return {
    get: () => get(),

    /** @throws `installation/stale` */
    async change(wanted: Switches, audit: Audit): Promise<Installation> {
      refuseWindow(wanted.plannedMaintenance)
      const it = await inOneCommit(db, async (tx) => {
        const { revision: _, ...before } = await findSwitches(tx)
        const domains = [...new Set(wanted.domains)]
        const maintenance = wanted.maintenance?.trim() ?? null
        if (!(await saveSwitches(tx, { ...wanted, domains, maintenance }))) throw refusal('installation/stale')
        await queueInstallationWindow(tx)
        const { publicSignUp, signUpsADay, sandbox, approvesPublications, plannedMaintenance } = wanted
        const after = { publicSignUp, domains, signUpsADay, sandbox, approvesPublications, maintenance, plannedMaintenance }
        await audit(tx, { target: { type: 'installation', id: null }, before, after })
        return get(tx)
      })
      // Runs may have waited for the end of maintenance.
      if (it.maintenance === null) engine.wake()
      return it
    },
  }
}
