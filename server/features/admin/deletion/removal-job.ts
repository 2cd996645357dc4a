/** In every process; a company is removed by one at a time, and each removes the files that it has. */
import type { Logger } from 'pino'

import { type Removal, removeDueCompanies } from './removal.ts'

type Deps = Pick<Removal, 'db' | 'dataDir'> & { readonly log: Pick<Logger, 'warn'> }

/** Milliseconds. */
const pause = 60_000

/** Until the returned function is called; that one waits for the slice that is under way. */
export function startCompanyRemovalJob({ log, ...deps }: Deps): () => Promise<void> {
  let over = false
  let timer: NodeJS.Timeout | undefined
  let work = Promise.resolve()
  const look = async () => {
    try {
      await removeDueCompanies({ ...deps, isOver: () => over })
    } catch (thrown) {
      log.warn({ err: thrown }, 'a company could not be removed completely, will retry')
    }
    if (!over) later()
  }
  const later = () => {
    timer = setTimeout(() => {
      work = look()
    }, pause)
    timer.unref()
  }
  later()
  return async () => {
    over = true
    clearTimeout(timer)
    await work
  }
}
