/** What sets a few endpoints apart from all others, written a second time, so that one more is a decision. */
import { expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'

const which = (isMeant: (it: Endpoint) => boolean | undefined) =>
  endpoints
    .filter(isMeant)
    .map(({ method, path }) => `${method} ${path}`)
    .toSorted()

it('those that wait for other systems are the heavy ones, and no others', () => {
  expect(which((it) => it.isHeavy)).toEqual([
    'POST /api-connectors/:id/comparison',
    'POST /api-connectors/document',
    'POST /api-connectors/dry-run',
    'POST /api-connectors/sample',
    'POST /api-connectors/test-connection',
    'POST /api-connectors/try-paging',
  ])
})

it('whoever is shut out by maintenance may still read why, and do nothing else', () => {
  expect(which((it) => it.isOpenInMaintenance)).toEqual(['GET /api/maintenance'])
})
