import { describe, expect, it } from 'vitest'

import type { Lookup } from '#contract/connectors/config/config.ts'
import { foundShape, pathsFor, recordsFor } from '#src/machines/builder/enrichment/enrichment-records.ts'
import { blankEnrichment, faultsIn, lookupOf, writtenIn, writtenOf } from '#src/machines/builder/enrichment/enrichment-rules.ts'

const lookup: Lookup = {
  per: 'record',
  parameters: [{ in: 'query', name: 'id', sourcePath: 'customer.id' }],
  resultPath: 'data',
  targetPath: 'customer.details',
  notFound: 'fail',
}

describe('the rules of an enrichment', () => {
  it('find nothing wrong with what the contract takes', () => {
    const batch: Lookup = { ...lookup, per: 'batch', matchPath: 'id', batchSize: 50, cacheSeconds: 0, concurrency: 32 }
    expect([lookup, batch].map((it) => [faultsIn(writtenOf(it)), lookupOf(writtenOf(it))])).toEqual([
      [{}, lookup],
      [{}, batch],
    ])
  })

  it('name what is missing in a new one', () =>
    expect(faultsIn(blankEnrichment)).toEqual({
      'parameters/0/name': 'missing',
      'parameters/0/sourcePath': 'missing',
      targetPath: 'missing',
    }))

  it('let a batch ask with one value only, and one record with several', () => {
    const two = { ...writtenOf(lookup), parameters: [...lookup.parameters, ...lookup.parameters], matchPath: 'id' }
    expect([faultsIn(two), faultsIn({ ...two, per: 'batch' })]).toEqual([{}, { parameters: 'onlyOne' }])
  })

  it.each([['{id}'], ['a b']])('take %j for no place in an address', (name) =>
    expect(faultsIn({ ...writtenOf(lookup), parameters: [{ in: 'path', name, sourcePath: 'id' }] })).toEqual({
      'parameters/0/name': 'names',
    }),
  )

  it('read back what a tab kept, and nothing else', () => {
    expect(writtenIn(JSON.parse(JSON.stringify(writtenOf(lookup))))).toEqual(writtenOf(lookup))
    expect([null, 'x', {}, { ...blankEnrichment, parameters: [7] }, { ...blankEnrichment, per: 'day' }].map(writtenIn)).toEqual(
      Array(5).fill(null),
    )
  })
})

describe('the records of an enrichment', () => {
  const field = (path: string, type: 'string' | 'object' = 'string') => ({ path, types: [type], isRequired: true })
  const shape = (examples: unknown[], ...fields: ReturnType<typeof field>[]) => ({
    fields,
    examples,
    origin: 'request' as const,
    takenAt: '2026-11-22T00:00:00.000Z',
  })
  const draft = {
    config: {
      enrichment: [
        { id: 'a', type: 'http' },
        { id: 'b', type: 'http' },
      ],
    },
    shapes: {
      source: shape([{ id: 1 }], field('id'), field('lines[*].sku'), field('customer', 'object')),
      enrichment: { a: shape([{ id: 1, found: 'x' }], field('found')) },
    },
  } as unknown as Parameters<typeof recordsFor>[0]

  it('are those of the source, after the enrichments before it', () => {
    expect(recordsFor(draft, 'a')).toEqual([{ id: 1 }])
    expect(recordsFor(draft, 'b')).toEqual([{ id: 1, found: 'x' }])
  })

  it('offer single values to ask with', () => {
    expect(pathsFor(draft, 'a')).toEqual(['id'])
    expect(pathsFor(draft, 'b')).toEqual(['id', 'found'])
  })

  it('tell what was found from what was there, and promise none of it', () => {
    const { fields } = foundShape(
      shape([], field('id'), field('details.name'), field('detailsToo'), field('details[*]')),
      'details',
    )
    expect(fields).toEqual([field('details.name'), field('details[*]')].map((it) => ({ ...it, isRequired: false })))
  })
})
