/** Where a public connector leads, and the ready-made definitions: they are true to their documentation's form, and those of the sandbox work. */
import { describe, expect, it } from 'vitest'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Template, TemplateSummary } from '#contract/library/template.ts'
import { demoConfig } from '#server/features/library/ready-made/demo-connector.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const about = { name: 'Orders for everybody', description: 'What it does', category: 'Shops', tags: [] }

describe('what a public connector talks to', () => {
  const server = createTestServer()

  it('is every host: of both sides, of enrichments, databases, storage and token addresses', async () => {
    const auth = (tokenUrl: string) => ({ type: 'oauth2ClientCredentials' as const, tokenUrl, clientId: 'c', clientSecret: 's' })
    const config = {
      ...goodConfig,
      source: { ...goodConfig.source, url: 'https://BÜCHER.example/x', auth: auth('https://login.example.com/token') },
      destination: {
        type: 'database' as const,
        databaseConfig: { engine: 'mysql' as const, host: 'db.example.com', database: 'd', table: 't' },
        auth: { type: 'basic' as const, username: 'u', password: 'p' },
      },
      enrichment: [
        {
          id: 'a',
          type: 'azure' as const,
          azureConfig: { endpoint: 'https://acc.blob.example.net', container: 'c', format: 'json' as const },
        },
        { id: 'b', type: 'http' as const, url: 'http://10.0.0.1:8080/{id}', auth: auth('https://login2.example.com/token') },
      ],
    }
    const { connector } = await makeConnector(server, 'userA', config)
    const made = await server.ask('POST', '/api/templates', { as: 'userA', body: { connectorId: connector._id, ...about } })
    expect(made.json<Template>().hosts).toEqual([
      ...['10.0.0.1:8080', 'acc.blob.example.net', 'db.example.com:3306'],
      ...['login.example.com', 'login2.example.com', 'xn--bcher-kva.example'],
    ])
    expect(made.json<Template>().needs).toEqual([
      ...['/source/auth/clientId', '/source/auth/clientSecret', '/destination/auth/username', '/destination/auth/password'],
      ...['/enrichment/1/auth/clientId', '/enrichment/1/auth/clientSecret'],
    ])
  })
})

