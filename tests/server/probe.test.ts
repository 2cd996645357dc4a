/** Trying a side out while it is built: what is shown is what was sent and said, and no secret goes astray (threats T-CRED, T-SEC-2, T-SSRF-5). */
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, SourceConfig } from '../../contract/config.ts'
import type { ConnectionTest, Sample, TriedPaging } from '../../contract/probe.ts'
import type { Problem } from '../../contract/problem.ts'
import { type Asked, type Reply, startTokens } from '../engine/token-sim.ts'
import { goodConfig, makeConnector, raiseHouse, type Who } from './house.ts'

const house = raiseHouse({ egressAllow: ['127.0.0.0/8'] })
const canary = 'canary-probe-8c1f9e'

type Sim = Awaited<ReturnType<typeof startTokens>>

async function system(api: (asked: Asked, number: number) => Reply | null): Promise<Sim> {
  const token = (): Reply => ({ status: 200, body: { access_token: `${canary}-token`, token_type: 'Bearer', expires_in: 60 } })
  const sim = await startTokens({ token, api })
  onTestFinished(() => sim.close())
  return sim
}

const probe = async <T = Problem>(call: string, body: unknown, as: Who = 'userA') => {
  const reply = await house.ask('POST', `/api-connectors/${call}`, { as, body })
  return { status: reply.statusCode, body: reply.body, told: reply.json<T>() }
}

const sourceAt = (url: string, more: Partial<SourceConfig> = {}): SourceConfig => ({
  type: 'http',
  url,
  requestMethod: 'GET',
  ...more,
})

const paging = (type: 'offset' | 'cursor', batchSize = 2): Partial<SourceConfig> => ({
  isList: true,
  listConfig: {
    type: 'pagination',
    iterationPath: '',
    batchSize,
    paginationConfig: {
      type,
      limitParam: 'limit',
      offsetParam: 'offset',
      pageParam: 'page',
      cursorParam: 'cursor',
      responsePathToNextCursor: 'next',
      responsePathToItems: 'items',
    },
    outputConfig: { strategy: 'individual' },
  },
})

describe('a sample', () => {
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
    const { status, told, body } = await probe<Sample>('sample', { side: 'source', config })
    expect(status).toBe(200)
    expect(sim.calls).toMatchObject([{ path: `/orders?a=1&tag=b&tag=c&key=${canary}` }])
    expect(told.startpoint).toBe(`GET ${sim.origin}/orders?a=1&tag=b&tag=c&key=••••`)
    expect(told.exchanges).toMatchObject([
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
    expect(told.exchanges[0]?.response?.body).toBe(JSON.stringify(answer).replace(canary, '••••'))
    expect(told.lists.map(({ path, count, items }) => [path, count, items.length])).toEqual([
      ['items', 2, 2],
      ['meta.tags', 3, 2],
    ])
    expect(told.records).toMatchObject({ count: 2, items: [{ id: '12345678901234567' }, { said: '••••' }] })
    expect(told.fields).toEqual([
      { path: 'id', types: ['string'], isAlways: true },
      { path: 'at', types: ['date', 'null'], isAlways: true },
      { path: 'lines', types: ['array'], isAlways: false },
      { path: 'lines[*].sku', types: ['string'], isAlways: false },
      { path: 'lines[*].n', types: ['integer', 'number'], isAlways: false },
      { path: 'said', types: ['string'], isAlways: false },
    ])
    expect(told.problem).toBeNull()
    expect(body).not.toContain('canary')
  })

  it('of an answer that cannot be read shows it all the same', async () => {
    const sim = await system(() => ({ status: 200, body: `<html>${canary}${'x'.repeat(100_000)}` }))
    const { told, body } = await probe<Sample>('sample', {
      side: 'source',
      config: sourceAt(sim.origin, { auth: { type: 'bearer', token: canary } }),
    })
    expect(told).toMatchObject({ problem: { code: 'source/not-json' }, records: null, lists: [], fields: [], startpoint: null })
    expect(told.exchanges).toMatchObject([{ request: { headers: { authorization: 'Bearer ••••' } }, response: { isCut: true } }])
    expect(told.exchanges[0]?.response?.body).toMatch(/^<html>••••x+$/)
    expect(Buffer.byteLength(told.exchanges[0]?.response?.body ?? '')).toBeLessThanOrEqual(65_536)
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
    const { told, body } = await probe<Sample>('sample', { side: 'source', config: sourceAt(sim.origin, { isList: true, auth }) })
    expect(told.exchanges.map(({ request, response }) => [request.method, request.url, response?.status])).toEqual([
      ['POST', sim.tokenUrl, 200],
      ['GET', `${sim.origin}/`, 200],
    ])
    expect(told.records?.items).toEqual([{ said: 'Bearer ••••' }])
    expect(body).not.toContain('canary')
  })

  it('of a look-up asks with a record', async () => {
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
    const { told } = await probe<Sample>('sample', { side: 'enrichment', config, record: { customer: 7 } })
    expect(sim.calls).toMatchObject([{ path: '/customers/7' }])
    expect(told.records).toEqual({ count: 1, items: [{ customer: 7, found: { name: 'Ann' } }] })
    expect((await probe('sample', { side: 'enrichment', config })).told.errors?.[0]?.path).toBe('/record')
  })
})

