/** The outside world of a machine, in the test's hand: ports that speak and timers that ring when told to. */
import { expect } from 'vitest'
import {
  type ActorLogic,
  type AnyActor,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  getInitialSnapshot,
  type Snapshot,
  StateMachine,
} from 'xstate'

export type StubOrder =
  | { readonly type: 'stub.done'; readonly output: unknown }
  | { readonly type: 'stub.fail'; readonly error: unknown }

type StubActor = ActorLogic<Snapshot<unknown> & { readonly input: unknown }, AnyEventObject, unknown>

/** Stands where a promise, a callback or a child machine would. In a machine's place it shows how that machine opens, so that a view can draw it. @param shows its state instead. */
export function stubActorOf(logic: unknown, shows?: object): StubActor {
  return {
    getInitialSnapshot: (_, input) => ({
      ...(shows ?? (logic instanceof StateMachine ? getInitialSnapshot(logic, input) : {})),
      ...{ status: 'active', output: undefined, error: undefined, input },
    }),
    transition: (snapshot, order) => {
      if (order.type === 'stub.done') return { ...snapshot, status: 'done', output: order['output'], error: undefined }
      if (order.type === 'stub.fail') return { ...snapshot, status: 'error', output: undefined, error: order['error'] }
      return snapshot
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  }
}

/** An actor says its last word once; the pure graph would let it answer again for as long as its state lasts. */
export function forgettingTheDone(machine: AnyStateMachine): AnyStateMachine {
  return Object.assign(Object.create(machine) as AnyStateMachine, {
    transition: (before: AnyMachineSnapshot, event: AnyEventObject, scope: never) => {
      const after: AnyMachineSnapshot = machine.transition(before, event, scope)
      const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1]
      if (id === undefined || after.children[id] !== before.children[id]) return after
      const { [id]: _, ...children } = after.children
      return { ...after, children }
    },
  })
}

export function openActors(snapshot: AnyMachineSnapshot) {
  const children: Record<string, AnyActorRef | undefined> = snapshot.children
  return Object.entries(children).flatMap(([id, child]) => {
    const own = child?.getSnapshot()
    return child && own.status === 'active' ? [{ id, src: String(child.src), input: own.input as unknown }] : []
  })
}

/** Rings one timer whatever else runs: an actor may take any time, so an outer limit can fall due before an inner pause. */
export function ring(actor: AnyActor, eventType: string, milliseconds: unknown): void {
  const timers = Object.values(actor.system.getSnapshot()._scheduledEvents)
  const timer = timers.find(({ source, event }) => source === actor && event.type === eventType)
  if (!timer) throw new Error(`no timer runs for ${eventType}`)
  expect(timer.delay, `milliseconds of ${eventType}`).toBe(milliseconds)
  actor.system.scheduler.cancel(actor, timer.id)
  actor.send(timer.event)
}
