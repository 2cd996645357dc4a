import { expect, it, vi } from 'vitest'
import {
  assign,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  SimulatedClock,
  toPromise,
} from 'xstate'
import { createRecorder } from '#src/inspector/recorder.ts'
import type { SessionState, SignedIn } from '#src/machines/auth/sign-in/session.events.ts'
import { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { inspect, listen, liveRoots } from '#src/services/kit/inspection.ts'
import { pass } from '../../model/kit/clock.ts'
import { ada, sessionStateOf } from '../../model/kit/samples/people.ts'

const canary = 'canary-7f3a'
const here = { ...sessionStateOf(ada), accessToken: canary, refreshToken: canary }

const session = sessionMachine.provide({
  actors: {
    restoreSession: fromPromise(() => Promise.resolve<SessionState | null>(null)),
    signIn: fromPromise(() => Promise.resolve<SignedIn>(here)),
    refreshSession: fromPromise(() => Promise.reject(Object.assign(new Error(`Bearer ${canary}`), { token: canary }))),
    signOut: fromPromise(() => Promise.resolve()),
    watchBrowser: fromCallback(() => {}),
  },
})

const counter = createMachine({
  id: 'counter',
  context: { count: 0 },
  on: { 'user.counted': { actions: assign({ count: ({ context }: { context: { count: number } }) => context.count + 1 }) } },
})

async function signInAndOut(actor: ReturnType<typeof createActor<typeof session>>, clock: SimulatedClock) {
  await pass(clock, 0)
  actor.send({ type: 'user.wroteEmail', email: ada.email })
  actor.send({ type: 'user.wrotePassword', password: canary })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  await pass(clock, here.refreshIn)
  await pass(clock, 0)
}

it('keeps every step of an actor and of those it runs, with each secret masked', async () => {
  const recorder = createRecorder()
  const clock = new SimulatedClock()
  const actor = createActor(session, { clock, inspect: recorder.record }).start()
  await signInAndOut(actor, clock)

  const view = recorder.getView()
  const steps = view.find(({ name }) => name === 'session')?.entries.map(({ event }) => event.type)
  expect(steps).toEqual([
    'xstate.init',
    'xstate.done.actor.restoreSession',
    'user.wroteEmail',
    'user.wrotePassword',
    'user.submitted',
    'xstate.done.actor.signIn',
    'xstate.after.refreshPause.session.signedIn.fresh',
    'xstate.error.actor.refreshSession',
  ])
  expect(view.map(({ name }) => name)).toEqual(['session', 'watchBrowser', 'restoreSession', 'signIn', 'refreshSession'])
  expect(view.slice(1).every(({ parentId }) => parentId === actor.sessionId)).toBe(true)
  expect(actor.getSnapshot().value).toBe('expired')
  expect(JSON.stringify(view)).not.toContain(canary)
  expect(JSON.stringify(view)).toContain(ada.email)
  expect(actor.getSnapshot().context.standing?.accessToken, 'the original is untouched').toBe(canary)
})

it('tells of each step where it led, how, and from whom', async () => {
  const recorder = createRecorder(undefined, () => 1_700_000_000_000)
  const clock = new SimulatedClock()
  const actor = createActor(session, { clock, inspect: recorder.record }).start()
  await pass(clock, 0)
  const restored = recorder.getView()[0]?.entries.at(-1)
  expect(restored).toMatchObject({
    number: 2,
    at: 1_700_000_000_000,
    from: recorder.getView().find(({ name }) => name === 'restoreSession')?.sessionId,
    snapshot: { status: 'active', value: 'signedOut', context: { standing: null } },
    transitions: ['session.checking xstate.done.actor.restoreSession 1'],
  })
  expect([...(restored?.states ?? [])].sort()).toEqual(['session', 'session.signedOut'])
  actor.send({ type: 'user.signedOut' })
  await pass(clock, 0)
  expect(recorder.getView()[0]?.entries.at(-1)?.transitions, 'an event that nobody hears').toEqual([])
})

it('keeps the newest entries of an actor, and their numbers', async () => {
  const recorder = createRecorder({ entries: 500, ended: 50 })
  const actor = createActor(counter, { inspect: recorder.record }).start()
  for (let count = 0; count < 700; count += 1) actor.send({ type: 'user.counted' })
  await recorded()
  const entries = recorder.getView()[0]?.entries ?? []
  expect(entries).toHaveLength(500)
  expect([entries.at(0)?.number, entries.at(-1)?.number]).toEqual([202, 701])
})

it('keeps those who are alive and the newest of those who have ended', async () => {
  const recorder = createRecorder({ entries: 500, ended: 50 })
  const alive = createActor(counter, { inspect: recorder.record }).start()
  const ended = Array.from({ length: 80 }, () => createActor(counter, { inspect: recorder.record }).start())
  for (const actor of ended) actor.stop()
  await recorded()
  const view = recorder.getView()
  expect(view).toHaveLength(51)
  expect(view[0]).toMatchObject({ sessionId: alive.sessionId, status: 'active' })
  expect(view.at(-1)).toMatchObject({ sessionId: ended.at(-1)?.sessionId, status: 'stopped' })
})

it('keeps a chart that has ended, however much work ends after it', async () => {
  const recorder = createRecorder({ entries: 500, ended: 50 })
  const chart = createActor(counter, { inspect: recorder.record }).start()
  chart.stop()
  const work = Array.from({ length: 80 }, () =>
    createActor(
      fromPromise(() => Promise.resolve(1)),
      { inspect: recorder.record },
    ),
  )
  for (const actor of work) actor.start()
  for (const actor of work) await toPromise(actor)
  await recorded()
  const view = recorder.getView()
  expect(view).toHaveLength(51)
  expect(view[0]).toMatchObject({ sessionId: chart.sessionId, status: 'stopped' })
  expect(view.at(-1)).toMatchObject({ sessionId: work.at(-1)?.sessionId, status: 'done' })
})

it('tells its listeners once a turn, until they leave', async () => {
  const recorder = createRecorder()
  const tell = vi.fn()
  const leave = recorder.subscribe(tell)
  const actor = createActor(counter, { inspect: recorder.record }).start()
  for (let count = 0; count < 10; count += 1) actor.send({ type: 'user.counted' })
  expect(tell).not.toHaveBeenCalled()
  await recorded()
  expect(tell).toHaveBeenCalledTimes(1)
  expect(recorder.getView(), 'the same until something happens').toBe(recorder.getView())
  leave()
  actor.send({ type: 'user.counted' })
  await recorded()
  expect(tell).toHaveBeenCalledTimes(1)
})

it('adopts who was alive before it began, with their children', async () => {
  const clock = new SimulatedClock()
  const actor = createActor(session, { clock, inspect }).start()
  const gone = createActor(counter, { inspect }).start()
  gone.stop()
  await signInAndOut(actor, clock)
  expect(liveRoots()).toEqual([actor])

  const recorder = createRecorder()
  for (const root of liveRoots()) recorder.adopt(root)
  const leave = listen(recorder.record)
  await recorded()
  expect(recorder.getView().map(({ name, entries }) => [name, entries[0]?.event.type])).toEqual([
    ['session', 'inspector.began'],
    ['watchBrowser', 'inspector.began'],
  ])
  expect(JSON.stringify(recorder.getView())).not.toContain(canary)

  actor.send({ type: 'user.signedOut' })
  await recorded()
  expect(recorder.getView()[0]?.entries.map(({ event }) => event.type)).toContain('user.signedOut')
  leave()
  actor.stop()
  expect(liveRoots()).toEqual([])
})

it('hands on to nobody until somebody listens', () => {
  const heard: InspectionEvent[] = []
  const actor = createActor(counter, { inspect }).start()
  const leave = listen((event) => heard.push(event))
  actor.send({ type: 'user.counted' })
  leave()
  const before = heard.length
  actor.send({ type: 'user.counted' })
  expect(before).toBeGreaterThan(0)
  expect(heard).toHaveLength(before)
  actor.stop()
})

/** The view is told anew in a microtask. */
async function recorded() {
  await Promise.resolve()
}
