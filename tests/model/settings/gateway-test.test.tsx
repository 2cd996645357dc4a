import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Gateway, GatewayTest } from '#contract/settings/network/gateway.ts'
import { testTarget } from '#contract/settings/network/network-limits.ts'
import { gatewayTestMachine } from '#src/machines/settings/gateway-test.machine.ts'
import { VpnTestCard } from '#src/views/settings/network/cloud/VpnTestCard.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const id = '0199aaaa-0000-7000-8000-000000000001'
const at = '2026-11-26T02:00:00.000Z'
const well: GatewayTest = {
  ...{ success: true, at, target: testTarget, duration: 120 },
  steps: [
    { step: 'resolve', isOk: true, said: '198.51.100.7' },
    { step: 'tunnel', isOk: true, said: '200 to CONNECT' },
  ],
}
const failed: GatewayTest = { ...well, success: false, steps: [{ step: 'connect', isOk: false, said: 'could not be reached' }] }
const gateway: Gateway = {
  ...{ id, name: 'Frankfurt', provider: 'aws', endpointUrl: 'https://gate.example.test:8443', username: '', enabled: true },
  ...{ presharedKey: { set: true, last4: '' }, revision: 1, createdAt: at, test: null, usedAt: null, failure: null },
}

const asks = { event: { type: 'user.requested', change: { target: testTarget } } } as const

const fixture: Fixture<typeof gatewayTestMachine> = {
  view: (actor) => <VpnTestCard actor={actor} gateway={gateway} />,
  inputs: { nothing: { id, target: testTarget } },
  answers: {
    send: {
      asks: { id, target: testTarget },
      answers: { 'the way is open': well, 'it cannot be reached': failed },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': [
      {
        ...asks,
        says: 'test the connection',
        find: () => screen.queryByRole('button', { name: 'Test connection' }),
        use: (button, user) => user.click(button),
      },
      {
        ...asks,
        says: 'press Enter in the target',
        find: () => screen.queryByRole('textbox', { name: 'Host and port to reach' }),
        use: (field, user) => user.type(field, '{Enter}'),
      },
    ],
    'user.cancelled': {
      says: 'stop waiting',
      find: () => screen.queryByRole('button', { name: 'Stop' }),
      use: (button, user) => user.click(button),
    },
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      const text = screen.getByRole('status').textContent
      if (response === null) expect(text).toBe('')
      else expect(text).toContain(response.success ? `Connected to ${testTarget} in 120 ms` : `Not connected to ${testTarget}`)
      for (const { said } of response?.steps ?? []) expect(text).toContain(said)
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => {
      expect(screen.getByRole('status').textContent).toBe('')
      screen.getByRole('button', { name: 'Stop' })
    },
  },
  delays: {},
  project: ({ response, problem }) => ({ isOk: response?.success ?? null, told: problem?.code ?? null }),
  invariants: {},
}

describe('the test of a gateway', () => {
  verifyShape(gatewayTestMachine)
  verifyEveryEdge(gatewayTestMachine, fixture)
})
