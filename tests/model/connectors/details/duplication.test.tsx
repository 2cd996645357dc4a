import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { duplicationMachine } from '#src/machines/connectors/details/duplication.machine.ts'
import { DuplicateEntry } from '#src/views/connectors/details/head/DuplicateEntry.tsx'
import { DuplicationNotice } from '#src/views/connectors/details/head/DuplicationNotice.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const input = { connectorId: 'orders' }

const fixture: Fixture<typeof duplicationMachine> = {
  view: (actor) => (
    <>
      <DuplicateEntry actor={actor} connectorId="orders" />
      <DuplicationNotice actor={actor} />
    </>
  ),
  inputs: { 'a connector': undefined },
  answers: {
    duplicate: {
      asks: input,
      answers: { 'a copy': { connectorId: 'copy', name: 'Copy of Orders', needs: 1 } },
      problems: { 'it is gone': refusal('connector/not-found'), 'the net is down': offline },
    },
  },
  drivers: {
    'user.duplicated': { ...press('Duplicate'), event: { type: 'user.duplicated', ...input } },
    'user.retried': press('Try again'),
    'user.dismissed': press('Close'),
  },
  assertions: {
    resting: () => expect(screen.queryByRole('dialog')).toBeNull(),
    copying: () => expect(screen.getByRole('button', { name: 'Copying…' }).getAttribute('aria-disabled')).toBe('true'),
    refused: ({ context }) => {
      screen.getByRole('dialog', { name: 'Could not copy the connector' })
      expect(alertText()).toContain(context.problem?.message)
    },
  },
  delays: {},
  project: ({ problem }) => ({ told: problem?.code ?? false }),
  invariants: {
    'nothing is copied that nobody asked for': {
      when: ({ after }) => after.matches('copying'),
      holds: ({ event }) => expect(event.type).toMatch(/^user\.(duplicated|retried)$/),
    },
  },
}

describe('the duplication of a connector', () => {
  verifyShape(duplicationMachine)
  verifyEveryEdge(duplicationMachine, fixture)
})
