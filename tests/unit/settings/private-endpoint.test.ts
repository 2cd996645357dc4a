/** The chart of a private endpoint, held against a table written by hand. */
import { expect, it } from 'vitest'
import { moved } from '#contract/kit/lifecycle.ts'
import { endpointStates, privateEndpointLifecycle } from '#contract/settings/network/private-endpoint.lifecycle.ts'

const events = ['operator.approved', 'operator.refused', 'operator.withdrew', 'company.askedAgain'] as const

it('goes where the table says, and nowhere else', () => {
  const table = endpointStates.map((from) => events.map((type) => moved(privateEndpointLifecycle, from, { type }, undefined)))
  expect(table).toEqual([
    ['approved', 'refused', null, null],
    [null, null, 'withdrawn', null],
    [null, null, null, 'asked'],
    [null, null, null, 'asked'],
  ])
})
