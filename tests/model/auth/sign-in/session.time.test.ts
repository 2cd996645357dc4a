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

it('asks once, however many calls are refused at the same time', async () => {
  const { ask, counted } = silence()
  const { clock, actor } = await open({ refreshSession: fromPromise(ask) })
  for (let call = 0; call < 50; call += 1) actor.send({ type: 'browser.asked' })
  await pass(clock, 0)
  expect(counted).toEqual({ asked: 1, givenUp: 0 })
})

it('stays expired, without asking the server, until somebody signs in', async () => {
  const refused = fromPromise(() => Promise.reject<SessionState>(refusal('auth/token-invalid')))
  const { clock, at } = await open({ refreshSession: refused })
  await pass(clock, 300_000)
  await pass(clock, 3_600_000)
  expect(at()).toBe('expired')
})
