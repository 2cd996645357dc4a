/** Saved secrets, pages and limits of the tries (threats T-CRED, T-SEC-2). */
import { describe, expect, it } from 'vitest'
import { pagingRequests, type Sample, type TriedPaging } from '#contract/builder/probe.ts'
import type { Auth, ConnectorConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import { createTestServer, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'
import { canary, expectNothingKept, proberOf, sourceAt, system } from './probes.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)

const paging = (type: 'offset' | 'cursor' | 'page', batchSize = 2): Partial<SourceConfig> => ({
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
      responsePathToTotal: 'total',
    },
    outputConfig: { strategy: 'individual' },
  },
})

describe('trying the pages', () => {
  const records = (from: number, count: number) => Array.from({ length: count }, (_, at) => ({ id: from + at }))

  it('reads three and says that there are more', async () => {
    const sim = await system(({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('offset'))
      return { status: 200, body: { items: records(from + 1, 2) } }
    })
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('offset')) })
    expect(
      result.pages.map(({ startpoint, count, firstKey, lastKey, exchanges }) => [
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
    expect(result).toMatchObject({ ended: 'tried-enough', problem: null, exchanges: [] })
    expect(sim.calls).toHaveLength(3)
  })

  it('reads the last one too where the source declares a total, and says how many there are', async () => {
    const sim = await system(({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('offset'))
      return { status: 200, body: { items: records(from + 1, Math.max(0, Math.min(2, 11 - from))), total: 11 } }
    })
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('offset')) })
    expect(result.pages.map(({ number, firstKey, lastKey, count }) => [number, firstKey, lastKey, count])).toEqual([
      [undefined, '1', '2', 2],
      [undefined, '3', '4', 2],
      [undefined, '5', '6', 2],
      [6, '11', '11', 1],
    ])
    expect(result).toMatchObject({
      ...{ ended: 'tried-enough', declared: { records: 11, pages: 6 } },
      message: 'The source reports 11 records on 6 pages. The last page contains 1 record. Runs read all pages.',
    })
    expect(sim.calls.map(({ path }) => path.split('offset=')[1])).toEqual(['0', '2', '4', '10'])
  })

  it.each([
    ['is empty', 'failed', () => []],
    ['repeats the first one', 'repeats', () => records(1, 2)],
  ] as const)('is not proved where the last one %s', async (_, ended, itemsOf) => {
    const sim = await system(({ path }) => {
      const from = Number(new URL(path, 'http://x').searchParams.get('offset'))
      return { status: 200, body: { items: from < 8 ? records(from + 1, 2) : itemsOf(), total: 10 } }
    })
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('offset')) })
    expect(result).toMatchObject({ ended })
    expect(result.declared).toBeUndefined()
    expect(sim.calls).toHaveLength(4)
  })

  it('of numbered pages makes as many requests as the screens say, the one of the sample before them', async () => {
    const sim = await system(({ path }) => {
      const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
      return { status: 200, body: { items: records(page * 2, 2), page, total: 40 } }
    })
    const numbered = sourceAt(sim.origin, paging('page'))
    await probe<Sample>('sample', { side: 'source', config: sourceAt(sim.origin) })
    expect(sim.calls).toHaveLength(1)
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: numbered })
    expect(sim.calls).toHaveLength(1 + pagingRequests)
    expect(result.requests).toBe(pagingRequests)
  })

  it('of a list that is asked for once says what a run would make of an answer that declares more', async () => {
    const sim = await system(() => ({ status: 200, body: { items: records(1, 2), total: 250 } }))
    const tried = async (listConfig: ListConfig) => {
      const config = sourceAt(sim.origin, { isList: true, listPath: 'items', listConfig })
      return (await probe<TriedPaging>('try-paging', { side: 'source', config })).result
    }
    const simple: ListConfig = { type: 'simple', iterationPath: '', batchSize: 2, outputConfig: { strategy: 'individual' } }
    const said = 'The response contains 2 of 250 records'
    expect(await tried(simple)).toMatchObject({ ended: 'failed', message: expect.stringContaining(said) })
    const { ended, message } = await tried({ ...simple, firstPageOnly: true })
    expect([ended, message]).toEqual([
      'last-page',
      `Only one page is requested. A run ends here. ${said}. This connector reads only this page.`,
    ])
  })

  it('ends where the source ends', async () => {
    const sim = await system((_, number) => ({
      status: 200,
      body: { items: records(number, 1), next: number < 2 ? 'c2' : null },
    }))
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('cursor')) })
    expect(result.ended).toBe('last-page')
    expect(sim.calls.map(({ path }) => path)).toEqual(['/?limit=2', '/?limit=2&cursor=c2'])
  })

  it('notices that the same page comes again', async () => {
    const sim = await system((_, number) => ({ status: 200, body: { items: records(1, 2), next: `c${number}` } }))
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('cursor')) })
    expect(result).toMatchObject({
      ended: 'repeats',
      message: 'The source returned the same page again. A run would stop here with an error.',
    })
    expect(sim.calls).toHaveLength(2)
  })

  it('shows the request that failed, beside the pages before it', async () => {
    const sim = await system((_, number) => (number === 1 ? { status: 200, body: { items: records(1, 2) } } : { status: 500 }))
    const { result } = await probe<TriedPaging>('try-paging', { side: 'source', config: sourceAt(sim.origin, paging('offset')) })
    expect(result).toMatchObject({ ended: 'failed', problem: { code: 'source/failing' }, message: 'The source returned 500.' })
    expect(result.pages).toHaveLength(1)
    expect(result.exchanges).toMatchObject([{ response: { status: 500 } }])
  })

  it('counts an answer of many records as one page', async () => {
    const sim = await system((_, number) => ({
      status: 200,
      body: { items: records(number * 10_000, 2_500), next: `c${number}` },
    }))
    const { result } = await probe<TriedPaging>('try-paging', {
      side: 'source',
      config: sourceAt(sim.origin, paging('cursor', 1_000)),
    })
    expect(result.pages.map(({ count, firstKey, lastKey }) => [count, firstKey, lastKey])).toEqual([
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
    const { connector } = await makeConnector(server, 'userA', secured(sim.origin))
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
        const { status, result } = await probe(call, body)
        expect([status, result.code]).toEqual([422, 'connector/invalid'])
      }
    expect([thief.calls.length, thief.tokens.length, sim.calls.length]).toEqual([0, 0, 1])
  })

  it('of OAuth opens the API that it was given for and no other, wherever the token comes from', async () => {
    const token = `${canary}-token`
    const sim = await system(() => ({ status: 200, body: [] }))
    const thief = await system(() => ({ status: 200, body: [] }))
    const oauth = (clientSecret: unknown) =>
      ({ type: 'oauth2ClientCredentials', tokenUrl: sim.tokenUrl, clientId: 'c', clientSecret }) as Auth
    const at = (url: string, clientSecret: unknown): SourceConfig => sourceAt(url, { isList: true, auth: oauth(clientSecret) })
    const config = { ...secured(sim.origin), source: at(sim.origin, canary) }
    const { connector } = await makeConnector(server, 'userA', config)
    const connectorId = connector._id
    const own = await probe<Sample>('sample', { side: 'source', config: at(`${sim.origin}/other`, mark), connectorId })
    expect([own.status, sim.calls.map((it) => it.authorization)]).toEqual([200, [`Bearer ${token}`]])
    for (const call of ['test-connection', 'sample', 'try-paging']) {
      const { status, result } = await probe(call, { side: 'source', config: at(thief.origin, mark), connectorId })
      expect([status, result.code]).toEqual([422, 'connector/invalid'])
    }
    const moved = { ...config, source: at(thief.origin, mark) }
    const dry = await probe('dry-run', { config: { ...moved, destination: config.destination }, connectorId })
    expect(dry.status).toBe(422)
    // Saved with the mark, it has to be given again.
    const saved = await server.ask('PATCH', `/api-configs/${connectorId}`, { as: 'userA', body: moved })
    expect(saved.json()).toMatchObject({ config: { source: { auth: { clientSecret: '' } } } })
    expect([thief.calls.length, sim.calls.length]).toEqual([0, 1])
  })

  it('is used by those who see its connector, and by nobody else', async () => {
    const sim = await system(() => ({ status: 200, body: [] }))
    const { connector } = await makeConnector(server, 'userA', secured(sim.origin))
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
    const { status, result } = await probe('sample', { side: 'source', config: { type: 'http', ...config } })
    expect([status, result.code, result.errors?.[0]?.path]).toEqual([422, 'connector/invalid', path])
  })

  it('unknown members are refused', async () => {
    const { status, result } = await probe('sample', { side: 'destination', config: goodConfig.destination })
    expect([status, result.code]).toEqual([400, 'request/malformed'])
  })
})

it('keeps and logs nothing of what was typed', () => expectNothingKept(server))

describe('the limit of tries', () => {
  const limited = createTestServer({ rateLimit: 120 })

  it('is one for each person', async () => {
    const body = { side: 'source', config: sourceAt('http://10.0.0.1/') }
    const tried = async (as: Who) => (await limited.ask('POST', '/api-connectors/sample', { as, body })).statusCode
    const statuses = []
    for (let each = 0; each < 4; each += 1) statuses.push(await tried('userA'))
    expect(statuses).toEqual([422, 422, 422, 429])
    expect(await tried('adminA')).toBe(422)
  })
})
