import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { HookCall } from '#contract/connectors/triggers/hook.ts'
import { hookCallsMachine } from '#src/machines/connectors/triggers/hook-calls.machine.ts'
import { CallsCard } from '#src/views/connectors/triggers/CallsCard.tsx'
import { choose, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const asks = { connectorId: 'shop', verdict: 'all' } as const
const refused = { connectorId: 'shop', verdict: 'refused' } as const
const call: HookCall = {
  ...{ id: '2', at: '2026-11-25T10:00:00.000Z', verdict: 'refused', why: 'late', seconds: 421, bytes: 1_234 },
  ...{ network: '203.0.113.0/24', eventId: null },
}
const accepted: HookCall = { ...call, id: '1', verdict: 'accepted', why: null, seconds: null, eventId: 'e-1', network: null }

const fixture: Fixture<typeof hookCallsMachine> = {
  view: (actor) => <CallsCard actor={actor} />,
  inputs: { 'a connector': asks },
  answers: {
    send: {
      asks: ({ context }) => (context.request.verdict === 'all' ? asks : refused),
      answers: { 'there are some': [call, accepted], 'there are none': [] },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': [
      { ...press('Refresh'), event: { type: 'user.requested' } },
      {
        ...choose('Refused', 'Show'),
        event: { type: 'user.requested', change: { verdict: 'refused' } },
        when: ({ context }) => context.request.verdict === 'all',
      },
    ],
    'user.cancelled': press('Stop'),
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      expect(alertText() === null).toBe(problem === null)
      expect(screen.queryByText('No calls yet.') !== null).toBe(response?.length === 0)
      if (response === null || response.length === 0) return
      const lines = within(screen.getByRole('list', { name: 'Last calls' })).getAllByRole('listitem')
      expect(lines.map((it) => it.textContent)).toEqual([
        expect.stringContaining(
          'RefusedThe signature is valid, but the timestamp is outside the tolerance. The timestamp was 7 min old.1,234 bytes, from 203.0.113.0/24',
        ),
        expect.stringContaining('AcceptedEvent e-1.1,234 bytes'),
      ])
    },
    sending: () => screen.getByRole('button', { name: 'Stop' }),
  },
  delays: {},
  project: ({ request, response, problem }) => ({
    verdict: request.verdict,
    count: response?.length ?? null,
    told: problem?.code ?? null,
  }),
  invariants: {},
}

describe('the last calls of a webhook', () => {
  verifyShape(hookCallsMachine)
  verifyEveryEdge(hookCallsMachine, fixture)
})
