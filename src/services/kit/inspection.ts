/** The one place that every actor of the console reports to. Nothing is kept here and nothing leaves the machine. */
import type { AnyActorRef, InspectionEvent } from 'xstate'

type Listener = (event: InspectionEvent) => void

const listeners = new Set<Listener>()
const roots = new Set<AnyActorRef>()

/** The name of the channel between tabs of one origin; its number is that of the messages in `inspector/wire.ts`. */
export const channelName = 'inspection.1'
/** Tells this load of the page from any other; no secret. */
export const tabId = Math.random().toString(36).slice(2)

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

type Answering = { readonly tell: (channel: BroadcastChannel, mayTell: () => boolean, inspector: string) => void }

/** Answers inspectors in other tabs as long as `mayTell` says so. `load` loads what answers, when the first one is heard. */
export function answerInspectors(mayTell: () => boolean, load: () => Promise<Answering>): BroadcastChannel {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data: { kind, tab, inspector } }) => {
    if (kind === 'inspector' && tab !== tabId && mayTell())
      // A load that fails is tried again: an inspector announces itself every few seconds.
      load()
        .then(({ tell }) => tell(channel, mayTell, inspector))
        .catch(() => {})
  }
  return channel
}
