/** A dry run as a person asks for it: their secrets, their rules, their limits; nothing is kept and nothing is sent (threats T-CRED, T-SEC-2, T-SSRF-5). */
import { describe, expect, it } from 'vitest'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { createTestServer, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'
import { canary, expectNothingKept, proberOf, sourceAt, system } from './probes.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)
const mark = { set: true, last4: '1f9e' } as const

const between = (source: string, destination: string, more: Partial<ConnectorConfig> = {}): ConnectorConfig => ({
  ...goodConfig,
  trigger: { type: 'manual' },
  source: sourceAt(source, { isList: true, auth: { type: 'bearer', token: canary } }),
  destination: {
    type: 'http',
    url: destination,
    requestMethod: 'POST',
    auth: { type: 'apiKey', in: 'query', name: 'key', value: canary },
  },
  dataMapping: [],
  enrichment: [],
  ...more,
})

/** As the page has it after a reload: secrets are marks. */
const marked = (config: ConnectorConfig): ConnectorConfig => ({
  ...config,
  source: { ...config.source, auth: { type: 'bearer', token: mark } },
  destination: { ...config.destination, auth: { type: 'apiKey', in: 'query', name: 'key', value: mark } },
})

describe('a dry run', () => {
  it('reads with the saved secret, sends nothing, and shows no secret', async () => {
    const shop = await system(() => ({ status: 200, body: [{ id: 1, said: canary }] }))
    const crm = await system(() => ({ status: 200, body: {} }))
    const config = between(shop.origin, `${crm.origin}/in?a=1`)
    const { connector } = await makeConnector(server, 'userA', config)
    const { status, result, body } = await probe<DryRun>('dry-run', { config: marked(config), connectorId: connector._id })
    expect([status, result.problem]).toEqual([200, null])
    expect(shop.calls).toMatchObject([{ authorization: `Bearer ${canary}` }])
    expect(crm.calls).toEqual([])
    expect(body).not.toContain('canary')
    expect(result.records).toEqual([
      { key: '1', record: { id: 1, said: '••••' }, outcome: 'mapped', output: { id: 1, said: '••••' }, problem: null },
    ])
    expect(result.identity).toEqual({ by: 'field', fields: ['id'], samples: 1, without: 0 })
    expect(result.deliveries).toMatchObject([
      { method: 'POST', to: `${crm.origin}/in?a=1&key=••••`, body: '{"id":1,"said":"••••"}', records: 1 },
    ])
    expect(result.deliveries[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'dc-run-0' })
  })

  it('gives a saved secret to its own origin, its own people, and to nobody else', async () => {
    const shop = await system(() => ({ status: 200, body: [{ id: 1 }] }))
    const thief = await system(() => ({ status: 200, body: [] }))
    const config = between(shop.origin, `${shop.origin}/in`)
    const { connector } = await makeConnector(server, 'userA', config)
    const stolen = marked(between(thief.origin, `${shop.origin}/in`))
    const lookup = {
      per: 'record',
      parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }],
      resultPath: '',
      targetPath: 'x',
      notFound: 'null',
    } as const
    const enrichment = [
      { id: 'e', type: 'http', url: thief.origin, requestMethod: 'GET', auth: { type: 'bearer', token: mark }, lookup },
    ] as const
    for (const body of [
      { config: stolen, connectorId: connector._id },
      { config: marked(config) },
      { config: { ...between(shop.origin, shop.origin), enrichment }, connectorId: connector._id },
    ]) {
      const { status, result } = await probe('dry-run', body)
      expect([status, result.code]).toEqual([422, 'connector/invalid'])
    }
    expect([thief.calls.length, thief.tokens.length]).toEqual([0, 0])
    const statuses: Partial<Record<Who, number>> = {}
    for (const who of ['userA', 'adminA', 'otherA', 'adminB'] as const)
      statuses[who] = (await probe('dry-run', { config: marked(config), connectorId: connector._id }, who)).status
    expect(statuses).toEqual({ userA: 200, adminA: 200, otherA: 404, adminB: 404 })
  })

  it('uses the saved mapping rules of the company', async () => {
    const made = await server.ask('POST', '/api-connectors/connectors/saveMappingRule', {
      as: 'userA',
      body: { name: 'Fixed', type: 'constant', value: 'shop' },
    })
    const ruleId = made.json<{ _id: string }>()._id
    const dataMapping = [{ id: '1', source: '', target: 'from', sourcePath: '', targetPath: 'from', ruleId }]
    const { result } = await probe<DryRun>('dry-run', {
      config: between('http://x.test', 'http://127.0.0.1:9009', { dataMapping }),
      examples: [{ id: 1 }],
    })
    expect(result.records).toMatchObject([{ outcome: 'mapped', output: { from: 'shop' } }])
  })

  it('asks for a secret that is missing, where it is missing', async () => {
    const config = between('http://127.0.0.1:9009', 'http://127.0.0.1:9009')
    const auth = { type: 'bearer', token: '' } as const
    const { status, result } = await probe('dry-run', { config: { ...config, source: { ...config.source, auth } } })
    expect([status, result.errors?.[0]?.path]).toEqual([422, '/config/source/auth/token'])
    const preview = { config: { ...config, source: { ...config.source, auth } }, examples: [{ id: 1 }] }
    expect((await probe('dry-run', preview)).status).toBe(200)
  })

  it.each(['{id}', ':id'])('is refused where %s would be sent as written, and so is a deployment', async (name) => {
    const config = between('https://shop.example.com', `https://crm.example.com/contacts/${name}`)
    const { status, result } = await probe<Problem>('dry-run', { config })
    expect([status, result.code]).toEqual([422, 'destination/record-in-address'])
    expect(result.errors).toMatchObject([{ path: '/config/destination/url' }])
    const { connector } = await makeConnector(server, 'userA', config)
    const reply = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })
    expect(reply.json<Problem>().errors).toMatchObject([{ path: '/destination/url' }])
  })

  it('is refused where each update would change the same item, and so is a deployment', async () => {
    const { destination, ...rest } = between('https://shop.example.com', 'https://crm.example.com/contacts/{{id}}')
    const variables = [{ key: 'id', value: '11' }]
    const config = { ...rest, destination: { ...destination, requestMethod: 'PATCH' as const, variables } }
    const { status, result } = await probe<Problem>('dry-run', { config })
    expect([status, result.code]).toEqual([422, 'destination/record-in-address'])
    const { connector } = await makeConnector(server, 'userA', config)
    const reply = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })
    expect(reply.json<Problem>().errors).toMatchObject([{ path: '/destination/url' }])
  })

  it('stops at the guard', async () => {
    const { status, result } = await probe('dry-run', { config: between('http://10.0.0.1/', 'http://127.0.0.1:9009') })
    expect([status, result.code]).toEqual([422, 'egress/refused'])
  })

  it.each([
    ['more records than may be', { limit: 101 }],
    ['none', { limit: 0 }],
    ['more examples than may be', { examples: Array.from({ length: 101 }, () => 1) }],
    ['members that there are not', { run: true }],
  ])('refuses %s', async (_, more) => {
    const { status, result } = await probe('dry-run', {
      config: between('http://127.0.0.1:9009', 'http://127.0.0.1:9009'),
      ...more,
    })
    expect([status, result.code]).toEqual([400, 'request/malformed'])
  })
})

it('keeps and logs nothing of what was read and typed', () => expectNothingKept(server))

describe('the limit of tries', () => {
  const limited = createTestServer({ rateLimit: 120 })
  const asked = async (as: Who, more: object = {}) => {
    const body = { config: between('http://10.0.0.1/', 'http://127.0.0.1:9009'), ...more }
    return (await limited.ask('POST', '/api-connectors/dry-run', { as, body })).statusCode
  }

  it('is one for each person, and wider where nobody is asked', async () => {
    const statuses = []
    for (let each = 0; each < 4; each += 1) statuses.push(await asked('userA'))
    expect(statuses).toEqual([422, 422, 422, 429])
    expect(await asked('adminA')).toBe(422)
    const previews = []
    for (let each = 0; each < 31; each += 1) previews.push(await asked('userA', { examples: [{ id: 1 }] }))
    expect(previews).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  })
})
