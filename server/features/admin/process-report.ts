/** Each process says every half minute that it is there, which version it is and how it does, so that any of them can tell of all. */
import { hostname } from 'node:os'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { ProcessFigures } from './process-figures.ts'
import { removeProcess, reportProcess } from './processes.repository.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly log: Pick<Logger, 'warn'>
  readonly role: Config['role']
  readonly version: string
  readonly figures: ProcessFigures
}

/** Milliseconds. */
const pause = 30_000
/** Seconds. A process that was killed is shown as silent for a while. */
export const silentAfter = 90
const forgottenAfter = 15 * 60

export const processId = `${hostname()}:${process.pid}`
export const processStart = new Date(Date.now() - process.uptime() * 1_000)

/**
 * Now and every half minute. Call it before the process listens: whoever asks which versions run has to see this one.
 * @returns what ends it; the row goes with an orderly stop. @throws if the first report can't be written.
 */
export async function startProcessReport({ db, log, role, version, figures }: Deps): Promise<() => Promise<void>> {
  const report = async () => {
    const it = { id: processId, role, version, startedAt: processStart, figures: figures.read() }
    figures.turn()
    await reportProcess(db, it, forgottenAfter)
  }
  // What the start itself took says nothing of how the process does: both spans are dropped.
  figures.turn()
  figures.turn()
  await report()
  let work = Promise.resolve()
  const timer = setInterval(() => {
    work = work
      .then(report)
      .catch((thrown: unknown) => log.warn({ err: thrown }, 'this process could not report its state, will retry'))
  }, pause)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await work
    await removeProcess(db, processId).catch(() => {})
  }
}
