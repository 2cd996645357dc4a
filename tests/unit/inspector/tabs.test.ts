// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { assign, createActor, createMachine, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { graphOf } from '#src/inspector/graph.ts'
import type { SessionState, SignedIn } from '#src/machines/auth/sign-in/session.events.ts'
import { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { pass } from '../../model/kit/clock.ts'
import { ada, sessionStateOf } from '../../model/kit/samples/people.ts'
import { beginTabs, endTabs, openInspector, openTab, openWire, settled, until } from './tabs.ts'

const canary = 'canary-7f3a'
const counter = createMachine({
  id: 'counter',
  context: { count: 0 },
  on: { 'user.counted': { actions: assign({ count: ({ context }: { context: { count: number } }) => context.count + 1 }) } },
})

beforeEach(beginTabs)
afterEach(endTabs)

it('follows an actor of another tab, with its chart, live', async () => {
  const tab = await openTab()
  const actor = createActor(counter, { inspect: tab.inspect }).start()
  const { follower, actors } = openInspector()
  await until(() => actors().length === 1)
  expect(follower.getView()).toMatchObject([{ id: tab.id, title: 'Shop orders to CRM', path: '/details/7', state: 'live' }])
  expect(actors()[0]?.graph).toEqual(graphOf(counter))
  expect(actors()[0]?.entries.map(({ event }) => event.type)).toEqual(['inspector.began'])

  actor.send({ type: 'user.counted' })
  await until(() => actors()[0]?.entries.length === 2)
  actor.send({ type: 'user.counted' })
  await until(() => actors()[0]?.entries.length === 3)
  expect(actors()[0]?.entries.at(-1)).toMatchObject({ number: 3, states: ['counter'], snapshot: { context: { count: 2 } } })
  expect(actors()[0]?.entries.at(-1)?.transitions).toEqual(['counter user.counted 0'])
  actor.stop()
  await until(() => actors()[0]?.status === 'stopped')
})

it('sees a tab that is opened later, and each of several', async () => {
  const { follower } = openInspector()
  const tabs: string[] = []
  for (const count of [1, 2]) {
    const { inspect, id } = await openTab()
    createActor(counter, { inspect }).start()
    tabs.push(id)
    await until(() => follower.getView().length === count)
  }
  expect(
    follower
      .getView()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(tabs.sort())
  expect(follower.getView().every(({ actors }) => actors.length === 1)).toBe(true)
  const [one, other] = follower.getView().map(({ actors }) => actors[0]?.graph)
  expect(one, 'equal charts are one').toBe(other)
})

it('tells a second inspector the whole, and the first no less', async () => {
  const first = openInspector('first')
  const tab = await openTab()
  const actor = createActor(counter, { inspect: tab.inspect }).start()
  actor.send({ type: 'user.counted' })
  await until(() => first.actors().length === 1)
  actor.send({ type: 'user.counted' })
  await until(() => first.actors()[0]?.entries.length === 2)
  const second = openInspector('second')
  await until(() => second.actors().length === 1)
  expect(second.actors()).toEqual(first.actors())
  expect(second.actors()[0]?.entries).toHaveLength(2)
  expect(second.actors()[0]?.graph).toEqual(graphOf(counter))
})

it('lets no secret out of a tab', async () => {
  const wire = openWire()
  const tab = await openTab()
  const clock = new SimulatedClock()
  const here = { ...sessionStateOf(ada), accessToken: canary, refreshToken: canary }
  const machine = sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(() => Promise.resolve<SessionState | null>(null)),
      signIn: fromPromise(() => Promise.resolve<SignedIn>(here)),
      watchBrowser: fromCallback(() => {}),
    },
  })
  const actor = createActor(machine, { clock, inspect: tab.inspect }).start()
  await pass(clock, 0)
  wire.ask()
  await until(() => wire.heard.length > 0)
  actor.send({ type: 'user.wroteEmail', email: ada.email })
  actor.send({ type: 'user.wrotePassword', password: canary })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  expect(actor.getSnapshot().context.standing?.accessToken).toBe(canary)
  const said = () => JSON.stringify(wire.heard)
  await until(() => said().includes('"type":"xstate.done.actor.signIn"'))
  expect(said()).toContain(ada.email)
  expect(said()).toContain('"type":"user.wrotePassword"')
  expect(said()).not.toContain(canary)
  expect(said(), 'nor the query of the address').not.toContain('elsewhere')
})

it('sends what can cross, whatever an actor holds', async () => {
  const { actors } = openInspector()
  const tab = await openTab()
  const loop: Record<string, unknown> = { node: document.body, run: () => 1, sign: Symbol('s'), big: 1n, gone: new WeakMap() }
  loop['self'] = loop
  createActor(createMachine({ id: 'odd', context: { loop } }), { inspect: tab.inspect }).start()
  await until(() => actors().length === 1)
  expect(JSON.stringify(actors()[0]?.entries)).toContain('[again]')
})

it('keeps its messages small, and says what it left out', async () => {
  const wire = openWire()
  const tab = await openTab()
  wire.ask()
  const actor = createActor(counter, { inspect: tab.inspect }).start()
  await until(() => wire.heard.some(({ kind }) => kind === 'actors'))
  wire.heard.length = 0
  const page = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`k${index}`, 'x'.repeat(2_000)]))
  for (let count = 0; count < 700; count += 1) actor.send({ type: 'user.counted', page } as { type: 'user.counted' })
  await until(() => wire.heard.some(({ kind }) => kind === 'actors'))
  const [message] = wire.heard.filter((it) => it.kind === 'actors')
  const entries = message?.changed[0]?.entries ?? []
  expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 50 }, (_, index) => 652 + index))
  expect(entries[0]?.snapshot).toMatch(/^\[left out: 2\d{5} characters\]$/)
  expect(entries.at(-1), 'the newest are whole').toMatchObject({ event: { page }, snapshot: { context: { count: 700 } } })
  expect(JSON.stringify(message).length).toBeLessThan(1_050_000)
})

