/** The one place that every actor of the console reports to. Nothing is kept here and nothing leaves the page. */
import type { AnyActorRef, InspectionEvent } from 'xstate'

type Listener = (event: InspectionEvent) => void

const listeners = new Set<Listener>()
const roots = new Set<AnyActorRef>()

/** The `inspect` of every root actor. Until somebody listens it only knows which roots are alive. */
export function inspect(event: InspectionEvent): void {
  if (event.type === '@xstate.snapshot' && event.actorRef.sessionId === event.rootId) {
    const root = event.actorRef as AnyActorRef
    if (event.snapshot.status === 'active') roots.add(root)
    else roots.delete(root)
  }
  for (const tell of listeners) tell(event)
}

/** Listens until the returned function is called. */
export function listen(tell: Listener): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** The root actors that are alive, oldest first: who comes late can ask them how they stand. */
export function liveRoots(): readonly AnyActorRef[] {
  return [...roots]
}
