/** Adds what was written beside the ledger to its sums, again and again. Until then readers add it themselves. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { rollUp } from './roll-up.repository.ts'

/** Milliseconds between two looks: after one that found something, after one that found nothing, and where this process moves nothing either. */
const busyPause = 1_000
const calmPause = 5_000
const idlePause = 30_000

/** Until the returned function is called; that one waits for what is under way. */
export function startRollUpJob(db: Kysely<Tables>, log: Pick<Logger, 'warn'>, isMoving: () => boolean): () => Promise<void> {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    if (!isMoving() && performance.now() - lookedAt < idlePause) return later(calmPause)
    let pause = calmPause
    try {
      for (;;) {
        const { taken, isMore } = await rollUp(db)
        if (taken > 0) pause = busyPause
        if (!isMore || isOver) break
      }
      lookedAt = pause === busyPause ? Number.NEGATIVE_INFINITY : performance.now()
    } catch (thrown) {
      log.warn({ err: thrown }, 'could not add up the ledger, trying again')
    }
    if (!isOver) later(pause)
  }
  const later = (pause: number) => {
    timer = setTimeout(() => {
      work = look()
    }, pause)
    timer.unref()
  }
  later(busyPause)
  return async () => {
    isOver = true
    clearTimeout(timer)
    await work
  }
}
