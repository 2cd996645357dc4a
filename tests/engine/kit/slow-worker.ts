/** The thread of the drivers on a machine that is busy: each of its modules that is loaded first takes long, and nothing is answered meanwhile. */
import { registerHooks } from 'node:module'

/** Milliseconds. */
const pause = 1_200
const stop = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause)

registerHooks({
  load: (url, context, next) => {
    if (/thread\/(?:worker|postgresql-session)\.ts$/.test(url)) stop()
    return next(url, context)
  },
})
await import('#server/engine/kinds/database/thread/worker.ts')
