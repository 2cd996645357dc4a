import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { publicationRemovalMachine } from '#src/machines/library/publication-removal.machine.ts'
import { RemovalPanel } from '#src/views/library/RemovalPanel.tsx'
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
    'user.removed': press('Withdraw'),
    'user.confirmed': press('Withdraw connector'),
    'user.cancelled': press('Keep it public'),
  },
  assertions: {
    resting: () => expect(screen.queryByRole('dialog')).toBeNull(),
    asking: () => {
      const { textContent } = screen.getByRole('dialog', { name: 'Withdraw Shop to CRM?' })
      expect(textContent).toContain('can no longer find or use it')
      expect(textContent).toContain('Connectors created from it stay.')
    },
    removing: () => expect(screen.getByRole('button', { name: 'Withdrawing…' }).getAttribute('aria-disabled')).toBe('true'),
    removed: () => expect(alertText()).toBeNull(),
  },
  delays: {},
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