describe('a connection test', () => {
  it.each([
    ['that holds records', { status: 200, body: [{ id: 1 }] }, 'works', null],
    ['that refuses', { status: 401, body: { error: 'who are you' } }, 'fails', 'source/refused'],
    ['that fails', { status: 503 }, 'fails', 'source/failing'],
    ['that hangs up', null, 'fails', 'source/unreachable'],
  ] as const)('of a source %s asks once', async (_, reply, verdict, code) => {
    const sim = await system(() => reply)
    const { told } = await probe<ConnectionTest>('test-connection', {
      side: 'source',
      config: sourceAt(sim.origin, { isList: true }),
    })
    expect([told.verdict, told.problem?.code ?? null]).toEqual([verdict, code])
    expect(told.exchanges).toHaveLength(1)
    expect(sim.calls).toHaveLength(1)
    if (verdict === 'works')
      expect(told.message).toBe(`GET ${sim.origin}/ was asked. The answer could be read and holds 1 record.`)
    else expect(told.message).toBe(told.problem?.message)
  })

  it.each([
    [{ status: 204, headers: { allow: 'OPTIONS, POST' } }, 'works'],
    [{ status: 204, headers: { allow: 'GET' } }, 'fails'],
    [{ status: 200 }, 'doubtful'],
    [{ status: 404 }, 'doubtful'],
    [{ status: 401 }, 'fails'],
    [{ status: 302 }, 'fails'],
    [{ status: 500 }, 'fails'],
    [null, 'fails'],
  ] as const)('of a destination that answers %j writes nothing: %s', async (reply, verdict) => {
    const sim = await system(() => reply)
    const config = { type: 'http', url: `${sim.origin}/import`, requestMethod: 'POST', auth: { type: 'bearer', token: canary } }
    const { told, body } = await probe<ConnectionTest>('test-connection', { side: 'destination', config })
    expect(told.verdict).toBe(verdict)
    expect(told.message).toMatch(/^OPTIONS was sent, .* nothing was written\./)
    expect(told.exchanges.map(({ request }) => request.method)).toEqual(['OPTIONS'])
    expect(sim.calls).toMatchObject([{ path: '/import', body: '', key: '', authorization: `Bearer ${canary}` }])
    expect(body).not.toContain('canary')
  })
})

describe('trying the pages', () => {
  const records = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }))

  it('reads three and says that there are more', async () => {
    const sim = await system(({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('offset'))
      return { status: 200, body: { items: records(from + 1, 2) } }
    })
    const { told } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('offset')) })
    expect(
      told.pages.map(({ startpoint, count, firstKey, lastKey, exchanges }) => [
        startpoint,
        count,
        firstKey,
        lastKey,
        exchanges.length,
      ]),
    ).toEqual([
      [`GET ${sim.origin}/?limit=2&offset=0`, 2, '1', '2', 1],
      [`GET ${sim.origin}/?limit=2&offset=2`, 2, '3', '4', 1],
      [`GET ${sim.origin}/?limit=2&offset=4`, 2, '5', '6', 1],
    ])
    expect(told).toMatchObject({ ended: 'tried-enough', problem: null, exchanges: [] })
    expect(sim.calls).toHaveLength(3)
  })

  it('ends where the source ends', async () => {
    const sim = await system((_, number) => ({
      status: 200,
      body: { items: records(number, 1), next: number < 2 ? 'c2' : null },
    }))
    const { told } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('cursor')) })
    expect(told.ended).toBe('last-page')
    expect(sim.calls.map(({ path }) => path)).toEqual(['/?limit=2', '/?limit=2&cursor=c2'])
  })

  it('notices that the same page comes again', async () => {
    const sim = await system((_, number) => ({ status: 200, body: { items: records(1, 2), next: `c${number}` } }))
    const { told } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('cursor')) })
    expect(told).toMatchObject({ ended: 'repeats', message: 'The same page came again: a run would stop here with an error.' })
    expect(sim.calls).toHaveLength(2)
  })

  it('shows the request that failed, beside the pages before it', async () => {
    const sim = await system((_, number) => (number === 1 ? { status: 200, body: { items: records(1, 2) } } : { status: 500 }))
    const { told } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('offset')) })
    expect(told).toMatchObject({ ended: 'failed', problem: { code: 'source/failing' }, message: 'The source answered 500.' })
    expect(told.pages).toHaveLength(1)
    expect(told.exchanges).toMatchObject([{ response: { status: 500 } }])
  })

  it('counts an answer of many records as one page', async () => {
    const sim = await system((_, number) => ({
      status: 200,
      body: { items: records(number * 10_000, 2_500), next: `c${number}` },
    }))
    const { told } = await probe<TriedPaging>('try-paging', {
      side: 'source',
      config: sourceAt(sim.origin, paging('cursor', 1_000)),
    })
    expect(told.pages.map(({ count, firstKey, lastKey }) => [count, firstKey, lastKey])).toEqual([
      [2_500, '10000', '12499'],
      [2_500, '20000', '22499'],
      [2_500, '30000', '32499'],
    ])
    expect(sim.calls).toHaveLength(3)
  })
})

