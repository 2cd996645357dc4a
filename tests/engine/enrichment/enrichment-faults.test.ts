import { describe, expect, it } from 'vitest'
import { named } from '../kit/named.ts'
import { customer } from './enrichment-sim.ts'
import { of, opened, order, saying, third } from './enrichments.ts'

const pageReturned = 'returned a web page instead of data'

describe('a third system that misbehaves', () => {
  it.each([408, 413, 429, 500, 502, 503, 504])('%i is tried again, and each request has its line', async (status) => {
    const sim = await third({
      script: saying(
        (response) => void response.writeHead(status).end('{}'),
        ({ number }) => number <= 2,
      ),
    })
    const told: unknown[] = []
    const { verdicts, lines } = await (await opened([of(sim)], { tell: (it) => told.push(it) }))([order(1)])
    expect(verdicts).toMatchObject([{ record: {} }])
    expect(lines.map(({ outcome, answer }) => [outcome, answer?.status])).toEqual([
      ['failed', status],
      ['failed', status],
      ['found', 200],
    ])
    expect(told).toMatchObject([
      {
        reason: `The enrichment "Customers" returned ${status}.`,
        next: expect.stringMatching(/^Retry 1 of 5/),
        waiting: null,
      },
      { waiting: { kind: 'away', side: 'enrichment', reason: `HTTP ${status}` } },
      null,
    ])
  })

  it('fails for one value and answers the others can be reached', async () => {
    let failed = 0
    const sim = await third({
      script: saying(
        (response) => void response.writeHead(503).end('{}'),
        ({ url }) => {
          if (url.pathname.endsWith('/2')) failed += 1
          return url.pathname.endsWith('/2') && failed <= 3
        },
      ),
    })
    const told: unknown[] = []
    const enrich = await opened([of(sim, { concurrency: 3 })], { tell: (it) => told.push(it) })
    await enrich([order(2), order(1), order(3)])
    expect(told).toContainEqual(expect.objectContaining({ waiting: expect.objectContaining({ kind: 'delayed' }) }))
    expect(told).not.toContainEqual(expect.objectContaining({ waiting: expect.objectContaining({ kind: 'away' }) }))
  })

  it('waits for everybody as long as it asks for', async () => {
    const sim = await third({
      script: (asked, response) => {
        if (asked.number === 1) response.writeHead(429, { 'retry-after': '1' }).end()
        // Its answer comes when the first one is known, so that what follows would be too early.
        else if (asked.number === 2) setTimeout(() => response.end(customer('2')), 100)
        return asked.number <= 2
      },
    })
    await (await opened([of(sim, { concurrency: 2 })]))([1, 2, 3, 4].map(order))
    const [first, , ...rest] = sim.asked
    expect(rest).toHaveLength(3)
    expect(rest.filter(({ at }) => at - (first?.at ?? 0) < 1_000)).toEqual([])
  })

  it('fails the records that need it with what it answered, after five retries', async () => {
    const sim = await third({
      script: saying(
        (response) => void response.writeHead(503).end('{"busy":true}'),
        ({ url }) => url.pathname.endsWith('/2'),
      ),
    })
    const { verdicts, lines } = await (await opened([of(sim)]))([order(1), order(2), order(2), order(3)])
    expect(verdicts.map((it) => Object.keys(it)[0])).toEqual(['record', 'failed', 'failed', 'record'])
    expect(verdicts[1]).toMatchObject({ failed: { code: 'lookup/failing', answer: { status: 503, body: '{"busy":true}' } } })
    expect(lines.filter(({ outcome }) => outcome === 'failed')).toHaveLength(6)
  })

  it('fails at values for good (503) has the others of their page looked up', async () => {
    const isRefused = ({ url }: { readonly url: URL }) => Number(url.pathname.split('/').at(-1)) <= 6
    const sim = await third({ script: saying((response) => void response.writeHead(503).end(), isRefused) })
    const enrich = await opened([of(sim, { concurrency: 1 })])
    const { verdicts } = await enrich(Array.from({ length: 20 }, (_, at) => order(at + 1)))
    expect(verdicts.map((it) => 'record' in it)).toEqual(Array.from({ length: 20 }, (_, at) => at >= 6))
  })

  it('is left alone after eight enrichments in a row that failed, and asked again for the next page', async () => {
    let isDown = true
    const sim = await third({
      script: saying(
        (response) => void response.writeHead(500).end(),
        () => isDown,
      ),
    })
    const enrich = await opened([of(sim, { concurrency: 1 })])
    const page = Array.from({ length: 40 }, (_, at) => order(at + 1))
    const { verdicts } = await enrich(page)
    expect(verdicts.every((it) => 'failed' in it && it.failed.answer?.status === 500)).toBe(true)
    expect(sim.asked).toHaveLength(5 * 6 + 3)
    await enrich(page)
    expect(sim.asked).toHaveLength(5 * 6 + 3 + 1)
    isDown = false
    expect((await enrich(page)).verdicts.every((it) => 'record' in it)).toBe(true)
  })

  it.each([
    [400, 'lookup/refused'],
    [422, 'lookup/refused'],
    [301, 'lookup/refused'],
    [501, 'lookup/failing'],
  ])('%i fails the record at once', async (status, code) => {
    const sim = await third({
      script: saying((response) => void response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()),
    })
    const { verdicts } = await (await opened([of(sim)]))([order(1)])
    expect(verdicts).toMatchObject([{ failed: { code, answer: { status } } }])
    expect(sim.asked).toHaveLength(1)
  })

  it.each([401, 403])('%i stops the run', async (status) => {
    const sim = await third({ script: saying((response) => void response.writeHead(status).end()) })
    const enrich = await opened([of(sim, { concurrency: 2 })])
    const asked = enrich(Array.from({ length: 20 }, (_, at) => order(at)))
    await expect(asked).rejects.toMatchObject({
      name: 'SourceFault',
      retry: false,
      problem: { code: 'lookup/refused', answer: { status } },
    })
    expect(sim.asked.length).toBeLessThanOrEqual(2)
  })

  it('has 0 connections when its address is private, and the run stops', async () => {
    const sim = await third()
    const enrich = await opened([of(sim)], { egressAllow: [] })
    await expect(enrich([order(1)])).rejects.toMatchObject({ name: 'SourceFault', problem: { code: 'egress/refused' } })
    expect(sim.asked).toHaveLength(0)
  })

  it.each([
    ['not JSON', '<html>', 'lookup/not-json', 6],
    ['too deep', '['.repeat(70) + ']'.repeat(70), 'lookup/too-deep', 1],
    ['two documents', '{}{}', 'lookup/not-json', 6],
    ['of very many names', named(50_100), 'lookup/too-large', 1],
    ['of 9 MB', `"${'x'.repeat(9_000_000)}"`, 'lookup/too-large', 1],
  ])('whose answer is %s fails the record', async (_, body, code, times) => {
    const sim = await third({ script: saying((response) => void response.end(body)) })
    const { verdicts } = await (await opened([of(sim)]))([order(1)])
    expect(verdicts).toMatchObject([{ failed: { code } }])
    if (body === '<html>') expect(verdicts).toMatchObject([{ failed: { message: expect.stringContaining(pageReturned) } }])
    expect(sim.asked).toHaveLength(times)
  })

  it('that is down or never answers fails the record and never hangs', async () => {
    const gone = await third()
    await gone.close()
    const { verdicts } = await (await opened([of(gone)]))([order(1)])
    expect(verdicts).toMatchObject([{ failed: { code: 'lookup/unreachable' } }])
    const silent = await third({ script: () => true })
    const it = await (await opened([of(silent)], { outbound: { headers: 100, idle: 100, total: 200 } }))([order(1)])
    expect(it).toMatchObject({ verdicts: [{ failed: { code: 'lookup/timeout' } }] })
    expect(it.lines).toHaveLength(6)
  })

  it('is cut off when the run is', async () => {
    const sim = await third({ script: () => true })
    const enrich = await opened([of(sim)])
    const cut = new AbortController()
    const asked = enrich([order(1)], cut.signal)
    await expect.poll(() => sim.asked.length).toBe(1)
    const from = performance.now()
    cut.abort()
    await expect(asked).rejects.toThrow()
    expect(performance.now() - from).toBeLessThan(5_000)
  })
})
