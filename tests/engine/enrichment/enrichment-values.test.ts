import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Lookup } from '#contract/connectors/config/config.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { of, opened, order, saying, third } from './enrichments.ts'

describe('values in a request', () => {
  it('lead nowhere else in an address, whatever they are', async () => {
    const sim = await third()
    const enrich = await opened([of(sim, { notFound: 'null', cacheSeconds: 0 })])
    const odd = fc.string({
      unit: fc.constantFrom('/', '\\', '.', '%', '2e', '{', '}', 'id', '?', '#', '&', ' ', 'é', '\ud83d\ude00', '\r\n', ';'),
    })
    await fc.assert(
      fc.asyncProperty(odd, async (value) => {
        const from = sim.asked.length
        await enrich([order(value)])
        for (const { url, headers } of sim.asked.slice(from)) {
          expect(url.pathname.split('/')).toHaveLength(3)
          expect(decodeURIComponent(url.pathname.slice('/customers/'.length))).toBe(value)
          expect(url.search + url.hash).toBe('')
          expect(headers['x-injected']).toBeUndefined()
        }
        return true
      }),
      { numRuns: 300 },
    )
    expect(sim.asked.length).toBeGreaterThan(100)
  })

  it.each(['.', '..', '\ud800', 'x'.repeat(4_001)])(
    'that an address cannot carry fail the record and are not sent: %j',
    async (value) => {
      const sim = await third()
      const { verdicts } = await (await opened([of(sim)]))([order(value), order({}), order([1])])
      expect(verdicts.map((it) => 'failed' in it && it.failed.code)).toEqual(Array(3).fill('lookup/not-askable'))
      expect(sim.asked).toHaveLength(0)
    },
  )

  it('do not bring the place of another value along', async () => {
    const sim = await third()
    const parameters: Lookup['parameters'] = [
      { in: 'path', name: 'a', sourcePath: 'a' },
      { in: 'path', name: 'b', sourcePath: 'b' },
    ]
    const enrich = await opened([of(sim, { parameters, targetPath: 'x' }, { url: `${sim.url}/customers/{a}/{b}` })])
    await enrich([{ a: '{b}', b: 'secret' }])
    expect(sim.asked[0]?.url.pathname).toBe('/customers/%7Bb%7D/secret')
  })

  it('cannot break out of a header', async () => {
    const sim = await third()
    const parameters: Lookup['parameters'] = [{ in: 'header', name: 'X-Customer', sourcePath: 'customer.id' }]
    const enrich = await opened([of(sim, { parameters }, { url: `${sim.url}/one?id=1` })])
    const { verdicts, lines } = await enrich([order('a\r\nx-injected: 1'), order('Ω'), order('é 1')])
    expect(verdicts.map((it) => Object.keys(it)[0])).toEqual(['failed', 'failed', 'record'])
    expect(verdicts[0]).toMatchObject({
      failed: { code: 'lookup/not-askable', message: expect.stringContaining('"customer.id" contains characters') },
    })
    expect(sim.asked).toHaveLength(1)
    expect(lines[0]?.asked).toBe(`GET ${sim.url}/one?id=1 X-Customer: é 1`)
  })

  it('stand in a body as they are', async () => {
    const sim = await third({ script: saying((response, { body }) => void response.end(body)) })
    const parameters: Lookup['parameters'] = [{ in: 'body', name: 'filter.id', sourcePath: 'customer.id' }]
    const more = {
      url: `${sim.url}/x`,
      requestMethod: 'POST' as const,
      body: { rawContent: '{"limit":12345678901234567890,"filter":{"a":1}}' },
    }
    const enrich = await opened([of(sim, { parameters, targetPath: 'x' }, more)])
    await enrich([parseExactly('{"customer":{"id":9007199254740993.0}}'), order('"}, \ud800'), order(7), order('7')])
    expect(sim.asked.map(({ body }) => body).toSorted()).toEqual([
      '{"limit":12345678901234567890,"filter":{"a":1,"id":"7"}}',
      '{"limit":12345678901234567890,"filter":{"a":1,"id":"\\"}, \\ud800"}}',
      '{"limit":12345678901234567890,"filter":{"a":1,"id":7}}',
      '{"limit":12345678901234567890,"filter":{"a":1,"id":9007199254740993.0}}',
    ])
  })

  it('and secrets: the line shows the values and masks the secrets', async () => {
    const sim = await third({ script: saying((response) => void response.end('{"id":"1","echo":"hidden-secret"}')) })
    const auth = { type: 'apiKey' as const, in: 'query' as const, name: 'key', value: 'x' }
    const { lines } = await (await opened([of(sim, {}, { auth })]))([order(1)])
    expect(sim.asked[0]?.url.searchParams.get('key')).toBe('hidden-secret')
    expect(JSON.stringify(lines)).not.toContain('hidden-secret')
    expect(lines[0]?.asked).toContain('/customers/1?key=')
  })
})
