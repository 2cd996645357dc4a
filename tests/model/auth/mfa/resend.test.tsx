import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { resendMachine, type Sent } from '#src/machines/auth/mfa/resend.machine.ts'
import { Resend } from '#src/views/auth/mfa/Resend.tsx'
import { pass } from '../../kit/clock.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const sent: Sent = { challengeId: 'c-1', userId: 'ada' }

const fixture: Fixture<typeof resendMachine> = {
  view: (actor) => <Resend actor={actor} isKept={false} />,
  inputs: { 'a code that was sent': sent },
  answers: {
    resendCode: {
      asks: sent,
      answers: { 'it is on its way': 30_000 },
      problems: { 'too many were sent': refusal('auth/codes-used-up'), 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: { 'user.requestedAgain': press('Send the code again'), 'user.stopped': press('Stop waiting') },
  assertions: {
    pausing: () => expect(said()).toContain('You can request another code in half a minute.'),
    ready: () => expect(said()).not.toContain('half a minute'),
    resending: () => screen.getByRole('button', { name: 'Sending the code again…' }),
  },
  delays: { resendPause: 30_000 },
  project: ({ wasSentAgain, problem }) => ({ wasSentAgain, alarmed: problem !== null }),
  invariants: {
    'what was sent is told, and then rests': {
      when: ({ event }) => event.type === 'xstate.done.actor.resendCode',
      holds: ({ after }) => {
        expect(said()).toContain('New code sent.')
        expect(after.matches('pausing')).toBe(true)
      },
    },
    'a failure is told, and may be tried again': {
      when: ({ event }) => /^xstate\.(error|after\.resendLimit)/.test(event.type),
      holds: ({ after }) => {
        expect(screen.getByRole('alert').textContent).toContain(after.context.problem?.message)
        expect(after.can({ type: 'user.requestedAgain' })).toBe(true)
      },
    },
  },
}

describe('a code that was sent', () => {
  verifyShape(resendMachine)
  verifyEveryEdge(resendMachine, fixture)
})

it('says of a code that nothing can send where it is', async () => {
  const { clock, actor } = await open()
  await pass(clock, 30_000)
  actor.send({ type: 'user.requestedAgain' })
  await pass(clock, 0)
  render(<Resend actor={actor} isKept />)
  expect(said()).toMatch(/^A new code is in the outbox\./)
})

async function open(resendCode = fromPromise<number, Sent>(() => Promise.resolve(45_000))) {
  const clock = new SimulatedClock()
  const actor = createActor(resendMachine.provide({ actors: { resendCode } }), { clock, input: sent }).start()
  return { clock, actor, may: () => actor.getSnapshot().can({ type: 'user.requestedAgain' }) }
}

it('may be asked for again after 30 s, and from then on when the server says', async () => {
  const { clock, actor, may } = await open()
  await pass(clock, 29_999)
  expect(may()).toBe(false)
  await pass(clock, 1)
  expect(may()).toBe(true)
  actor.send({ type: 'user.requestedAgain' })
  await pass(clock, 0)
  expect(may()).toBe(false)
  await pass(clock, 44_999)
  expect(may()).toBe(false)
  await pass(clock, 1)
  expect(may()).toBe(true)
})

const said = () => screen.getByRole('status').textContent
