/** Sides that somebody is still filling in: the draft keeps them, and the check names what is missing before anything is connected. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector } from '../kit/test-server.ts'

describeOnEachKind('a side that is half filled', (kind) => {
  const server = createTestServer({}, kind)
  const database = { engine: 'postgresql', host: '', database: '', table: 'orders' } as const
  const container = { endpoint: '', container: '', format: 'ndjson' } as const
  const basic = { type: 'basic', username: 'reader', password: '' } as const

  it.each([
    [{ type: 'database', databaseConfig: database, auth: basic }, ['/databaseConfig/host', '/databaseConfig/database']],
    [{ type: 'azure', azureConfig: container, isList: true }, ['/azureConfig/endpoint', '/azureConfig/container']],
    [
      {
        type: 'azure',
        azureConfig: { ...container, endpoint: 'https://a.example' },
        auth: { type: 'accountKey', account: '', key: '' },
      },
      ['/azureConfig/container', '/auth/account'],
    ],
    [{ ...goodConfig.source, auth: { type: 'apiKey', in: 'query', name: '', value: '' } }, ['/auth/name']],
    [{ ...goodConfig.source, auth: { type: 'apiKey', in: 'header', name: '', value: '' } }, ['/auth/name']],
  ] as [ConnectorConfig['source'], string[]][])('%j is kept, and is not called complete', async (source, missing) => {
    const { connector, config } = await makeConnector(server, 'userA')
    const half = { ...config, source }
    const saved = await server.ask('PATCH', `/api-connectors/connectors/${connector._id}`, {
      as: 'userA',
      body: { config: half },
    })
    expect(saved.statusCode).toBe(200)
    expect(saved.json<ConnectorAndConfig>().config.source).toEqual(source)
    const checked = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: half })
    const { isValid, errors } = checked.json<ValidationResult>()
    expect(isValid).toBe(false)
    expect(errors.map(({ path }) => path)).toEqual(expect.arrayContaining(missing.map((path) => `/source${path}`)))
    for (const path of missing) expect(errors.find((it) => it.path === `/source${path}`)?.message).toMatch(/needed$|^Enter /)
    const deployed = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })
    expect(deployed.statusCode).toBe(422)
  })
})
