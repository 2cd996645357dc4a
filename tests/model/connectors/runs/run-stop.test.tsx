import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { runStopMachine } from '#src/machines/connectors/runs/run-stop.machine.ts'
import { StopRun } from '#src/views/connectors/runs/page/StopRun.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const input = { connectorId: 'orders', runId: 'r1' }

const fixture: Fixture<typeof runStopMachine> = {
  view: (actor) => <StopRun actor={actor} run={{ recordsRead: 50, recordsDelivered: 31 }} />,
  inputs: { 'a run under way': input },
  answers: {
    stopRun: {
      asks: input,
      answers: { 'it is stopped': undefined },
      problems: { 'it had ended': refusal('run/ended'), 'the net is down': offline },
    },
  },
  drivers: {
    'user.stopped': press('Stop run'),
    'user.confirmed': press('Stop run now'),
    'user.cancelled': press('Keep it running'),
  },
  assertions: {
    resting: () => expect(screen.queryByRole('dialog')).toBeNull(),
    asking: () => {
      const { textContent } = screen.getByRole('dialog', { name: 'Stop this run?' })
      expect(textContent).toContain("31 of 50 read records are already delivered. This can't be undone.")
    },
    stopping: () => expect(screen.getByRole('button', { name: 'Stopping…' }).getAttribute('aria-disabled')).toBe('true'),
    stopped: () => expect(alertText()).toBeNull(),
  },
  delays: {},
  project: ({ problem }) => ({ told: problem?.code ?? false }),
  invariants: {
    'no run is stopped that nobody confirmed': {
      when: ({ after }) => after.matches('stopping'),
      holds: ({ event }) => expect(event.type).toBe('user.confirmed'),
    },
    'only the server says that it is stopped': {
      when: ({ after }) => after.matches('stopped'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.stopRun'),
    },
    'what failed is said until somebody tries again': {
      when: ({ event }) => event.type.startsWith('xstate.error'),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
  },
}

describe('the stop of a run', () => {
  verifyShape(runStopMachine)
  verifyEveryEdge(runStopMachine, fixture)
})
