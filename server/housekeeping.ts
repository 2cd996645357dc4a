/** What nobody needs any more is removed: old answers to repeated requests, sessions that ended, events that arrived, old figures. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import { metricsKeptDays } from '../contract/metrics.ts'
import { forgetSettledEvents } from './store/hook-events.ts'
import { forgetOldHookSecrets } from './store/hooks.ts'
import { forgetOldKeys } from './store/idempotency-keys.ts'
import { ensurePartitions } from './store/partitions.ts'
import { forgetOldSessions } from './store/sessions.ts'
import { forgetOldStepMinutes } from './store/step-minutes.ts'
import type { Tables } from './store/tables.ts'

const hour = 3_600_000
const keysLiveHours = 24
const sessionsLiveDays = 30
/** After their run has ended. Until then the same key again is the same event. */
const eventsLiveDays = 7
/** Partitions of the ledger that stand ready. */
const weeksAhead = 4

/** The weeks in which runs are going to be opened. Before an engine starts: its rows would lie in the rest. */
export const prepareWeeks = (db: Kysely<Tables>) => ensurePartitions(db, new Date(), weeksAhead)

/** Now and every hour, until the returned function is called. */
export function keepHouse(db: Kysely<Tables>, log: Logger): () => void {
  const work = async () => {
    try {
      await prepareWeeks(db)
      await forgetOldKeys(db, keysLiveHours)
      await forgetOldSessions(db, sessionsLiveDays)
      await forgetSettledEvents(db, eventsLiveDays)
      await forgetOldHookSecrets(db)
      await forgetOldStepMinutes(db, metricsKeptDays)
    } catch (thrown) {
      log.warn({ err: thrown }, 'housekeeping failed; it is tried again in an hour')
    }
  }
  void work()
  const timer = setInterval(work, hour)
  timer.unref()
  return () => clearInterval(timer)
}