describe('ready-made definitions', () => {
  // The engine reaches its own sandbox without being allowed to; here somebody has to say so.
  const server = createTestServer({ egressAllow: ['127.0.0.1/32'] })
  const origin = readConfig({}).sandboxOrigin

  it('of the sandbox work at once', async () => {
    const { config, needs, hosts } = (
      await server.ask('GET', '/api/templates/sandbox-shop-to-crm', { as: 'userA' })
    ).json<Template>()
    expect([needs, hosts]).toEqual([[], [new URL(origin).host]])
    expect(config.dataMapping).toEqual(demoConfig(origin).dataMapping)
    for (const id of ['sandbox-shop-to-crm', 'sandbox-customers-to-contacts', 'sandbox-flaky-orders']) {
      const start = await server.ask('POST', `/api/templates/${id}/start`, { as: 'userA', body: { name: 'At once' } })
      const draft = start.json<ConnectorAndConfig>()
      const verdict = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: draft.config })
      expect(verdict.json(), id).toMatchObject({ isValid: true, errors: [] })
      const deploy = await server.ask('POST', `/api-connectors/connectors/${draft.connector._id}/deploy`, { as: 'userA' })
      expect(deploy.statusCode, id).toBe(202)
    }
  })

  it('describe at least twelve public systems, each with its documentation, its fields and what it needs', async () => {
    const page = (await server.ask('GET', '/api/templates?origin=library&limit=100', { as: 'userA' })).json<{
      data: TemplateSummary[]
    }>()
    const told = await Promise.all(
      page.data.map(async ({ _id }) => (await server.ask('GET', `/api/templates/${_id}`, { as: 'userA' })).json<Template>()),
    )
    const foreign = told.filter(({ documentation, shapes }) => documentation !== null && !(shapes.source && shapes.destination))
    expect(new Set(foreign.map(({ documentation }) => new URL(documentation ?? '').host)).size).toBeGreaterThanOrEqual(12)
    for (const { _id, config, shapes, needs, hosts, documentation } of foreign) {
      expect(new URL(documentation ?? '').protocol, _id).toBe('https:')
      const side = shapes.source ? 'source' : 'destination'
      expect(shapes[side]?.fields.length, _id).toBeGreaterThan(1)
      const other = side === 'source' ? '/destination/url' : '/source/url'
      expect(needs, _id).toContain(other)
      expect(hosts, _id).toHaveLength(1)
      // Filled in, it is a configuration that could be deployed.
      const filled = filledIn({
        ...config,
        [side === 'source' ? 'destination' : 'source']: { ...goodConfig[side === 'source' ? 'destination' : 'source'] },
      })
      const verdict = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: filled })
      expect(verdict.json(), _id).toMatchObject({ errors: [] })
    }
  })

  it('connect at least twenty pairs of systems, with both systems, a mapping of known fields, and nothing to deploy but credentials', async () => {
    const pairs = readyMade(origin).filter(({ documentation, config }) => documentation !== null && config.dataMapping.length > 0)
    expect(pairs.length).toBeGreaterThanOrEqual(20)
    const { needs } = (await server.ask('GET', '/api/templates/shopify-orders-to-erp', { as: 'userA' })).json<Template>()
    expect(needs).toEqual(['/source/url', '/source/auth/value', '/destination/url', '/destination/auth/token'])
    for (const { id, config, shapes } of pairs) {
      for (const { sourcePath, targetPath } of config.dataMapping) {
        expect(
          shapes.destination?.fields.map(({ path }) => path),
          id,
        ).toContain(targetPath)
        if (sourcePath !== '')
          expect(
            shapes.source?.fields.map(({ path }) => path),
            id,
          ).toContain(sourcePath)
      }
      const mapped = config.dataMapping.map(({ targetPath }) => targetPath)
      const required = shapes.destination?.fields.flatMap(({ path, isRequired }) => (isRequired ? [path] : []))
      expect(mapped, id).toEqual(expect.arrayContaining(required ?? []))
      const verdict = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: filledIn(config) })
      expect(verdict.json(), id).toMatchObject({ errors: [] })
    }
  })

  it('create no customer twice, and subscribe nobody who has not agreed', () => {
    const { config } = readyMade(origin).find(({ id }) => id === 'customers-table-to-stripe') ?? {}
    expect(config?.destination).toMatchObject({ honoursKeys: true, onlyChanged: true })
    const rules = readyMade(origin).flatMap((it) => it.config.dataMapping.filter(({ target }) => target === 'status_if_new'))
    expect(rules.map(({ rule }) => rule && 'value' in rule && rule.value)).toEqual(['pending', 'pending', 'pending'])
  })

  it('cannot be changed or taken back', async () => {
    expect((await server.ask('DELETE', '/api/templates/sandbox-shop-to-crm', { as: 'superA' })).statusCode).toBe(400)
    const body = { _id: 'sandbox-shop-to-crm', revision: 1, ...about }
    expect((await server.ask('PUT', '/api/templates/', { as: 'superA', body })).statusCode).toBe(400)
    expect((await server.ask('GET', '/api/templates/no-such-thing', { as: 'userA' })).json()).toMatchObject({
      code: 'template/not-found',
    })
  })
})

/** With something in each place that is empty. */
const filledIn = (config: object): unknown =>
  JSON.parse(
    JSON.stringify(config, (name, value) =>
      value === '' && ['value', 'username', 'password', 'token', 'clientId', 'clientSecret', 'host', 'database'].includes(name)
        ? 'filled'
        : value === '' && name === 'tokenUrl'
          ? 'https://filled.example/token'
          : value,
    ).replaceAll(/https:\/\/\{\{\w+\}\}/g, 'https://filled'),
  )
