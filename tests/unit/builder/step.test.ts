/** Addresses of the builder's steps: what is written into one is read out of it. */
import { expect, it } from 'vitest'

import { pathOf, stepAt } from '#src/views/builder/draft/builder-step.ts'

it.each(['one', 'a blank', 'a/b', '50%', 'ä?#&', '%2F'])('an enrichment %j is found at its address', (id) => {
  for (const flow of ['start', 'edit'] as const) {
    const { pathname } = new URL(pathOf(flow, 'enrichment', 'shop', id), 'https://app.test')
    expect(stepAt(pathname)).toEqual({ flow, step: 'enrichment', connectorId: 'shop', enrichmentId: id })
  }
})

it('takes an address that a person wrote by hand as it is', () =>
  expect(stepAt('/edit-integration/enrichment-configuration/shop/50%')?.enrichmentId).toBe('50%'))