describe('a saved secret', () => {
  const secured = (origin: string): ConnectorConfig => ({
    ...goodConfig,
    source: sourceAt(`${origin}/orders`, { isList: true, auth: { type: 'bearer', token: canary } }),
  })
  const mark = { set: true, last4: '1f9e' } as const

  it('goes to its own origin, and to another one zero times', async () => {
    const sim = await system(() => ({ status: 200, body: [] }))
    const thief = await system(() => ({ status: 200, body: [] }))
    const { connector } = await makeConnector(house, 'userA', secured(sim.origin))
    const auth = { type: 'bearer', token: mark } as const
    const at = (url: string, more: object = {}) => ({
      side: 'source',
      config: { ...sourceAt(url, { isList: true, auth }), ...more },
      connectorId: connector._id,
    })
    expect((await probe<Sample>('sample', at(`${sim.origin}/other`))).status).toBe(200)
    expect(sim.calls).toMatchObject([{ authorization: `Bearer ${canary}` }])
    const oauth = { type: 'oauth2ClientCredentials', tokenUrl: thief.tokenUrl, clientId: 'c', clientSecret: mark }
    const attempts = [
      at(thief.origin),
      at(thief.origin.replace('127.0.0.1', 'localhost')),
      at(sim.origin, { auth: oauth }),
      at(sim.origin, { auth: { type: 'apiKey', in: 'query', name: 'k', value: mark } }),
      { side: 'destination', config: { type: 'http', url: sim.origin, requestMethod: 'POST', auth }, connectorId: connector._id },
      { side: 'source', config: sourceAt(sim.origin, { auth }) },
    ]
    for (const call of ['test-connection', 'sample', 'try-paging'])
      for (const body of attempts) {
        if (body.side === 'destination' && call !== 'test-connection') continue
        const { status, told } = await probe(call, body)
        expect([status, told.code]).toEqual([422, 'connector/invalid'])
      }
    expect([thief.calls.length, thief.tokens.length, sim.calls.length]).toEqual([0, 0, 1])
  })

  it('is used by those who see its connector, and by nobody else', async () => {
    const sim = await system(() => ({ status: 200, body: [] }))
    const { connector } = await makeConnector(house, 'userA', secured(sim.origin))
    const body = {
      side: 'source',
      config: sourceAt(sim.origin, { isList: true, auth: { type: 'bearer', token: mark } }),
      connectorId: connector._id,
    }
    const statuses: Partial<Record<Who, number>> = {}
    for (const who of ['userA', 'adminA', 'otherA', 'adminB'] as const) statuses[who] = (await probe('sample', body, who)).status
    expect(statuses).toEqual({ userA: 200, adminA: 200, otherA: 404, adminB: 404 })
    expect(sim.calls).toHaveLength(2)
  })
})

describe('what cannot be tried', () => {
  it.each([
    ['an address that is none', { url: 'x' }, '/config/url'],
    ['a method that reads nothing', { url: 'http://127.0.0.1:1', requestMethod: 'HEAD' }, '/config/requestMethod'],
    ['a header that is ours', { url: 'http://127.0.0.1:1', headers: [{ key: 'Host', value: 'x' }] }, '/config/headers/0'],
  ])('%s is named', async (_, config, path) => {
    const { status, told } = await probe('sample', { side: 'source', config: { type: 'http', ...config } })
    expect([status, told.code, told.errors?.[0]?.path]).toEqual([422, 'connector/invalid', path])
  })

  it('unknown members are refused', async () => {
    const { status, told } = await probe('sample', { side: 'destination', config: goodConfig.destination })
    expect([status, told.code]).toEqual([400, 'request/malformed'])
  })
})

it('keeps and logs nothing of what was typed', async () => {
  expect(house.logged.join('')).not.toContain('canary')
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = 'public'`.execute(house.database.db)
  for (const { name } of tables.rows.filter((it) => it.name !== 'connector_secrets')) {
    const { rows } = await sql<{ all: string | null }>`select string_agg(t::text, ' ') as all from ${sql.table(name)} t`.execute(
      house.database.db,
    )
    expect(rows[0]?.all ?? '', name).not.toContain('canary')
  }
})

describe('the limit of tries', () => {
  const limited = raiseHouse({ rateLimit: 120 })

  it('is one for each person', async () => {
    const body = { side: 'source', config: sourceAt('http://10.0.0.1/') }
    const tried = async (as: Who) => (await limited.ask('POST', '/api-connectors/sample', { as, body })).statusCode
    const statuses = []
    for (let each = 0; each < 4; each += 1) statuses.push(await tried('userA'))
    expect(statuses).toEqual([422, 422, 422, 429])
    expect(await tried('adminA')).toBe(422)
  })
})
