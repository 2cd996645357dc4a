import { describe, expect, it } from 'vitest'

import type { ValidationResult } from '#contract/kit/schemas.ts'
import { createTestServer, goodConfig } from '../kit/test-server.ts'

const server = createTestServer()

const result = async (path: string, body: unknown) =>
  (await server.ask('POST', `/api-connectors/${path}`, { as: 'userA', body })).json<ValidationResult>()
const section = (name: string, data: unknown) => result('validate-config-section', { section: name, data })
const fine = { isValid: true, errors: [], warnings: [] }
const edge = { id: 'm1', source: 'id', target: 'orderId', sourcePath: 'id', targetPath: 'orderId' }

describe('a section', () => {
  it.each([
    ['source', goodConfig.source],
    ['destination', goodConfig.destination],
    ['dataMapping', goodConfig.dataMapping],
    ['enrichment', []],
  ])('%s that is sound', async (name, data) => {
    expect(await section(name, data)).toEqual(fine)
  })

  it.each([
    ['source', null, '/source', 'The section source is missing'],
    ['source', { type: 'http', requestMethod: 'GET' }, '/source/url', 'Source must have a URL, Azure config, or database config'],
    [
      'destination',
      { type: 'http', url: 'https://x.example' },
      '/destination/requestMethod',
      'Destination must have a request method',
    ],
    ['dataMapping', [edge, { ...edge, target: '' }], '/dataMapping/1', 'Data mapping 2: Missing source or target'],
    ['dataMapping', [{ ...edge, source: undefined }], '/dataMapping/0', 'Data mapping 1: Missing source or target'],
    [
      'dataMapping',
      [{ ...edge, sourcePath: 'a.__proto__.b' }],
      '/dataMapping/0/sourcePath',
      'Data mapping 1: "__proto__" can\'t be part of a path',
    ],
    ['source', { ...goodConfig.source, speed: 'fast' }, '/source/speed', 'is not a known field'],
    ['source', 'https://x.example', '/source', 'must be an object'],
  ])('%s with an error: %j', async (name, data, path, message) => {
    const found = await section(name, data)
    expect(found.isValid).toBe(false)
    expect(found.errors).toContainEqual({ path, message })
  })

  it.each([
    ['source', { type: 'http', url: 'not a url', requestMethod: 'GET' }, '/source/url', 'Source URL format may be invalid'],
    ['dataMapping', [{ ...edge, sourcePath: '' }], '/dataMapping/0', 'Data mapping 1: Missing source or target path'],
    ['dataMapping', [{ ...edge, targetPath: undefined }], '/dataMapping/0', 'Data mapping 1: Missing source or target path'],
    ['enrichment', [{ id: 'e1', type: 'http' }], '/enrichment/0', 'Enrichment 1: Missing URL or config'],
  ])('%s that is doubtful: %j', async (name, data, path, message) => {
    expect(await section(name, data)).toEqual({ isValid: true, errors: [], warnings: [{ path, message }] })
  })

  it.each(['offset', 'page'])('warns of records that paging by %s misses', async (type) => {
    const names = { limitParam: 'limit', offsetParam: 'offset', pageParam: 'page', cursorParam: 'cursor' }
    const paginationConfig = { type, ...names, responsePathToNextCursor: 'next', responsePathToItems: 'items' }
    const listConfig = {
      type: 'pagination',
      iterationPath: '',
      batchSize: 100,
      paginationConfig,
      outputConfig: { strategy: 'bulk' },
    }
    const found = await section('source', { ...goodConfig.source, isList: true, listConfig })
    const path = '/source/listConfig/paginationConfig/type'
    const messageOf = (missed: string) =>
      `If records change pages during a run, some can be ${missed}. If your source supports cursors, use one`
    expect(found).toEqual({ ...fine, warnings: [{ path, message: messageOf('missed until the next run') }] })
    const ofChanges = { ...listConfig, incrementalConfig: { by: 'runStart' } }
    const later = await section('source', { ...goodConfig.source, isList: true, listConfig: ofChanges })
    expect(later).toMatchObject({ warnings: [{ path, message: messageOf('missed') }] })
    const byCursor = { ...listConfig, paginationConfig: { ...paginationConfig, type: 'cursor' } }
    expect(await section('source', { ...goodConfig.source, isList: true, listConfig: byCursor })).toEqual(fine)
  })

  it('does not ask a database for address and method', async () => {
    expect(
      await section('source', { type: 'database', databaseConfig: { engine: 'mysql', host: 'db', database: 'shop' } }),
    ).toEqual(fine)
  })

  it('knows no others', async () => {
    const reply = await server.ask('POST', '/api-connectors/validate-config-section', {
      as: 'userA',
      body: { section: 'name', data: 'x' },
    })
    expect(reply.statusCode).toBe(400)
  })
})

