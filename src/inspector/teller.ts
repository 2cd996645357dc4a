/** Tells inspectors in other tabs what the actors of this page do, as long as one is heard. Loaded when the first one asks. */

import { pathNow } from '../services/kit/address/base.ts'
import { tabId } from '../services/kit/inspection.ts'
import type { Graph } from './graph.ts'
import { mask } from './mask.ts'
import { type Entry, type Recorder, recordPage, type Seen } from './recorder.ts'
import type { FromTab, MachinePlaces, WireEntry } from './wire.ts'

/** Milliseconds: what happens within one is told at once; whoever is not heard over the other is gone. */
const gatherPause = 100
const silenceLimit = 10_000
/** Of one message: newest entries per actor, and characters of all of them. */
const most = { entries: 50, characters: 1_000_000 }

let telling: ((inspector: string) => void) | null = null

/** Takes an inspector that was heard over `channel`: a new one gets the whole record, one that is known keeps the news coming. */
export function tell(channel: BroadcastChannel, mayTell: () => boolean, inspector: string): void {
  telling ??= begin(channel, mayTell, () => {
    telling = null
  })
  telling(inspector)
}

function begin(channel: BroadcastChannel, mayTell: () => boolean, atEnd: () => void): (inspector: string) => void {
  const { recorder, stop } = recordPage()
  const inspectors = new Set<string>()
  const news = newsOf(recorder)
  let unanswered = 0
  let gathering: ReturnType<typeof setTimeout> | null = null
  const leave = recorder.subscribe(gather)
  const watch = setInterval(ask, silenceLimit / 2)
  addEventListener('pagehide', sayGoodbye)

  function say(message: FromTab): void {
    if (mayTell()) channel.postMessage(message)
    else sayGoodbye()
  }

  function gather(): void {
    gathering ??= setTimeout(() => {
      gathering = null
      say({ kind: 'actors', tab: machinePlaces(), ...news.read() })
    }, gatherPause)
  }

  /** It is the tab that asks: timers of an inspector in the background stand still, but what it hears it answers. */
  function ask(): void {
    unanswered += 1
    if (unanswered === 2) end()
    else say({ kind: 'here', tab: machinePlaces(), asks: true })
  }

  function sayGoodbye(): void {
    channel.postMessage({ kind: 'gone', tab: machinePlaces() } satisfies FromTab)
    end()
  }

  function end(): void {
    leave()
    stop()
    clearInterval(watch)
    if (gathering !== null) clearTimeout(gathering)
    removeEventListener('pagehide', sayGoodbye)
    atEnd()
  }

  return (inspector) => {
    unanswered = 0
    if (inspectors.has(inspector)) return say({ kind: 'here', tab: machinePlaces(), asks: false })
    inspectors.add(inspector)
    news.beginAgain()
    gather()
  }
}

/** What changed in a record since it was last read. */
function newsOf(recorder: Recorder) {
  let told: ReadonlyMap<string, Seen> | null = null
  const graphs = new Map<Graph, number>()

  return {
    beginAgain(): void {
      told = null
      graphs.clear()
    },
    read(): Omit<FromTab & { kind: 'actors' }, 'kind' | 'tab'> {
      const view = recorder.getView()
      const before = told
      const fresh = new Map<number, Graph>()
      let room = most.characters
      const changed = view.filter((actor) => before?.get(actor.sessionId) !== actor)
      const news = changed.map(({ graph, entries, ...actor }): WireEntry => {
        const number = graph === null ? null : (graphs.get(graph) ?? graphs.size)
        if (graph !== null && number === graphs.size) fresh.set(graphs.set(graph, number).size - 1, graph)
        const last = before?.get(actor.sessionId)?.entries.at(-1)?.number ?? 0
        const unsaid = entries.filter((entry) => entry.number > last).slice(-most.entries)
        const shown = unsaid.toReversed().map((entry) => {
          const size = JSON.stringify(entry).length
          if (size > room) return withoutContent(entry, size)
          room -= size
          return entry
        })
        return { ...actor, graph: number, entries: shown.toReversed() }
      })
      told = new Map(view.map((actor) => [actor.sessionId, actor]))
      const present = view.map(({ sessionId }) => sessionId)
      return { isWhole: before === null, present, changed: news, graphs: [...fresh] }
    },
  }
}

function withoutContent(entry: Entry, size: number): Entry {
  return { ...entry, event: { type: entry.event.type }, snapshot: `[left out: ${size} characters]` }
}

/** The path without its query: a query may carry what is nobody's business. */
function machinePlaces(): MachinePlaces {
  const title = document.title.replace(/ · Datacrane$/, '')
  return { id: tabId, title: String(mask(title)), path: String(mask(pathNow())) }
}
