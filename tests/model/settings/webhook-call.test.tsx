import { screen } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { describe, expect } from 'vitest'

import type { WebhookDelivery } from '#contract/settings/webhook.ts'
import { type WebhookCallActor, webhookCallMachine } from '#src/machines/settings/webhook-call.machine.ts'
import { listOf } from '#src/services/kit/list.actors.ts'
import { DeliveriesCard } from '#src/views/settings/notifications/DeliveriesCard.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const webhook = { id: 'w1', name: 'Warehouse' }
const delivery: WebhookDelivery = {
  ...{ id: 'd1', eventId: 'evt_1', type: 'webhook.test', status: 'queued', attempts: 0, payload: '{}' },
  ...{ createdAt: '2026-11-25T10:00:00.000Z', nextAt: '2026-11-25T10:00:00.000Z', triedAt: null },
  ...{ responseStatus: null, response: null },
}
const emptyList = listOf(async () => ({ items: [], total: 0 }))

function View({ actor }: { readonly actor: WebhookCallActor }) {
  const list = useActorRef(emptyList, { input: { query: {} } })
  return <DeliveriesCard webhook={webhook} actor={list} call={actor} hide={null} />
}

const fixture: Fixture<typeof webhookCallMachine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: { id: 'w1', deliveryId: null } },
  answers: {
    send: {
      asks: { id: 'w1', deliveryId: null },
      answers: { 'it is queued': delivery },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': {
      ...press('Send test'),
      event: { type: 'user.requested', change: { id: 'w1', deliveryId: null } },
    },
    'user.cancelled': press('Stop'),
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      expect(screen.queryByText(/The response appears here/) === null).toBe(response === null)
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => screen.getByRole('button', { name: 'Stop' }),
  },
  delays: {},
  project: ({ response, problem }) => ({ isQueued: response !== null, told: problem?.code ?? null }),
  invariants: {},
}

describe('a delivery that a person asks for', () => {
  verifyShape(webhookCallMachine)
  verifyEveryEdge(webhookCallMachine, fixture)
})
