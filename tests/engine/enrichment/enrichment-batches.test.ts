/** Batches that are answered in part: no record is "not found" whose value was not answered. */
import { describe, expect, it } from 'vitest'

import { customer } from './enrichment-sim.ts'
import { of, opened, order, saying, third } from './enrichments.ts'

const idsOf = (url: URL) => url.searchParams.get('ids')?.split(',') ?? []
const records = (count: number) => Array.from({ length: count }, (_, at) => order(at + 1))
const filled = (verdicts: readonly unknown[]) =>
  verdicts.filter((it) => (it as { record?: { customer: { details: unknown } } }).record?.customer.details).length

/** Returns at most `most` of the requested customers, and reports that in its own form. */
const giving = (most: number, around: (asked: number) => object = () => ({}), knows = (_: string) => true) =>
  saying((response, { url }) => {
    const known = idsOf(url).filter(knows)
    const items = known.slice(0, most).map((id) => JSON.parse(customer(id)) as unknown)
    response.end(JSON.stringify({ found: { items }, ...around(known.length) }))
  })

describe('a batch that is answered in part', () => {
  it.each<[string, (asked: number) => object]>([
    ['has_more', (asked) => ({ has_more: asked > 5 })],
    ['a total', (asked) => ({ total: asked })],
    ['the next page', (asked) => ({ next: asked > 5 ? '/customers?page=2' : null })],
    ['nothing', () => ({})],
  ])('and says so by %s: the rest is requested again', async (_, around) => {
    const sim = await third({ script: giving(5, around) })
    const enrich = await opened([of(sim, { per: 'batch', batchSize: 20, notFound: 'null' })])
    const { verdicts } = await enrich(records(60))
    expect(filled(verdicts)).toBe(60)
    expect(sim.asked.length).toBeLessThanOrEqual(16)
  })

  it('leaves what is really missing not found, and asks for it once more at most', async () => {
    const sim = await third({
      script: giving(
        100,
        () => ({}),
        (id) => Number(id) % 10 !== 0,
      ),
    })
    const enrich = await opened([of(sim, { per: 'batch', batchSize: 20, notFound: 'null' })])
    const { verdicts } = await enrich(records(60))
    expect([verdicts.length, filled(verdicts)]).toEqual([60, 54])
    expect(sim.asked.length).toBeLessThanOrEqual(6)
    await enrich(Array.from({ length: 20 }, (_, at) => order(at + 101)))
    // An answer as long as a complete one was not cut off by a limit.
    expect(sim.asked.length).toBeLessThanOrEqual(7)
  })

  it('fails the record that no answer speaks of', async () => {
    const sim = await third({
      script: saying((response) => void response.end(`{"found":{"items":[${customer('77')}]},"has_more":true}`)),
    })
    const enrich = await opened([of(sim, { per: 'batch', notFound: 'null' })])
    const { verdicts } = await enrich(records(3))
    expect(verdicts).toMatchObject(Array(3).fill({ failed: { code: 'lookup/incomplete' } }))
  })
})

it('a 404 to a batch is one of its values: the others are found', async () => {
  const sim = await third({
    script: saying(
      (response) => void response.writeHead(404).end('{"error":"customer 7 not found"}'),
      ({ url }) => idsOf(url).includes('7'),
    ),
  })
  const enrich = await opened([of(sim, { per: 'batch', batchSize: 20, notFound: 'skip' })])
  const { verdicts } = await enrich(records(20))
  expect(filled(verdicts)).toBe(19)
  expect(verdicts[6]).toMatchObject({ skipped: { code: 'lookup/not-found' } })
  expect(sim.asked.length).toBeLessThanOrEqual(11)
})
