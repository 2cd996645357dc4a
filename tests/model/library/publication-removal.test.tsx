import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { publicationRemovalMachine } from '#src/machines/library/publication-removal.machine.ts'
import { RemovalPanel } from '#src/views/library/RemovalPanel.tsx'
import { pass, silence } from '../kit/clock.ts'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const input = { templateId: 'the-public-one' }

const fixture: Fixture<typeof publicationRemovalMachine> = {
  view: (actor) => <RemovalPanel actor={actor} name="Shop to CRM" />,
  inputs: { 'one of our own': input },
  answers: {
    removeTemplate: {
      asks: input,
      answers: { 'it is taken back': undefined },
      problems: { 'somebody else did': refusal('template/not-found'), 'the net is down': offline },
    },
  },
  drivers: {
    'user.removed': press('Take back'),
    'user.confirmed': press('Take it back'),
    'user.cancelled': press('Keep it public'),
  },
  assertions: {
    resting: () => expect(screen.queryByRole('dialog')).toBeNull(),
    asking: () => {
      const { textContent } = screen.getByRole('dialog', { name: 'Take back Shop to CRM?' })
      expect(textContent).toContain('Nobody finds it any more')
      expect(textContent).toContain('What was started from it stays as it is.')
    },
    removing: () => expect(screen.getByRole('button', { name: 'Taking it back…' }).getAttribute('aria-disabled')).toBe('true'),
    removed: () => expect(alertText()).toBeNull(),
  },
  delays: { removalLimit: 60_000 },
  project: ({ problem }) => ({ told: problem?.code ?? false }),
  invariants: {
    'nothing is taken back that nobody confirmed': {
      when: ({ after }) => after.matches('removing'),
      holds: ({ event }) => expect(event.type).toBe('user.confirmed'),
    },
    'only the server says that it is gone': {
      when: ({ after }) => after.matches('removed'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.removeTemplate'),
    },
    'what failed is told until somebody tries again': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
  },
}

describe('a taking back', () => {
  verifyShape(publicationRemovalMachine)
  verifyEveryEdge(publicationRemovalMachine, fixture)
})

it('is given up after 60 s', async () => {
  const { ask, counted } = silence()
  const clock = new SimulatedClock()
  const removeTemplate = fromPromise<void, typeof input>(ask)
  const actor = createActor(publicationRemovalMachine.provide({ actors: { removeTemplate } }), { clock, input }).start()
  actor.send({ type: 'user.removed' })
  actor.send({ type: 'user.confirmed' })
  await pass(clock, 59_999)
  expect(actor.getSnapshot().value).toBe('removing')
  await pass(clock, 1)
  expect(actor.getSnapshot().value).toBe('resting')
  expect(actor.getSnapshot().context.problem).toEqual(refusal('net/timeout').problem)
  expect(counted).toEqual({ asked: 1, givenUp: 1 })
})
