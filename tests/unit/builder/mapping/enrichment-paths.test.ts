/** Paths of what an enrichment adds: as its own test found them they are offered, saved and read by a run. */
import { expect, it } from 'vitest'

import type { Lookup } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import { enrichedFields, foundShape } from '#src/machines/builder/enrichment/enrichment-records.ts'
import { fieldsOf } from '#src/machines/builder/systems/record-shape.ts'
import { shopDraft } from '#tests/model/kit/samples/drafts.ts'

const enriched = { id: 7, customer: { name: 'Ada', details: { address: { city: 'Graz' }, tags: ['a'] } } }
const shape: RecordShape = {
  fields: fieldsOf([enriched]),
  examples: [enriched],
  origin: 'request',
  takenAt: '2026-01-02T03:04:05.000Z',
}
const lookup = (targetPath: string): Lookup => ({
  per: 'record',
  parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }],
  resultPath: '',
  targetPath,
  notFound: 'null',
})
const offered = (testedAt: string, targetPath = testedAt) =>
  enrichedFields({
    config: { ...shopDraft.config, enrichment: [{ id: 'e', type: 'http', lookup: lookup(targetPath) }] },
    shapes: { enrichment: { e: foundShape(shape, testedAt) } },
  }).map(({ path }) => path)

it('offers what the test found under its one target path', () => {
  expect(offered('customer.details')).toEqual([
    'customer.details',
    'customer.details.address',
    'customer.details.address.city',
    'customer.details.tags',
    'customer.details.tags[*]',
  ])
})

it('offers nothing that was found for another target path', () => {
  expect(offered('customer.details', 'extra')).toEqual([])
})