it('stops when no inspector is heard, and begins again with the whole when one is', async () => {
  const wire = openWire()
  const begun = vi.spyOn(globalThis, 'setInterval')
  const ended = vi.spyOn(globalThis, 'clearInterval')
  const tab = await openTab()
  const actor = createActor(counter, { inspect: tab.inspect }).start()
  wire.ask()
  await until(() => wire.heard.some(({ kind }) => kind === 'actors'))
  vi.advanceTimersByTime(5_000)
  await settled()
  expect(wire.heard.at(-1), 'it asks first').toMatchObject({ kind: 'here', asks: true })
  vi.advanceTimersByTime(5_000)
  await settled()
  const before = wire.heard.length
  actor.send({ type: 'user.counted' })
  vi.advanceTimersByTime(60_000)
  await settled()
  expect(wire.heard).toHaveLength(before)
  // Files of one process share the clock: another one's timer is not the tab's.
  const watches = begun.mock.calls.flatMap(([, every], index) => (every === 5_000 ? [begun.mock.results[index]?.value] : []))
  expect(watches).toHaveLength(1)
  expect(
    ended.mock.calls.map(([timer]) => timer),
    'nothing of it goes on',
  ).toContain(watches[0])
  wire.ask()
  await until(() => wire.heard.length > before)
  expect(wire.heard.at(-1)).toMatchObject({ kind: 'actors', isWhole: true, changed: [{ entries: [{ number: 1 }] }] })
})

it('goes on when the timers of the inspector stand still', async () => {
  const tab = await openTab()
  const actor = createActor(counter, { inspect: tab.inspect }).start()
  // The first interval that is set is the inspector's: it never rings.
  vi.spyOn(globalThis, 'setInterval').mockImplementationOnce(() => setTimeout(() => {}))
  const { actors } = openInspector()
  await until(() => actors().length === 1)
  for (let turn = 0; turn < 100; turn += 1) {
    vi.advanceTimersByTime(5_000)
    await settled()
  }
  actor.send({ type: 'user.counted' })
  await until(() => actors()[0]?.entries.length === 2)
  expect(actors()[0]?.entries.map(({ number }) => number)).toEqual([1, 2])
})

it('answers only where it may, and falls silent when it may no longer', async () => {
  const wire = openWire()
  let isSuperAdmin = false
  const tab = await openTab(() => isSuperAdmin)
  const actor = createActor(counter, { inspect: tab.inspect }).start()
  for (let turn = 0; turn < 20; turn += 1) {
    wire.ask(`inspector ${turn}`)
    vi.advanceTimersByTime(1_000)
    await settled()
  }
  expect(wire.heard).toEqual([])
  isSuperAdmin = true
  wire.ask()
  await until(() => wire.heard.length > 0)
  isSuperAdmin = false
  actor.send({ type: 'user.counted' })
  await until(() => wire.heard.at(-1)?.kind === 'gone')
  expect(JSON.stringify(wire.heard)).not.toContain('"type":"user.counted"')
})

it('shows what ended with its tab, and remembers a few of those tabs', async () => {
  const { follower, actors } = openInspector()
  const tab = await openTab()
  createActor(counter, { inspect: tab.inspect }).start()
  await until(() => actors().length === 1)
  dispatchEvent(new Event('pagehide'))
  await until(() => follower.getView()[0]?.state === 'gone', 0)
  expect(actors()[0]?.status).toBe('ended with the tab')
  const wire = openWire()
  for (let index = 0; index < 8; index += 1) {
    const where = { id: `t${index}`, title: 'T', path: '/' }
    wire.say({ kind: 'actors', tab: where, isWhole: true, present: [], changed: [], graphs: [] })
    wire.say({ kind: 'gone', tab: where })
  }
  const gone = () => follower.getView().filter(({ state }) => state === 'gone')
  await until(() => gone().at(-1)?.id === 't7', 0)
  expect(gone().map(({ id }) => id)).toEqual(['t3', 't4', 't5', 't6', 't7'])
})

it('says of a tab that was killed that it does not answer', async () => {
  const { follower } = openInspector()
  const wire = openWire()
  const where = { id: 'killed', title: 'T', path: '/' }
  wire.say({ kind: 'actors', tab: where, isWhole: true, present: [], changed: [], graphs: [] })
  await until(() => follower.getView().length === 1, 0)
  vi.advanceTimersByTime(9_000)
  expect(follower.getView()[0]?.state).toBe('live')
  vi.advanceTimersByTime(3_000)
  expect(follower.getView()[0]?.state).toBe('silent')
  wire.say({ kind: 'here', tab: where, asks: false })
  await until(() => follower.getView()[0]?.state === 'live', 0)
})

it('says nothing when nobody looks any more', async () => {
  const { announced } = openWire()
  const { close } = openInspector()
  await settled()
  expect(announced).toHaveLength(1)
  close()
  vi.advanceTimersByTime(60_000)
  await settled()
  expect(announced).toHaveLength(1)
})

it('leaves the tab that the inspector stands in to the record of that tab', async () => {
  const wire = openWire()
  const tab = await openTab()
  createActor(counter, { inspect: tab.inspect }).start()
  const { actors } = openInspector(tab.id)
  await until(() => wire.announced.length > 3)
  expect(wire.heard, 'the hub does not answer its own page').toEqual([])
  wire.ask()
  await until(() => wire.heard.length > 0)
  expect(actors()).toEqual([])
})
