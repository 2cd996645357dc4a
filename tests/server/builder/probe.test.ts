/** Trying a side out while it is built: what is shown is what was sent and said, and no secret goes astray (threats T-CRED, T-SEC-2, T-SSRF-5). */
import { describe, expect, it } from 'vitest'

import type { ConnectionTest, Sample } from '#contract/builder/probe.ts'
import { createTestServer } from '../kit/test-server.ts'
import { canary, expectNothingKept, proberOf, sourceAt, system } from './probes.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)

describe('a sample', () => {
  const first = (around: object, headers = {}) =>
    system(() => ({ status: 200, body: { items: [{ id: 1 }], ...around }, headers }))
  it.each([
    ['a larger total', { meta: { total: 250 } }, {}, 'The response contains 1 of 250 records'],
    ['a next address', { links: { next: { href: '/2' } } }, {}, 'The response links a next page in "links.next"'],
    ['a Link header', {}, { link: '</2>; rel="next"' }, 'The response links a next page in its Link header'],
    ['more records', { has_more: true }, {}, 'The response reports more records'],
    ['its own number of records', { total: 1, next: null }, {}, undefined],
  ])('names %s beside each list, whether or not it is read as one', async (_, around, headers, said) => {
    const { origin } = await first(around, headers)
    for (const more of [{}, { isList: true, listPath: 'items' }]) {
      const { result } = await probe<Sample>('sample', { side: 'source', config: sourceAt(origin, more) })
      expect(result.lists).toEqual([
        { path: 'items', count: 1, items: [{ id: 1 }], ...(said === undefined ? {} : { more: said }) },
      ])
    }
  })

  it('shows the request and the answer as they were, what is in it, and no secret', async () => {
    const answer = {
      items: [
        {
          id: 12345678901234567n.toString(),
          at: '2026-11-20T10:00:00Z',
          lines: [
            { sku: 'a', n: 1 },
            { sku: 'b', n: 1.5 },
          ],
        },
        { id: '2', at: null, said: canary },
      ],
      meta: { tags: ['x', 'y', 'z'] },
    }
    const sim = await system(() => ({ status: 200, body: answer, headers: { 'x-request-id': 'r-1', 'set-cookie': 'sid=1' } }))
    const config = sourceAt(`${sim.origin}/orders?a=1`, {
      isList: true,
      headers: [{ key: 'X-Version', value: '{{v}}' }],
      variables: [{ key: 'v', value: '7' }],
      queries: [
        { key: 'tag', value: 'b' },
        { key: 'tag', value: 'c' },
      ],
      auth: { type: 'apiKey', in: 'query', name: 'key', value: canary },
    })
    const { status, result, body } = await probe<Sample>('sample', { side: 'source', config })
    expect(status).toBe(200)
    expect(sim.calls).toMatchObject([{ path: `/orders?a=1&tag=b&tag=c&key=${canary}` }])
    expect(result.startpoint).toBe(`GET ${sim.origin}/orders?a=1&tag=b&tag=c&key=••••`)
    expect(result.exchanges).toMatchObject([
      {
        request: {
          method: 'GET',
          url: `${sim.origin}/orders?a=1&tag=b&tag=c&key=••••`,
          headers: { 'x-version': '7', accept: 'application/json' },
          body: null,
        },
        response: {
          status: 200,
          headers: { 'x-request-id': 'r-1', 'set-cookie': '••••' },
          bytes: JSON.stringify(answer).length,
          isCut: false,
        },
        fault: null,
      },
    ])
    expect(result.exchanges[0]?.response?.body).toBe(JSON.stringify(answer).replace(canary, '••••'))
    expect(result.lists.map(({ path, count, items }) => [path, count, items.length])).toEqual([
      ['items', 2, 2],
      ['meta.tags', 3, 2],
    ])
    expect(result.records).toMatchObject({ count: 2, items: [{ id: '12345678901234567' }, { said: '••••' }] })
    expect(result.fields).toEqual([
      { path: 'id', types: ['string'], isAlways: true },
      { path: 'at', types: ['date', 'null'], isAlways: true },
      { path: 'lines', types: ['array'], isAlways: false },
      { path: 'lines[*].sku', types: ['string'], isAlways: false },
      { path: 'lines[*].n', types: ['integer', 'number'], isAlways: false },
      { path: 'said', types: ['string'], isAlways: false },
    ])
    expect(result.problem).toBeNull()
    expect(body).not.toContain('canary')
  })

  it.each([1_000, 2_000])('finds the list in an answer of %i records of 5 kB', async (count) => {
    const answer = { total: count, items: Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(5_000) })) }
    const sim = await system(() => ({ status: 200, body: answer }))
    const { result } = await probe<Sample>('sample', { side: 'source', config: sourceAt(sim.origin) })
    expect(result.lists.map((list) => [list.path, list.count])).toEqual([['items', count]])
  })

  it('of an answer that cannot be read shows it all the same', async () => {
    const sim = await system(() => ({ status: 200, body: `<html>${canary}${'x'.repeat(100_000)}` }))
    const { result, body } = await probe<Sample>('sample', {
      side: 'source',
      config: sourceAt(sim.origin, { auth: { type: 'bearer', token: canary } }),
    })
    expect(result).toMatchObject({ problem: { code: 'source/not-json' }, records: null, lists: [], fields: [], startpoint: null })
    expect(result.exchanges).toMatchObject([
      { request: { headers: { authorization: 'Bearer ••••' } }, response: { isCut: true } },
    ])
    expect(result.exchanges[0]?.response?.body).toMatch(/^<html>••••x+$/)
    expect(Buffer.byteLength(result.exchanges[0]?.response?.body ?? '')).toBeLessThanOrEqual(65_536)
    expect(body).not.toContain('canary')
  })

  it('shows how a token was fetched, and neither the token nor the secret', async () => {
    const sim = await system((asked) => ({ status: 200, body: [{ said: asked.authorization }] }))
    const auth = {
      type: 'oauth2ClientCredentials',
      tokenUrl: sim.tokenUrl,
      clientId: 'c',
      clientSecret: `${canary}-client`,
    } as const
    const { result, body } = await probe<Sample>('sample', {
      side: 'source',
      config: sourceAt(sim.origin, { isList: true, auth }),
    })
    expect(result.exchanges.map(({ request, response }) => [request.method, request.url, response?.status])).toEqual([
      ['POST', sim.tokenUrl, 200],
      ['GET', `${sim.origin}/`, 200],
    ])
    expect(result.records?.items).toEqual([{ said: 'Bearer ••••' }])
    expect(body).not.toContain('canary')
  })

  it('of an enrichment asks with a record', async () => {
    const sim = await system(() => ({ status: 200, body: { name: 'Ann' } }))
    const config = {
      id: 'e1',
      type: 'http',
      url: `${sim.origin}/customers/{id}`,
      requestMethod: 'GET',
      lookup: {
        per: 'record',
        parameters: [{ in: 'path', name: 'id', sourcePath: 'customer' }],
        resultPath: '',
        targetPath: 'found',
        notFound: 'fail',
      },
    }
    const { result } = await probe<Sample>('sample', { side: 'enrichment', config, record: { customer: 7 } })
    expect(sim.calls).toMatchObject([{ path: '/customers/7' }])
    expect(result.records).toEqual({ count: 1, items: [{ customer: 7, found: { name: 'Ann' } }] })
    expect((await probe('sample', { side: 'enrichment', config })).result.errors?.[0]?.path).toBe('/record')
  })
})

