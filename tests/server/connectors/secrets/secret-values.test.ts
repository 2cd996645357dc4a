/** Secrets in headers and query parameters are write-only, on each kind of side, and are sent to their own origin only (threats T-SEC-2, T-CRED). */
import { expect, it } from 'vitest'
import type { Sample } from '#contract/builder/probe.ts'
import type { ConnectorConfig, SecretValue } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig, Deployment } from '#contract/connectors/details/connector.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { TakeAwayFile } from '#contract/library/take-away.ts'
import { canary, expectNothingKept, proberOf, system } from '../../builder/probes.ts'
import { createTestServer, goodConfig, makeConnector, type Who } from '../../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)
const secrets: SecretValue[] = [
  { in: 'header', name: 'X-Shopify-Access-Token', value: `${canary}-header` },
  { in: 'query', name: 'api_key', value: `${canary}-query` },
]
const marks = [
  { ...secrets[0], value: { set: true, last4: 'ader' } },
  { ...secrets[1], value: { set: true, last4: 'uery' } },
]

const at = (origin: string, given: SecretValue[]): ConnectorConfig => ({
  ...goodConfig,
  source: { ...goodConfig.source, url: `${origin}/orders`, secrets: given },
  destination: { ...goodConfig.destination, url: `${origin}/in`, secrets: given },
  enrichment: [
    {
      ...{ id: 'e1', title: 'Customer', type: 'http', url: `${origin}/customers`, requestMethod: 'GET', secrets: given },
      lookup: {
        ...{ per: 'record', parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }], resultPath: '' },
        ...{ targetPath: 'customer', notFound: 'null' },
      },
    },
  ],
})
const secretsOf = ({ source, destination, enrichment }: ConnectorConfig) =>
  [source, destination, ...enrichment].map(({ secrets: given }) => given)

it('nobody reads a saved one, and it stays as long as its origin', async () => {
  const { connector } = await makeConnector(server, 'userA', at('https://shop.example.com', secrets))
  const path = `/api-connectors/${connector._id}`
  for (const as of ['userA', 'adminA', 'superA'] satisfies Who[]) {
    const reply = await server.ask('GET', path, { as })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).not.toContain('canary')
    expect(secretsOf(reply.json<ConnectorAndConfig>().config)).toEqual([marks, marks, marks])
  }
  const exported = await server.ask('GET', `/api-connectors/${connector._id}/export`, { as: 'userA' })
  expect(exported.body).not.toMatch(/canary|last4/)
  expect(secretsOf(exported.json<TakeAwayFile>().config)[0]?.map(({ name, value }) => [name, value])).toEqual([
    ['X-Shopify-Access-Token', ''],
    ['api_key', ''],
  ])

  const save = (config: unknown) =>
    server.ask('PATCH', `/api-connectors/connectors/${connector._id}`, { as: 'userA', body: { config } })
  const marked = at('https://shop.example.com', marks as SecretValue[])
  await save(marked)
  const kept = (await server.ask('GET', path, { as: 'userA' })).json<ConnectorAndConfig>()
  expect(secretsOf(kept.config)).toEqual([marks, marks, marks])

  await save(at('https://evil.example.com', marks as SecretValue[]))
  const gone = (await server.ask('GET', path, { as: 'userA' })).json<ConnectorAndConfig>()
  expect(secretsOf(gone.config).flatMap((given) => given?.map(({ value }) => value))).toEqual(['', '', '', '', '', ''])
  const refused = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })
  expect(refused.json<Problem>().errors?.map(({ path: place }) => place)).toEqual(
    expect.arrayContaining(['/source/secrets/0/value', '/destination/secrets/1/value', '/enrichment/0/secrets/0/value']),
  )
})

it('each side sends them, and what is shown of a request has none', async () => {
  const shop = await system(() => ({ status: 200, body: [{ id: 1, said: `${canary}-header` }] }))
  const config = at(shop.origin, secrets)
  const { connector } = await makeConnector(server, 'userA', config)
  const marked = at(shop.origin, marks as SecretValue[])
  const connectorId = connector._id
  const source = await probe<Sample>('test-connection', { side: 'source', config: marked.source, connectorId })
  const destination = await probe('test-connection', { side: 'destination', config: marked.destination, connectorId })
  const [lookup] = marked.enrichment
  const enrichment = await probe('sample', { side: 'enrichment', config: lookup, connectorId, record: { id: 7 } })
  for (const { status, body } of [source, destination, enrichment]) {
    expect(status, body).toBe(200)
    expect(body).not.toContain('canary')
    expect(body).toContain('api_key=••••')
  }
  expect(shop.calls.length).toBeGreaterThanOrEqual(3)
  for (const { headers, path } of shop.calls) {
    expect(headers['x-shopify-access-token']).toBe(`${canary}-header`)
    expect(path).toContain(`api_key=${canary}-query`)
  }
  const other = await system(() => ({ status: 200, body: [] }))
  const stolen = await probe<Problem>('test-connection', {
    ...{ side: 'source', connectorId },
    config: { ...marked.source, url: other.origin },
  })
  expect([stolen.status, stolen.result.code]).toEqual([422, 'connector/invalid'])
  expect(other.calls).toEqual([])
})

it('a plain one is named where a configuration is checked, and one that the engine sets is refused', async () => {
  const headers = [{ key: 'PRIVATE-TOKEN', value: 'x' }]
  const given = {
    ...goodConfig,
    source: { ...goodConfig.source, headers, secrets: [{ in: 'header', name: 'Host', value: 'x' }] },
  }
  const found = (
    await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: given })
  ).json<ValidationResult>()
  expect(found.warnings).toContainEqual({
    path: '/source/headers/0/value',
    message:
      '"PRIVATE-TOKEN"looks like a secret. Anyone who can open this connector can read it. Store it as a secret in the builder, or move it to source.secrets',
  })
  expect(found.errors).toContainEqual({ path: '/source/secrets/0/name', message: 'Datacrane sets this header. Remove it' })
  const { connector } = await makeConnector(server, 'userA', { ...goodConfig, source: { ...goodConfig.source, headers } })
  const deployed = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })
  expect(deployed.json<Deployment>().warnings?.map(({ path }) => path)).toEqual(['/source/headers/0/value'])
})

it('nothing of them is kept in plain or logged', () => expectNothingKept(server))
