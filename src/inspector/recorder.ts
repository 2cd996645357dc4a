/** What the actors of this page did lately: a bounded record with secrets masked. It runs from when it is first asked for. */
import { type AnyActorRef, type AnyStateMachine, type InspectionEvent, StateMachine } from 'xstate'

import { listen, liveRoots } from '../services/kit/inspection.ts'
import { type Graph, graphOf, idOf } from './graph.ts'
import { mask, maskEvent } from './mask.ts'

export type Entry = {
  /** Counts the actor's entries from 1; those that fell out of the record keep their numbers. */
  readonly number: number
  /** Milliseconds since 1970, by the local clock. */
  readonly at: number
  readonly event: { readonly type: string } & Readonly<Record<string, unknown>>
  /** Who sent it; null for the page or the clock. */
  readonly from: string | null
  /** What the actor was after it, masked. */
  readonly snapshot: unknown
  /** Ids of the states that it was in, and of the transitions it took to get there. */
  readonly states: readonly string[]
  readonly transitions: readonly string[]
}

export type Seen = {
  readonly sessionId: string
  readonly parentId: string | null
  /** What it is called where it runs, and what it runs. */
  readonly name: string
  /** The chart; null for a promise or a callback. */
  readonly graph: Graph | null
  readonly status: string
  readonly entries: readonly Entry[]
}

export type Bounds = { readonly entries: number; readonly ended: number }

/** What a page keeps: entries of each actor, and actors of each kind that have ended. */
export const forPage: Bounds = { entries: 500, ended: 50 }

export type Recorder = ReturnType<typeof createRecorder>

type Heard = { readonly event: unknown; readonly from: string | null }

export function createRecorder(bounds: Bounds = forPage, now: () => number = Date.now) {
  const seen = new Map<string, Seen>()
  const heard = new WeakMap<object, Heard[]>()
  const taken = new WeakMap<object, string[]>()
  const listeners = new Set<() => void>()
  let view: readonly Seen[] = []
  let isTelling = false

  /** Takes what XState says of any actor. */
  function record(it: InspectionEvent): void {
    if (it.type === '@xstate.event') {
      push(heard, it.actorRef, { event: it.event, from: it.sourceRef?.sessionId ?? null })
    } else if (it.type === '@xstate.microstep') {
      for (const transition of it._transitions) push(taken, it.actorRef, idOf(transition))
    } else if (it.type === '@xstate.snapshot') {
      add(it.actorRef as AnyActorRef, it.event)
    }
  }

  /** Takes an actor that ran before the record began, with its children, as it stands. */
  function adopt(actor: AnyActorRef): void {
    if (!seen.has(actor.sessionId)) add(actor, { type: 'inspector.began' })
    const children: Record<string, AnyActorRef | undefined> = actor.getSnapshot().children ?? {}
    for (const child of Object.values(children)) if (child !== undefined) adopt(child)
  }

  function add(actor: AnyActorRef, event: { readonly type: string }): void {
    const { sessionId } = actor
    const snapshot = actor.getSnapshot()
    const before = seen.get(sessionId)
    const entry: Entry = {
      number: (before?.entries.at(-1)?.number ?? 0) + 1,
      at: now(),
      event: maskEvent(event),
      from: senderOf(actor, event),
      snapshot: shownOf(snapshot),
      states: '_nodes' in snapshot ? snapshot._nodes.map(({ id }: { id: string }) => id) : [],
      transitions: taken.get(actor) ?? [],
    }
    taken.delete(actor)
    const { logic, _parent: parent } = actor as AnyActorRef & { readonly logic?: unknown; readonly _parent?: AnyActorRef }
    seen.set(sessionId, {
      sessionId,
      parentId: parent?.sessionId ?? null,
      name: nameOf(actor, logic),
      graph: logic instanceof StateMachine ? chartOf(logic) : null,
      status: snapshot.status,
      entries: [...(before?.entries ?? []), entry].slice(-bounds.entries),
    })
    forgetOldEnds()
    tellSoon()
  }

  function senderOf(actor: object, event: unknown): string | null {
    const waiting = heard.get(actor) ?? []
    const index = waiting.findIndex((it) => it.event === event)
    heard.set(actor, waiting.slice(index + 1))
    return waiting[index]?.from ?? null
  }

  /** Work that ends by the dozen must not push out the charts that asked for it: each kind has its own bound. */
  function forgetOldEnds(): void {
    const ended = [...seen.values()].filter(({ status }) => status !== 'active')
    for (const kind of [ended.filter(({ graph }) => graph !== null), ended.filter(({ graph }) => graph === null)]) {
      for (const { sessionId } of kind.slice(0, Math.max(0, kind.length - bounds.ended))) seen.delete(sessionId)
    }
  }

  function tellSoon(): void {
    if (isTelling) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      view = [...seen.values()].sort(byAge)
      for (const tell of listeners) tell()
    })
  }

  return {
    record,
    adopt,
    subscribe(tell: () => void): () => void {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    /** The same array until something happens; told anew once per turn of the page. */
    getView: () => view,
  }
}

let running: Recorder | null = null

/** The record of this page: begins at the first call, adopts whoever is alive, and goes on until the page is left. */
export function pageRecorder(): Recorder {
  running ??= recordPage().recorder
  return running
}

/** The record of this page where it runs already; otherwise one that adopts whoever is alive, and ends with `stop`. */
export function recordPage(): { readonly recorder: Recorder; readonly stop: () => void } {
  if (running !== null) return { recorder: running, stop: () => {} }
  const recorder = createRecorder()
  for (const root of liveRoots()) recorder.adopt(root)
  return { recorder, stop: listen(recorder.record) }
}

/** One graph per chart: actors of the same chart differ in their ports only. */
const charts = new WeakMap<object, Graph>()

function chartOf(machine: AnyStateMachine): Graph {
  const known = charts.get(machine.config) ?? graphOf(machine)
  charts.set(machine.config, known)
  return known
}

/** XState counts its sessions; a child starts before its parent has told of itself. */
function byAge(one: Seen, other: Seen): number {
  return one.sessionId.localeCompare(other.sessionId, 'en', { numeric: true })
}

function push<T>(lists: WeakMap<object, T[]>, key: object, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

/** Of a machine what decides what it is; of anything else all of it. */
function shownOf(snapshot: object): unknown {
  if (!('_nodes' in snapshot)) return mask(snapshot)
  const { status, value, context, output, error } = snapshot as Record<string, unknown>
  return mask({ status, value, context, ...(output === undefined ? {} : { output }), ...(error === undefined ? {} : { error }) })
}

function nameOf(actor: AnyActorRef, logic: unknown): string {
  const own = actor.id === actor.sessionId ? null : actor.id
  const chart = logic instanceof StateMachine ? logic.id : null
  return own === null || own === chart ? (chart ?? own ?? 'actor') : chart === null ? own : `${own} (${chart})`
}
