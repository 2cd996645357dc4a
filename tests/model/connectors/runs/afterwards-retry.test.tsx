import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { afterwardsRetryMachine } from '#src/machines/connectors/runs/afterwards-retry.machine.ts'
import { AfterwardsRetry } from '#src/views/connectors/runs/afterwards/AfterwardsRetryMount.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const input = { connectorId: 'orders', runId: 'r1', transactionId: 't1' }

const fixture: Fixture<typeof afterwardsRetryMachine> = {
  view: (actor) => <AfterwardsRetry actor={actor} />,
  inputs: { 'a request that failed': input },
  answers: {
    retryAfterwards: { asks: input, answers: { 'it is queued': undefined }, problems: { 'the net is down': offline } },
  },
  drivers: { 'user.retried': press('Retry the follow-up request') },
  assertions: {
    resting: () => expect(screen.queryByRole('status')).toBeNull(),
    sending: () => expect(screen.getByRole('button', { name: 'Sending…' }).getAttribute('aria-disabled')).toBe('true'),
    queued: () => expect(screen.getByRole('status').textContent).toContain('Only the follow-up request is sent again.'),
  },
  delays: {},
  project: ({ problem }) => ({ told: problem?.code ?? false }),
  invariants: {
    'only the server says that it is queued': {
      when: ({ after }) => after.matches('queued'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.retryAfterwards'),
    },
    'what failed is said until somebody tries again': {
      when: ({ event }) => event.type.startsWith('xstate.error'),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
  },
}

describe('the retry of a request after a delivery', () => {
  verifyShape(afterwardsRetryMachine)
  verifyEveryEdge(afterwardsRetryMachine, fixture)
})
