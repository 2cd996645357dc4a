/** elkjs in its worker: a layout takes tens of milliseconds, and a chart of later times may take seconds. */
import ELK from 'elkjs/lib/elk-api'
import workerUrl from 'elkjs/lib/elk-worker.min.js?url'

import type { Elk } from './layout.ts'

let running: Elk | null = null

/** One worker for the page, begun when the first chart is asked for. */
export function elkInWorker(): Elk {
  running ??= new ELK({ workerUrl })
  return running
}