describe('a connection test', () => {
  it.each([
    ['that holds records', { status: 200, body: [{ id: 1 }] }, 'works', null],
    ['that refuses', { status: 401, body: { error: 'who are you' } }, 'fails', 'source/refused'],
    ['that says no in a 200', { status: 200, body: { ok: false, error: 'invalid_auth', data: [] } }, 'fails', 'source/refused'],
    ['that fails', { status: 503 }, 'fails', 'source/failing'],
    ['that hangs up', null, 'fails', 'source/unreachable'],
  ] as const)('of a source %s asks once', async (_, reply, verdict, code) => {
    const sim = await system(() => reply)
    const { result } = await probe<ConnectionTest>('test-connection', {
      side: 'source',
      config: sourceAt(sim.origin, { isList: true }),
    })
    expect([result.verdict, result.problem?.code ?? null]).toEqual([verdict, code])
    expect(result.exchanges).toHaveLength(1)
    expect(sim.calls).toHaveLength(1)
    if (verdict === 'works')
      expect(result.message).toBe(`We requested GET ${sim.origin}/. The response is readable and contains 1 record.`)
    else expect(result.message).toBe(result.problem?.message)
  })

  it.each([
    [{ status: 204, headers: { allow: 'OPTIONS, POST' } }, 'works'],
    [{ status: 204, headers: { allow: 'GET' } }, 'fails'],
    [{ status: 200 }, 'doubtful'],
    [{ status: 200, headers: { allow: 'POST' }, body: { ok: false, error: 'invalid_auth' } }, 'doubtful'],
    [{ status: 404 }, 'doubtful'],
    [{ status: 401 }, 'fails'],
    [{ status: 302 }, 'fails'],
    [{ status: 500 }, 'fails'],
    [null, 'fails'],
  ] as const)('of a destination that answers %j writes nothing: %s', async (reply, verdict) => {
    const sim = await system(() => reply)
    const config = { type: 'http', url: `${sim.origin}/import`, requestMethod: 'POST', auth: { type: 'bearer', token: canary } }
    const { result, body } = await probe<ConnectionTest>('test-connection', { side: 'destination', config })
    expect(result.verdict).toBe(verdict)
    expect(result.message).toMatch(/^We sent an OPTIONS request .* Nothing was written\./)
    expect(result.exchanges.map(({ request }) => request.method)).toEqual(['OPTIONS'])
    expect(sim.calls).toMatchObject([{ path: '/import', body: '', key: '', authorization: `Bearer ${canary}` }])
    expect(body).not.toContain('canary')
  })
})

it('keeps and logs nothing of what was typed', () => expectNothingKept(server))
