import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { firstMinuteMachine, type Ways } from '#src/machines/library/first-minute.machine.ts'
import { FirstMinute } from '#src/views/library/first-minute/FirstMinute.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'

const templates = [{ _id: 'stripe-customers', name: 'Stripe customers' }]
const ways: Ways = { hasDemo: true, templates }
const exits = ['Stripe customers', 'Browse templates', 'New connector']

const fixture: Fixture<typeof firstMinuteMachine> = {
  view: (actor) => <FirstMinute actor={actor} />,
  inputs: { 'no connector': undefined },
  answers: {
    readWays: {
      asks: undefined,
      answers: { 'all three ways': ways, 'no built-in systems': { ...ways, hasDemo: false } },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    makeDemo: {
      asks: undefined,
      answers: { made: { connectorId: 'demo-1' } },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    runDemo: {
      asks: ({ context: { connectorId } }) => ({ connectorId }),
      answers: { 'it runs': undefined },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: { 'user.ranDemo': press('Run the demo'), 'user.retried': press('Retry') },
  assertions: {
    loading: () => says('Loading ways to start…'),
    failed: ({ context }) => expect(screen.getByRole('alert').textContent).toContain(context.problem?.message),
    ready: ({ context }) => {
      says('')
      expect(screen.queryByText('The built-in systems are off here.') !== null).toBe(context.ways?.hasDemo === false)
      expect(screen.queryByRole('alert') !== null).toBe(context.problem !== null)
    },
    making: () => says('Making the connector…'),
    running: () => says('Deploying and running it…'),
    moved: () => says(''),
  },
  delays: {},
  exits,
  project: ({ ways: known, connectorId, problem }) => ({
    demo: known?.hasDemo ?? null,
    made: connectorId !== null,
    told: problem !== null,
  }),
  invariants: {
    'a demo that is made is not made again': {
      when: ({ before, event }) => event.type === 'user.ranDemo' && before.context.connectorId !== null,
      holds: ({ after }) => expect(after.matches('running')).toBe(true),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(screen.getByRole('alert').textContent).toContain(toProblem(event['error']).message),
    },
  },
}

describe('the first minute', () => {
  verifyShape(firstMinuteMachine)
  verifyEveryEdge(firstMinuteMachine, fixture)
})

function says(text: string): void {
  expect(screen.getAllByRole('status', { hidden: true }).map(({ textContent }) => textContent)).toContain(text)
}
