/** Edges know no hours: each limit of a session is told here once, on a clock that runs. */
import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import type { SessionState, SignedIn } from '#src/machines/auth/sign-in/session.events.ts'
import { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { pass, silence } from '../../kit/clock.ts'
import { ada, sessionStateOf } from '../../kit/samples/people.ts'

const here = sessionStateOf(ada, 300_000)
const answers: object = {
  restoreSession: fromPromise(() => Promise.resolve<SessionState | null>(here)),
  signIn: fromPromise(() => Promise.resolve<SignedIn>(here)),
  refreshSession: fromPromise(() => Promise.resolve(sessionStateOf(ada, 600_000))),
  signOut: fromPromise(() => Promise.resolve()),
  watchBrowser: fromCallback(() => {}),
}

async function open(actors: object = {}) {
  const clock = new SimulatedClock()
  const actor = createActor(sessionMachine.provide({ actors: { ...answers, ...actors } }), { clock }).start()
  await pass(clock, 0)
  return { clock, actor, at: () => actor.getSnapshot().value }
}

it('gives up looking for a session after 10 s, and tries again when asked to', async () => {
  const { ask, counted } = silence()
  const { clock, actor, at } = await open({ restoreSession: fromPromise(ask) })
  await pass(clock, 9_999)
  expect(at()).toBe('checking')
  await pass(clock, 1)
  expect(at()).toBe('unreachable')
  expect(counted).toEqual({ asked: 1, givenUp: 1 })
  actor.send({ type: 'user.retried' })
  await pass(clock, 9_999)
  expect(at(), 'the second try has its own 10 s').toBe('checking')
})

it('gives a sign-in up after 10 s and keeps what was typed', async () => {
  const { ask, counted } = silence()
  const nobody = fromPromise(() => Promise.resolve<SessionState | null>(null))
  const { clock, actor, at } = await open({ restoreSession: nobody, signIn: fromPromise(ask) })
  actor.send({ type: 'user.wroteEmail', email: ada.email })
  actor.send({ type: 'user.wrotePassword', password: 'typed' })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 9_999)
  expect(at()).toBe('signingIn')
  await pass(clock, 1)
  expect(at()).toBe('signedOut')
  expect(counted.givenUp).toBe(1)
  expect(actor.getSnapshot().context).toMatchObject({ email: ada.email, password: 'typed' })
})

it('renews a session when its refresh is due, each time by what the server said last', async () => {
  const { clock, actor, at } = await open()
  await pass(clock, 299_999)
  expect(actor.getSnapshot().context.standing).toEqual(here)
  await pass(clock, 1)
  expect(at()).toEqual({ signedIn: 'fresh' })
  expect(actor.getSnapshot().context.standing?.refreshIn).toBe(600_000)
  clock.increment(599_999)
  expect(at()).toEqual({ signedIn: 'fresh' })
  clock.increment(1)
  expect(at()).toEqual({ signedIn: 'refreshing' })
})

it('renews at once what is due at once', async () => {
  const { ask, counted } = silence()
  const due = fromPromise(() => Promise.resolve<SessionState | null>(sessionStateOf(ada, 0)))
  const { clock, at } = await open({ restoreSession: due, refreshSession: fromPromise(ask) })
  await pass(clock, 0)
  expect(at()).toEqual({ signedIn: 'refreshing' })
  expect(counted.asked).toBe(1)
})

it('gives a refresh up after 10 s, tries again 10 s later, and lets nobody out meanwhile', async () => {
  const { ask, counted } = silence()
  const { clock, at } = await open({ refreshSession: fromPromise(ask) })
  await pass(clock, 300_000)
  await pass(clock, 9_999)
  expect(at()).toEqual({ signedIn: 'refreshing' })
  await pass(clock, 1)
  expect(at()).toEqual({ signedIn: 'retrying' })
  expect(counted).toEqual({ asked: 1, givenUp: 1 })
  await pass(clock, 9_999)
  expect(at()).toEqual({ signedIn: 'retrying' })
  await pass(clock, 1)
  expect(at()).toEqual({ signedIn: 'refreshing' })
  expect(counted.asked).toBe(2)
})

it('asks once, however many calls are refused at the same time', async () => {
  const { ask, counted } = silence()
  const { clock, actor } = await open({ refreshSession: fromPromise(ask) })
  for (let call = 0; call < 50; call += 1) actor.send({ type: 'browser.asked' })
  await pass(clock, 0)
  expect(counted).toEqual({ asked: 1, givenUp: 0 })
})

it('is out after 10 s when the server does not answer a sign-out', async () => {
  const { ask, counted } = silence()
  const { clock, actor, at } = await open({ signOut: fromPromise(ask) })
  actor.send({ type: 'user.signedOut' })
  await pass(clock, 9_999)
  expect(at()).toBe('signingOut')
  await pass(clock, 1)
  expect(at()).toBe('signedOut')
  expect(counted.givenUp).toBe(1)
  expect(actor.getSnapshot().context.standing).toBeNull()
})

it('stays expired, without asking the server, until somebody signs in', async () => {
  const refused = fromPromise(() => Promise.reject<SessionState>(refusal('auth/token-invalid')))
  const { clock, at } = await open({ refreshSession: refused })
  await pass(clock, 300_000)
  await pass(clock, 3_600_000)
  expect(at()).toBe('expired')
})