describe('a configuration', () => {
  it('that can be deployed', async () => {
    expect(await result('validateConfig', goodConfig)).toMatchObject(fine)
    expect(await result('validateConfig', { config: goodConfig })).toMatchObject(fine)
  })

  it.each([
    [
      'a schedule that cannot be read',
      { trigger: { type: 'schedule', cron: '61 * * * *' } },
      '/trigger/cron',
      'The cron expression cannot be used: Invalid value for minute: 61',
    ],
    [
      'a schedule that never comes round',
      { trigger: { type: 'schedule', cron: '0 0 31 2 *' } },
      '/trigger/cron',
      'The cron expression cannot be used: it never comes round',
    ],
    [
      'a schedule in no time zone',
      { trigger: { type: 'schedule', cron: '0 9 * * *', timeZone: 'Mars/Base' } },
      '/trigger/timeZone',
      'Mars/Base is not a time zone. Enter one such as Europe/Berlin or UTC',
    ],
    [
      'a container without its account',
      { destination: { type: 'azure', azureConfig: { endpoint: 'https://x.example/?sig=1', container: 'box', format: 'json' } } },
      '/destination/azureConfig/endpoint',
      'Enter the shared access signature under authentication, not in the URL',
    ],
    [
      'an address of another protocol',
      { source: { ...goodConfig.source, url: 'file:///etc/passwd' } },
      '/source/url',
      expect.any(String),
    ],
    [
      'a private address',
      { source: { ...goodConfig.source, url: 'http://127.0.0.1:9' } },
      '/source/url',
      "Connectors can't reach the source 127.0.0.1:9. An administrator can request a private endpoint under Network Connectivity. The operator can allow addresses with EGRESS_ALLOW.",
    ],
    ['an address that is none', { source: { ...goodConfig.source, url: 'shop' } }, '/source/url', expect.any(String)],
    [
      'an address with a password',
      { source: { ...goodConfig.source, url: 'https://me:pass@x.example' } },
      '/source/url',
      expect.any(String),
    ],
    [
      'a secret that is not set',
      { source: { ...goodConfig.source, auth: { type: 'bearer', token: '' } } },
      '/source/auth/token',
      expect.any(String),
    ],
    ['no mapping at all', { dataMapping: undefined }, '/dataMapping', 'The section dataMapping is missing'],
  ])('refuses %s', async (_, change, path, message) => {
    const found = await result('validateConfig', { ...goodConfig, ...change })
    expect(found.isValid).toBe(false)
    expect(found.errors).toContainEqual({ path, message })
  })

  it.each([[null], ['text'], [[]], [5], [{}]])('refuses %j', async (body) => {
    const found = await result('validateConfig', JSON.stringify(body))
    expect(found.isValid).toBe(false)
    expect(found.errors.length).toBeGreaterThan(0)
  })
})

describe('a data mapping', () => {
  it('may be a bare list', async () => {
    expect(await result('validateDataMapping', goodConfig.dataMapping)).toEqual(fine)
    expect(await result('validateDataMapping', { dataMapping: goodConfig.dataMapping })).toEqual(fine)
  })

  it.each([
    ['nothing in a line', {}, ['Data mapping 1: Missing source or target'], ['Data mapping 1: Missing source or target path']],
    ['no target', { ...edge, target: undefined }, ['Data mapping 1: Missing source or target'], []],
    [
      'no paths',
      { ...edge, sourcePath: undefined, targetPath: undefined },
      ['Data mapping 1: Missing source or target path'],
      [],
    ],
  ])('tells a fault once: %s', async (_, line, errors, warnings) => {
    const reply = await server.ask('POST', '/api-connectors/validateConfig', {
      as: 'userA',
      body: { ...goodConfig, dataMapping: [line] },
    })
    const found = reply.json<ValidationResult>()
    expect(found.isValid).toBe(false)
    expect(found.errors.map(({ message }) => message)).toEqual(errors)
    expect(found.warnings.map(({ message }) => message).filter((it) => it.startsWith('Data mapping'))).toEqual(warnings)
  })

  it('without a trigger is read with the one that is saved, and says so', async () => {
    const { trigger: _, ...config } = goodConfig
    const found = await result('validateConfig', config)
    expect(found.isValid).toBe(true)
    expect(found.warnings).toContainEqual({
      path: '/trigger',
      message: 'No trigger is set. A saved trigger stays. A new connector gets a manual trigger',
    })
  })

  it('that is missing', async () => {
    expect(await result('validateDataMapping', {})).toMatchObject({ isValid: false, errors: [{ path: '/dataMapping' }] })
  })

  it('names each line that is wrong', async () => {
    const found = await result('validateDataMapping', [
      edge,
      { ...edge, sourcePath: 'a[' },
      { ...edge, source: '', sourcePath: '' },
    ])
    expect(found.errors.map(({ path }) => path)).toEqual(['/dataMapping/1/sourcePath', '/dataMapping/2'])
    expect(found.warnings.map(({ path }) => path)).toEqual(['/dataMapping/2'])
  })
})

describe('a mapping rule', () => {
  it('that is sound', async () => {
    expect(
      await result('connectors/validateMappingRule', { type: 'case', name: 'Shout', sourcePath: 'name', to: 'upper' }),
    ).toEqual(fine)
  })

  it.each([
    [{ type: 'case', name: 'Shout', sourcePath: 'name', to: 'loud' }, '/to'],
    [{ type: 'javascript', name: 'Any', code: 'process.exit()' }, '/type'],
    [{ type: 'case', name: 'Shout', sourcePath: 'constructor', to: 'upper' }, '/sourcePath'],
    [{ type: 'concatenate', name: 'Join', sourcePaths: ['a', 'b['], separator: '' }, '/sourcePaths/1'],
  ])('that is not: %j', async (rule, path) => {
    const found = await result('connectors/validateMappingRule', rule)
    expect(found.isValid).toBe(false)
    expect(found.errors.map((error) => error.path)).toContain(path)
    const saved = await server.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'userA', body: rule })
    expect([400, 422]).toContain(saved.statusCode)
  })
})
