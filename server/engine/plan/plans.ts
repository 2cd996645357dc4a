/** Compiled versions: made once, kept while they are used. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { readVersion } from '../../records/connectors/versions.repository.ts'
import type { Plan } from '../kit/plan.ts'
import { compilePlan } from './plan.ts'

type Version = { readonly companyId: string; readonly connectorId: string; readonly version: number }

export type Plans = {
  /** Throws `connector/invalid` when this engine cannot run the version. */
  readonly planOf: (version: Version) => Promise<Plan>
  /** Reads a version as it was kept and compiles it. */
  readonly takeOver: (version: Version) => Promise<void>
}

const cachedPlansMax = 500

export function createPlans(db: Kysely<Tables>): Plans {
  const kept = new Map<string, Plan>()

  async function planOf({ companyId, connectorId, version }: Version): Promise<Plan> {
    const name = `${connectorId}/${version}`
    const known = kept.get(name)
    if (known) return known
    const config: ConnectorConfig = await readVersion(db, companyId, connectorId, version)
    const compiled = compilePlan(config)
    if ('errors' in compiled) throw refusal('connector/invalid', { errors: compiled.errors })
    const [oldest] = kept.keys()
    if (kept.size >= cachedPlansMax && oldest !== undefined) kept.delete(oldest)
    kept.set(name, compiled.plan)
    return compiled.plan
  }

  return {
    planOf,
    takeOver: async (version) => {
      await planOf(version)
    },
  }
}
