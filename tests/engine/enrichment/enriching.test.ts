import { describe, expect, it } from 'vitest'
import type { Lookup } from '#contract/connectors/config/config.ts'
import { createLookupCache, found } from '#server/engine/enrichment/cache.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { of, opened, order, saying, third } from './enrichments.ts'

const text = (value: unknown) => JSON.stringify(value)

describe('an enrichment per record', () => {
  it('puts what was found into a copy, with exact numbers, and keeps a line of each request', async () => {
    const sim = await third()
    const enrich = await opened([of(sim)])
    const record = parseExactly('{"customer":{"id":12345678901234567890},"__proto__":{"x":1}}')
    const before = text(record)
    const { verdicts, lines } = await enrich([record])
    expect(text(verdicts)).toBe(
      '[{"record":{"customer":{"id":12345678901234567890,"details":{"id":"12345678901234567890","name":"Customer 12345678901234567890","limit":12345678901234567890.10}},"__proto__":{"x":1}}}]',
    )
    expect(text(record)).toBe(before)
    expect(lines).toMatchObject([
      {
        enrichmentId: 'e1',
        asked: `GET ${sim.url}/customers/12345678901234567890`,
        outcome: 'found',
        values: 1,
        records: 1,
        answer: { status: 200 },
        error: null,
      },
    ])
  })

  it('asks equal values once, and once more only when the cache has ended', async () => {
    const sim = await third({ knows: (id) => id !== '3' })
    const enrich = await opened([of(sim, { notFound: 'null' })])
    await enrich([order(1), order(2), order(1), order('1'), order(3), order(3)])
    expect(sim.asked.map(({ url }) => url.pathname).toSorted()).toEqual(['/customers/1', '/customers/2', '/customers/3'])
    const again = await enrich([order(3), order(1)])
    expect(sim.asked).toHaveLength(3)
    expect(again).toMatchObject({
      verdicts: [{ record: { customer: { details: null } } }, { record: { customer: { details: { id: '1' } } } }],
      lines: [],
    })
    const without = await opened([of(sim, { cacheSeconds: 0 })])
    await without([order(1)])
    await without([order(1)])
    expect(sim.asked).toHaveLength(5)
  })

  it.each(['fail', 'skip', 'null'] as const)('that finds nothing: %s', async (notFound) => {
    const sim = await third({
      knows: (id) => id !== '2',
      script: saying(
        (response) => void response.writeHead(204).end(),
        ({ url }) => url.pathname.endsWith('/4'),
      ),
    })
    const measured: boolean[] = []
    const enrich = await opened([of(sim, { notFound })], { measure: (_, failed) => measured.push(failed) })
    const { verdicts, lines } = await enrich([order(1), order(2), { n: 1 }, order(4), order('')])
    const problem = (message: string) => ({ code: 'lookup/not-found', message })
    const ends = [
      problem('The enrichment "Customers" found nothing for "customer.id" 2.'),
      problem('The enrichment "Customers" sent no request, because the record has no value at "customer.id".'),
      problem('The enrichment "Customers" found nothing for "customer.id" 4.'),
      problem('The enrichment "Customers" sent no request, because the record has no value at "customer.id".'),
    ]
    const records = [
      { customer: { id: 2, details: null } },
      { customer: { details: null } },
      { customer: { id: 4, details: null } },
      { customer: { id: '', details: null } },
    ]
    const wanted = {
      fail: ends.map((failed) => ({ failed })),
      skip: ends.map((skipped) => ({ skipped })),
      null: records.map((record) => ({ record })),
    }
    expect(verdicts).toMatchObject([{ record: { customer: { details: { id: '1' } } } }, ...wanted[notFound]])
    expect(lines.map(({ outcome }) => outcome).toSorted()).toEqual(['found', 'not-found', 'not-found'])
    expect(sim.asked).toHaveLength(3)
    // Each request is an enrichment, and so is each record that failed without one.
    expect(measured.toSorted()).toEqual(notFound === 'fail' ? [false, true, true, true, true] : [false, false, false])
  })

  it('never has more requests open than it may, and uses what it may', async () => {
    const sim = await third({ delay: 20 })
    const enrich = await opened([of(sim, { concurrency: 3 })])
    await enrich(Array.from({ length: 30 }, (_, at) => order(at + 1)))
    expect(sim.asked).toHaveLength(30)
    expect(sim.atOnce()).toBe(3)
  })

  it('sees what the one before it found, and does not ask for what has ended', async () => {
    const sim = await third({ knows: (id) => id !== '2' })
    const first = of(sim, { notFound: 'skip' })
    const second = of(
      sim,
      { parameters: [{ in: 'query', name: 'id', sourcePath: 'customer.details.name' }], targetPath: 'more' },
      { id: 'e2', url: `${sim.url}/one` },
    )
    const { verdicts, lines } = await (await opened([first, second]))([order(1), order(2)])
    expect(verdicts).toMatchObject([
      { record: { customer: { details: { id: '1' } }, more: { id: 'Customer 1' } } },
      { skipped: {} },
    ])
    expect(lines.map(({ enrichmentId, asked }) => [enrichmentId, asked])).toContainEqual([
      'e2',
      `GET ${sim.url}/one?id=Customer+1`,
    ])
    expect(lines).toHaveLength(3)
  })

  it('adds no more to a page than fits into memory', async () => {
    const sim = await third({ script: saying((response) => void response.end(JSON.stringify('x'.repeat(1_000_000)))) })
    const enrich = await opened([of(sim)])
    const { verdicts } = await enrich(Array.from({ length: 40 }, () => order(1)))
    const failed = verdicts.filter((it) => 'failed' in it && it.failed.code === 'lookup/too-large')
    expect([verdicts.length - failed.length, failed.length]).toEqual([33, 7])
  })

  it('fails a record that has no place for what was found', async () => {
    const sim = await third()
    const enrich = await opened([of(sim, { targetPath: 'customer.id.details' })])
    expect((await enrich([order(1)])).verdicts).toMatchObject([{ failed: { code: 'lookup/no-place' } }])
  })
})

