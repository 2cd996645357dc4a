/** Tells of windows that begin and end: as events of webhooks, and to runs that waited. Who may come in is judged by the time itself, not by this job. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Engine } from '../../engine/engine.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { moveWindows } from './maintenance-window.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly log: Pick<Logger, 'warn'>; readonly engine: Pick<Engine, 'wake'> }

/** Milliseconds. */
const pause = 5_000

/** In every process; each window is noted once. @returns what ends it. */
export function startMaintenanceWindowJob({ db, log, engine }: Deps): () => Promise<void> {
  let work = Promise.resolve()
  const look = () =>
    moveWindows(db).then(
      (over) => {
        if (over > 0) engine.wake()
      },
      (thrown: unknown) => log.warn({ err: thrown }, 'planned maintenance could not be checked, will retry'),
    )
  const timer = setInterval(() => {
    work = work.then(look)
  }, pause)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await work
  }
}
