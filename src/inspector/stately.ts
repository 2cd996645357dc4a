/** Stately's own inspector, in a window of its own. Development only: it posts what it is given to that window. */
import { createBrowserInspector } from '@statelyai/inspect'

import { listen } from '../services/kit/inspection.ts'
import { mask } from './mask.ts'

/** Whole, because a chart's definition travels along; secrets are masked all the same. */
const everything = { depth: 40, items: 100_000, text: 1_000_000, isOnce: true } as const

/** Shows every actor that starts from now on. */
export function openStately(): void {
  const inspector = createBrowserInspector({
    autoStart: false,
    serialize: (event) => mask(event, everything) as typeof event,
  })
  inspector.start()
  listen((event) => inspector.inspect.next?.(event))
}
