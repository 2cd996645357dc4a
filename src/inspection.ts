import type { InspectionEvent } from 'xstate'

type Listener = (event: InspectionEvent) => void

const listeners = new Set<Listener>()

/** Every root actor of the console reports here; without a listener nothing is kept and nothing is done. */
export function inspect(event: InspectionEvent): void {
  for (const tell of listeners) tell(event)
}

/** Listens until the returned function is called. */
export function listen(tell: Listener): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
