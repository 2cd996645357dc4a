import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import {
  type DestinationPauseActor,
  destinationPauseMachine,
} from '#src/machines/connectors/details/destination-pause.machine.ts'
import { DestinationPause, PauseProblem } from '#src/views/connectors/runs/destinations/DestinationPause.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { useCan } from '#src/views/kit/use-snapshot.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const destination = { id: 7, name: 'Fulfilment', address: null, isPaused: false }
const change = { destination: 7, move: 'pause' } as const
const input = { connectorId: 'orders', ...change }

/** The page itself has no Cancel: it is here because the chart can be left so. */
function View({ actor }: { readonly actor: DestinationPauseActor }) {
  const canCancel = useCan(actor, { type: 'user.cancelled' })
  return (
    <>
      <DestinationPause actor={actor} of={destination} />
      <PauseProblem actor={actor} />
      <Button isBlocked={!canCancel} onPress={() => actor.send({ type: 'user.cancelled' })}>
        Cancel
      </Button>
    </>
  )
}

const fixture: Fixture<typeof destinationPauseMachine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { 'a destination': input },
  answers: {
    send: {
      asks: input,
      answers: { 'it is paused': { paused: [7] } },
      problems: { 'it was removed': refusal('connector/destination-unknown'), 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': { ...press('Pause Fulfilment'), event: { type: 'user.requested', change } },
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    idle: ({ context: { problem } }) => {
      expect(screen.getByRole('button', { name: 'Pause Fulfilment' }).textContent).toBe('Pause')
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => {
      const button = screen.getByRole('button', { name: 'Pause Fulfilment' })
      expect(button.textContent).toBe('Pausing…')
      expect(button.getAttribute('aria-disabled')).toBe('true')
    },
  },
  delays: {},
  project: ({ response, problem }) => ({ paused: response?.paused.length ?? 0, told: problem?.code ?? null }),
  invariants: {},
}

describe('the pause of a destination', () => {
  verifyShape(destinationPauseMachine)
  verifyEveryEdge(destinationPauseMachine, fixture)
})