describe('an enrichment per batch', () => {
  it('asks for the different values of so many records at once and finds each its own', async () => {
    const sim = await third({ knows: (id) => id !== '4' })
    const enrich = await opened([of(sim, { per: 'batch', batchSize: 3, notFound: 'null' })])
    const { verdicts, lines } = await enrich([1, 2, 1, 3, 4, 5].map(order))
    expect(sim.asked.map(({ url }) => url.searchParams.get('ids')).toSorted()).toEqual(['1,2,3', '4,5'])
    expect(
      verdicts.map(
        (it) => 'record' in it && (it.record as { customer: { details: { id: string } | null } }).customer.details?.id,
      ),
    ).toEqual(['1', '2', '1', '3', undefined, '5'])
    expect(lines.map(({ values, records, outcome }) => ({ values, records, outcome }))).toEqual(
      expect.arrayContaining([
        { values: 3, records: 4, outcome: 'found' },
        { values: 2, records: 2, outcome: 'found' },
      ]),
    )
    await enrich([order(4), order(2)])
    expect(sim.asked).toHaveLength(2)
  })

  it('sends a list in a body, and splits by length in an address', async () => {
    const sim = await third()
    const parameters: Lookup['parameters'] = [{ in: 'body', name: 'ids', sourcePath: 'customer.id' }]
    const inBody = await opened([of(sim, { per: 'batch', parameters }, { url: `${sim.url}/search`, requestMethod: 'POST' })])
    await inBody([order('a,b'), order(2)])
    expect(sim.asked[0]?.body).toBe('{"ids":["a,b",2]}')
    const inQuery = await opened([of(sim, { per: 'batch', batchSize: 1_000 })])
    const { verdicts } = await inQuery([...Array.from({ length: 9 }, (_, at) => order(String(at).repeat(900))), order('a,b')])
    expect(sim.asked.slice(1).map(({ url }) => url.searchParams.get('ids')?.split(',').length)).toEqual([4, 4, 1])
    expect(verdicts.map((it) => Object.keys(it)[0])).toEqual([...Array(9).fill('record'), 'failed'])
  })

  it('fails what is ambiguous, and an answer without the list', async () => {
    const twice = await third({
      script: saying((response) => void response.end('{"found":{"items":[{"id":1},{"id":1},{"id":2}]}}')),
    })
    const { verdicts } = await (await opened([of(twice, { per: 'batch' })]))([order(1), order(2)])
    expect(verdicts).toMatchObject([{ failed: { code: 'lookup/ambiguous' } }, { record: { customer: { details: { id: 2 } } } }])
    const none = await third({ script: saying((response) => void response.end('{"items":[]}')) })
    const it = await (await opened([of(none, { per: 'batch' })]))([order(1), order(2)])
    expect(it).toMatchObject({
      verdicts: [{ failed: { code: 'lookup/no-list' } }, { failed: { answer: { body: '{"items":[]}' } } }],
      lines: [{ outcome: 'failed' }],
    })
  })
})

describe('the cache', () => {
  it('ends by time and by size, what was used last stays', () => {
    let now = 0
    const cache = createLookupCache(4_000, () => now)
    cache.set('a', found('x'), 10)
    cache.set('b', null, 10)
    expect(cache.get('b')).toBeNull()
    now = 10_000
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
    for (let at = 0; at < 100; at += 1) {
      cache.set(`k${at}`, found(at), 10)
      cache.get('k0')
    }
    expect(cache.get('k0')).toEqual(found(0))
    expect(cache.get('k1')).toBeUndefined()
    const kept = Array.from({ length: 100 }, (_, at) => cache.get(`k${at}`)).filter((it) => it !== undefined)
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.length).toBeLessThan(20)
    cache.set('large', found('x'.repeat(2_000)), 10)
    cache.set('none', found(1), 0)
    expect([cache.get('large'), cache.get('none')]).toEqual([undefined, undefined])
  })
})
