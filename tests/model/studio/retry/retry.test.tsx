import { screen } from '@testing-library/react'
import { describe } from 'vitest'

import { retryMachine } from '#src/machines/studio/retry/retry.machine.ts'
import { RetrySheet } from '#src/views/studio/retry/RetrySheet.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { chosen } from './retry-plans.ts'

const asks = { connectorId: 'shop', chosen }

const fixture: Fixture<typeof retryMachine> = {
  view: (actor) => (
    <RetrySheet
      actor={actor}
      drawPlan={(replayId, onPlanAgain) => (
        <div role="dialog" aria-label={`Plan ${replayId}`}>
          <button type="button" onClick={onPlanAgain}>
            Plan again
          </button>
          <button type="button" onClick={() => actor.send({ type: 'user.closed' })}>
            Close
          </button>
        </div>
      )}
    />
  ),
  inputs: {
    'records that were chosen': { ...asks, replayId: null },
    'a plan that the address names': { ...asks, replayId: 'r1' },
  },
  answers: {
    makePlan: { asks, answers: { 'it is made': { replayId: 'r2' } }, problems: { 'the net is down': offline } },
  },
  drivers: {
    'user.retried': press('Try again'),
    'user.plannedAgain': press('Plan again'),
    'user.closed': press('Close'),
  },
  assertions: {
    opening: 'passing',
    making: () => screen.getByText('Making a plan…'),
    unmade: () => screen.getByRole('alert'),
    planned: ({ context: { replayId } }) => screen.getByRole('dialog', { name: `Plan ${replayId}` }),
  },
  delays: {},
  project: ({ replayId }) => ({ plan: replayId ?? false }),
}

describe('what is retried', () => {
  verifyShape(retryMachine)
  verifyEveryEdge(retryMachine, fixture)
})
