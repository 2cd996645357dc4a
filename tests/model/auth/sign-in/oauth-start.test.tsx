import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { oauthStartMachine, type Start } from '#src/machines/auth/sign-in/oauth-start.machine.ts'
import { ProviderButtons } from '#src/views/auth/sign-in/ProviderButtons.tsx'
import { pass } from '../../kit/clock.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const providers = [
  { id: 'acme', name: 'Acme' },
  { id: 'campus', name: 'Campus ID' },
]

const fixture: Fixture<typeof oauthStartMachine> = {
  view: (actor) => <ProviderButtons actor={actor} providers={providers} />,
  inputs: { 'a way to the details': { to: '/details/7' } },
  answers: {
    startAtProvider: {
      asks: ({ context: { provider } }) => ({ provider, to: '/details/7' }),
      answers: { 'the page leaves': undefined },
      problems: { 'the provider is gone': refusal('oauth/unknown-provider'), 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: {
    'user.chose': [
      { ...press('Continue with Acme'), event: { type: 'user.chose', provider: 'acme' } },
      { ...press('Continue with Campus ID'), event: { type: 'user.chose', provider: 'campus' } },
    ],
    'user.cancelled': press('Stay here'),
  },
  assertions: {
    choosing: () => expect(said()).toBe(''),
    starting: () => expect(said()).toBe('Redirecting to the provider…'),
    leaving: () => expect(said()).toBe('Redirecting you to the provider.'),
  },
  delays: { leaveLimit: 20_000 },
  project: ({ provider, problem }) => ({ provider, alarmed: problem !== null }),
  invariants: {
    'who is chosen is who is asked for': {
      when: ({ event }) => event.type === 'user.chose',
      holds: ({ event, after }) => expect(after.context.provider).toBe(event['provider']),
    },
    'a failure is told, and another way may be chosen': {
      when: ({ event }) => /^xstate\.(error|after\.startLimit)/.test(event.type),
      holds: ({ after }) => {
        expect(screen.getByRole('alert').textContent).toContain(after.context.problem?.message)
        expect(after.matches('choosing')).toBe(true)
      },
    },
    'the place to come back to is never lost': {
      when: () => true,
      holds: ({ after }) => expect(after.context.to).toBe('/details/7'),
    },
  },
}

describe('the way to a provider', () => {
  verifyShape(oauthStartMachine)
  verifyEveryEdge(oauthStartMachine, fixture)
})

it('opens again 20 s after the page was to leave and has not', async () => {
  const { actor, clock } = open(fromPromise<void, Start>(() => Promise.resolve()))
  await pass(clock, 0)
  await pass(clock, 19_999)
  expect(actor.getSnapshot().value).toBe('leaving')
  await pass(clock, 1)
  expect(actor.getSnapshot().value).toBe('choosing')
})

function open(startAtProvider: ReturnType<typeof fromPromise<void, Start>>) {
  const clock = new SimulatedClock()
  const machine = oauthStartMachine.provide({ actors: { startAtProvider } })
  const actor = createActor(machine, { clock, input: { to: null } }).start()
  actor.send({ type: 'user.chose', provider: 'acme' })
  return { actor, clock }
}

const said = () => screen.getByRole('status').textContent
