/** Follows the actors of the other tabs of this origin, as long as somebody looks. */
import { channelName, tabId } from '../services/kit/inspection.ts'
import type { Graph } from './graph.ts'
import { forPage, type Seen } from './recorder.ts'
import type { Tab } from './tab.ts'
import type { FromInspector, FromTab, Message, WireEntry } from './wire.ts'

/** Milliseconds between two announcements: so soon a tab that is opened later is seen. */
const announcePause = 3_000
/** Announcements that a tab may leave without an answer, and tabs that are remembered after their end. */
const most = { unanswered: 3, gone: 5 }

type Remote = Omit<Tab, 'id'> & { readonly id: string; readonly graphs: ReadonlyMap<number, Graph>; readonly unanswered: number }

export type Follower = ReturnType<typeof createFollower>

/** `own` is the tab that it stands in: its actors are recorded beside it. */
export function createFollower(own: string = tabId) {
  const tabs = new Map<string, Remote>()
  const listeners = new Set<() => void>()
  /** Equal charts are one: what was laid out once is not laid out again. */
  const charts = new Map<string, Graph>()
  let view: readonly Tab[] = []
  let starts = 0
  let stop = () => {}

  function start(): () => void {
    const channel = new BroadcastChannel(channelName)
    starts += 1
    const me: FromInspector = { kind: 'inspector', tab: own, inspector: `${own} ${starts}` }
    const announce = () => channel.postMessage(me)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'inspector' || data.tab.id === own) return
      hear(data)
      if (data.kind === 'here' && data.asks) announce()
    }
    const timer = setInterval(() => {
      countSilence()
      announce()
    }, announcePause)
    // In the background timers are slow, and a frozen page hears nothing.
    document.addEventListener('visibilitychange', announce)
    announce()
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', announce)
      channel.close()
    }
  }

  function hear(message: FromTab): void {
    const { id, title, path } = message.tab
    const known = tabs.get(id)
    if (message.kind === 'actors' && (known !== undefined || message.isWhole)) {
      const before = message.isWhole ? undefined : known
      const graphs = new Map([
        ...(before?.graphs ?? []),
        ...message.graphs.map(([number, graph]) => [number, one(graph)] as const),
      ])
      const actors = joined(before?.actors ?? [], message.changed, graphs)
      const present = message.present.flatMap((sessionId) => actors.get(sessionId) ?? [])
      put({ id, title, path, state: 'live', unanswered: 0, graphs, actors: present })
    } else if (message.kind === 'gone' && known !== undefined) {
      const actors = known.actors.map((actor) => (actor.status === 'active' ? { ...actor, status: 'ended with the tab' } : actor))
      put({ ...known, state: 'gone', actors })
    } else if (message.kind === 'here' && known !== undefined && known.state !== 'gone') {
      put({ ...known, title, path, state: 'live', unanswered: 0 })
    }
  }

  function countSilence(): void {
    for (const tab of tabs.values()) {
      const unanswered = tab.unanswered + 1
      if (tab.state !== 'gone') put({ ...tab, unanswered, state: unanswered > most.unanswered ? 'silent' : tab.state })
    }
  }

  function forgetOldEnds(): void {
    const gone = [...tabs.values()].filter(({ state }) => state === 'gone')
    for (const { id } of gone.slice(0, Math.max(0, gone.length - most.gone))) tabs.delete(id)
  }

  function put(tab: Remote): void {
    const before = tabs.get(tab.id)
    tabs.set(tab.id, tab)
    if (before !== undefined && shown.every((field) => before[field] === tab[field])) return
    forgetOldEnds()
    view = [...tabs.values()]
    for (const tell of listeners) tell()
  }

  function one(graph: Graph): Graph {
    const messages = JSON.stringify(graph)
    const known = charts.get(messages) ?? graph
    charts.set(messages, known)
    return known
  }

  return {
    /** Announces the inspector to the other tabs until the last who subscribed has left. */
    subscribe(tell: () => void): () => void {
      if (listeners.size === 0) stop = start()
      listeners.add(tell)
      return () => {
        if (listeners.delete(tell) && listeners.size === 0) stop()
      }
    },
    /** The other tabs, oldest first; the same array until something happens. */
    getView: () => view,
  }
}

/** What a person sees of a tab. */
const shown = ['title', 'path', 'state', 'actors'] as const

/** The actors as they are now, each with the entries that were told before and those that are new. */
function joined(before: readonly Seen[], changed: readonly WireEntry[], graphs: ReadonlyMap<number, Graph>): Map<string, Seen> {
  const actors = new Map(before.map((actor) => [actor.sessionId, actor]))
  for (const { graph, ...actor } of changed) {
    const entries = [...(actors.get(actor.sessionId)?.entries ?? []), ...actor.entries].slice(-forPage.entries)
    actors.set(actor.sessionId, { ...actor, graph: graph === null ? null : (graphs.get(graph) ?? null), entries })
  }
  return actors
}

/** The follower of this page. */
export const pageFollower = createFollower()
