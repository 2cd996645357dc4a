/** Holds runs whose limit is used up, and lets them go on. In every process that moves runs; what one has written the others find written. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Engine } from '../../../engine/engine.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { repeatedly } from '../../../platform/jobs/repeatedly.ts'
import { companiesToReview, tellHeldRuns } from './holds.repository.ts'
import { type HoldDeps, reviewCompany } from './holds.ts'

type Deps = HoldDeps & {
  readonly db: Kysely<Tables>
  readonly log: Pick<Logger, 'warn'>
  readonly engine: Pick<Engine, 'wake'>
}

/** Milliseconds between two looks; and at a company that has used less than half of its limits. */
const pause = 5_000
const farPause = 30_000
const near = 0.5
const knownMax = 10_000

export function createHoldReview({ db, log, engine, quotas, publicUrl }: Deps): () => Promise<void> {
  const later = new Map<string, number>()
  return async () => {
    const now = performance.now()
    const companies = await companiesToReview(db)
    // Without open runs there is nothing to tell.
    if (companies.length === 0) return
    for (const companyId of companies) {
      if ((later.get(companyId) ?? 0) > now) continue
      try {
        const used = await reviewCompany(db, companyId, { quotas, publicUrl })
        if (later.size >= knownMax) later.clear()
        if (used < near) later.set(companyId, now + farPause)
        else later.delete(companyId)
      } catch (thrown) {
        log.warn({ err: thrown, companyId }, "a company's limits could not be checked, will retry")
      }
    }
    const told = await tellHeldRuns(db)
    if (told.length > 0) engine.wake()
  }
}

/** @returns what ends it, and waits for what is under way. */
export const startHoldJob = (deps: Deps): (() => Promise<void>) =>
  repeatedly(pause, createHoldReview(deps), (thrown) => deps.log.warn({ err: thrown }, 'limits could not be checked, will retry'))
