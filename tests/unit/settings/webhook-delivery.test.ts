/** The chart of a delivery to a webhook, held against a table written by hand. */
import { expect, it } from 'vitest'
import { moved } from '#contract/kit/lifecycle.ts'
import { webhookDeliveryLifecycle } from '#contract/settings/webhook-delivery.lifecycle.ts'

const states = ['queued', 'delivered', 'failed'] as const
const events = ['endpoint.took', 'endpoint.failed', 'server.gaveUp', 'user.sentAgain'] as const

it('goes where the table says, and nowhere else', () => {
  const table = states.map((from) => events.map((type) => moved(webhookDeliveryLifecycle, from, { type }, undefined)))
  expect(table).toEqual([
    ['delivered', 'queued', 'failed', null],
    [null, null, null, 'queued'],
    [null, null, null, 'queued'],
  ])
})
