/** A connector as a file: out as people read it, looked at in words, in once as a draft. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorConfig, Lookup } from '#contract/connectors/config/config.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { TakeAwayCheck, TakeAwayFile } from '#contract/library/take-away.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const shape = (examples: unknown[] = []) => ({
  fields: [{ path: 'id', types: ['string'], isRequired: true, description: 'The number' }],
  examples,
  origin: 'request',
  takenAt: '2026-01-02T03:04:05.000Z',
})
const lookup: Lookup = {
  per: 'record',
  parameters: [{ in: 'path', name: 'id', sourcePath: 'id' }],
  resultPath: '',
  targetPath: 'more',
  notFound: 'null',
}
const fileOf = (more: object = {}, config: object = goodConfig) => ({
  ...{ format: 'datacrane.connector', version: 1, exportedAt: '2026-01-02T03:04:05.000Z' },
  ...{ name: 'From a file', details: 'What it does', config, shapes: {} },
  ...more,
})

describeOnEachKind('a file of a connector', (kind) => {
  const server = createTestServer({}, kind)
  const exported = (id: string, as: Who = 'userA') => server.ask('GET', `/api-connectors/${id}/export`, { as })
  const check = async (file: unknown, as: Who = 'userA') =>
    (await server.ask('POST', '/api-connectors/import/check', { as, body: file })).json<TakeAwayCheck>()
  const take = (file: unknown, as: Who = 'userA', key?: string) =>
    server.ask('POST', '/api-connectors/import', { as, body: file, ...(key === undefined ? {} : { key }) })

  it('goes to another company and back to the same file, without examples', async () => {
    const config: ConnectorConfig = {
      ...goodConfig,
      trigger: { type: 'schedule', everySeconds: 60 },
      destination: { ...goodConfig.destination, auth: { type: 'bearer', token: 'never in a file' } },
      enrichment: [{ id: 'l1', title: 'Look', type: 'http', url: 'https://more.example.com/{id}', requestMethod: 'GET', lookup }],
    }
    const { connector } = await makeConnector(server, 'userA', config)
    const shapes = { source: shape([{ id: 'of somebody' }]), enrichment: { l1: shape() } }
    await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body: shapes })
    const out = (await exported(connector._id)).json<TakeAwayFile>()
    expect(out).toMatchObject({ format: 'datacrane.connector', version: 1, name: 'Orders', shapes: { source: { examples: [] } } })
    expect(out.config).toEqual({
      ...config,
      name: 'Orders',
      destination: { ...goodConfig.destination, auth: { type: 'bearer', token: '' } },
    })
    expect(await check(out, 'adminB')).toMatchObject({
      ...{ isValid: true, errors: [], name: 'Orders', needs: ['/destination/auth/token'] },
      // A schedule that asks for everything each time says so.
      warnings: [{ message: expect.stringContaining('Every run reads all records and sends only new or changed ones') }],
      hosts: ['crm.example.com', 'more.example.com', 'shop.example.com'],
    })
    const made = (await take(out, 'adminB')).json<ConnectorAndConfig>()
    expect(made.connector).toMatchObject({ name: 'Orders', status: 'Draft', userId: server.ids.adminB })
    const again = (await exported(made.connector._id, 'adminB')).json<TakeAwayFile>()
    expect({ ...again, exportedAt: '' }).toEqual({ ...out, exportedAt: '' })
    expect(JSON.stringify({ ...again, exportedAt: '' })).toBe(JSON.stringify({ ...out, exportedAt: '' }))
  })

  it('has its members in the order of the contract, whatever the database made of it', async () => {
    const { connector } = await makeConnector(server, 'userA', goodConfig)
    const text = (await exported(connector._id)).body
    const places = [
      '"format"',
      '"version"',
      '"name"',
      '"config"',
      '"trigger"',
      '"source"',
      '"url"',
      '"destination"',
      '"dataMapping"',
    ]
    const found = places.map((name) => text.indexOf(name))
    expect(found).toEqual(found.toSorted((one, other) => one - other))
    expect(text.indexOf('"sourcePath"')).toBeLessThan(text.indexOf('"targetPath"'))
  })

  it('of a connector that is not there for the person is not handed out', async () => {
    const { connector } = await makeConnector(server)
    for (const as of ['otherA', 'adminB'] as const)
      expect((await exported(connector._id, as)).json()).toMatchObject({ status: 404, code: 'connector/not-found' })
  })

  it.each([
    ['a list', [1], '', /^is not a connector file/],
    ['another format', fileOf({ format: 'else' }), '/format', /^must be datacrane\.connector/],
    ['nothing', {}, '/format', /^must be datacrane\.connector/],
    ['a later version', fileOf({ version: 2, news: 1 }), '/version', /^is 2, from a newer Datacrane\. This one reads version 1$/],
    ['no version', fileOf({ version: '1' }), '/version', /reads version 1/],
    ['an unknown member', fileOf({ more: 1 }), '/more', /^is not a known field$/],
    [
      'an unknown member inside',
      fileOf({}, { ...goodConfig, source: { ...goodConfig.source, code: 'x' } }),
      '/config/source/code',
      /not a known field/,
    ],
    ['a wrong type', fileOf({ name: 5 }), '/name', /^must be text$/],
    ['a missing member', fileOf({ config: undefined }), '/config', /^is missing$/],
    ['too long a text', fileOf({ details: 'x'.repeat(4_097) }), '/details', /^must have at most 4096 characters$/],
    [
      'a header that is a secret',
      fileOf({}, { ...goodConfig, source: { ...goodConfig.source, headers: [{ key: 'Cookie', value: 'x' }] } }),
      '/config/source/headers/0',
      /so the value stays secret$/,
    ],
    ['a side that is too large', fileOf({ shapes: { source: shape(['x'.repeat(270_000)]) } }), '/shapes/source', /^takes 264 kB/],
  ])('with %s is refused in words, and nothing is made', async (_, file, path, message) => {
    const verdict = await check(file)
    expect(verdict).toMatchObject({
      isValid: false,
      errors: [{ path, message: expect.stringMatching(message) }],
      hosts: [],
      needs: [],
    })
    const count = async () =>
      (await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'userA' })).json<unknown[]>().length
    const before = await count()
    const refused = await take(file)
    expect([400, 422]).toContain(refused.statusCode)
    expect(refused.json()).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ path })]) })
    expect(await count()).toBe(before)
  })

  it('that is too large, no JSON, too deep or holds what cannot be kept is refused whole', async () => {
    const sent = async (body: unknown) => {
      const reply = await server.ask('POST', '/api-connectors/import/check', { as: 'userA', body })
      return [reply.statusCode, reply.json()['code']]
    }
    expect(await sent(fileOf({ details: 'x'.repeat(1_100_000) }))).toEqual([413, 'request/too-large'])
    expect(await sent('{"format": ')).toEqual([400, 'request/not-json'])
    expect(await sent(`{"a":${'['.repeat(100)}${']'.repeat(100)}}`)).toEqual([400, 'request/malformed'])
    expect(await sent(fileOf({ name: 'a\u0000b' }))).toEqual([400, 'request/malformed'])
  })

  it('is taken in with what is doubtful about it told before', async () => {
    const config = {
      ...goodConfig,
      source: { ...goodConfig.source, url: 'javascript:alert(1)', auth: { type: 'bearer', token: 'in the file' } },
      destination: { ...goodConfig.destination, auth: { type: 'bearer', token: { set: true, last4: 'abcd' } } },
      dataMapping: [{ ...goodConfig.dataMapping[0], ruleId: '00000000-0000-4000-8000-000000000000' }],
    }
    const file = fileOf({ name: 'abc\u202efdp.exe', shapes: { source: shape([{ id: 1 }]) } }, config)
    const verdict = await check(file)
    expect(verdict.isValid).toBe(true)
    const told = Object.fromEntries(verdict.warnings.map(({ path, message }) => [path, message]))
    expect(told).toMatchObject({
      '/name': expect.stringContaining('invisible'),
      '/shapes/source/examples': expect.stringContaining('not imported'),
      '/config/source/auth/token': expect.stringContaining('anyone with the file can read it'),
      '/config/destination/auth/token': expect.stringContaining('Enter the secret again'),
      '/config/dataMapping/0/ruleId': expect.stringContaining('gets no source'),
      '/config/source/url': expect.any(String),
    })
    const made = (await take(file)).json<ConnectorAndConfig>()
    expect(made.connector.name).toBe('abc\u202efdp.exe')
    expect(made.config.source.auth).toEqual({ type: 'bearer', token: { set: true, last4: '' } })
    expect(made.config.destination.auth).toEqual({ type: 'bearer', token: '' })
    expect(made.config.dataMapping).toEqual([{ ...goodConfig.dataMapping[0], source: '', sourcePath: '' }])
    const kept = await server.ask('GET', `/api-connectors/${made.connector._id}/shapes`, { as: 'userA' })
    expect(kept.json()).toEqual({ source: shape() })
  })

  it('has saved rules written out, and brings no id of them', async () => {
    const rule = { type: 'constant', name: 'ours', value: 7 }
    const saved = await server.ask('POST', '/api-connectors/connectors/saveMappingRule', { as: 'userA', body: rule })
    const { _id: ruleId } = saved.json<{ _id: string }>()
    const line = { ...goodConfig.dataMapping[0], ruleId }
    const { connector } = await makeConnector(server, 'userA', { ...goodConfig, dataMapping: [line] } as ConnectorConfig)
    const out = (await exported(connector._id)).json<TakeAwayFile>()
    expect(out.config.dataMapping).toEqual([{ ...goodConfig.dataMapping[0], rule }])
    await server.ask('DELETE', `/api-connectors/connectors/mappingRules/${ruleId}`, { as: 'userA' })
    const later = (await exported(connector._id)).json<TakeAwayFile>()
    expect(later.config.dataMapping).toEqual([{ ...goodConfig.dataMapping[0], source: '', sourcePath: '' }])
    expect((await check(later)).needs).toEqual(['/dataMapping/0/sourcePath'])
  })

  it('is taken in once for one key', async () => {
    const [first, second] = [await take(fileOf(), 'userA', 'file-1'), await take(fileOf(), 'userA', 'file-1')]
    expect(first.statusCode).toBe(201)
    expect(second.body).toBe(first.body)
    // As when the process ended before its answer was kept.
    await sql`delete from idempotency_keys`.execute(server.database.db)
    expect((await take(fileOf(), 'userA', 'file-1')).body).toBe(first.body)
    const listed = (await server.ask('GET', '/api-connectors/dashboard-user-query', { as: 'userA' })).json<{ _id: string }[]>()
    const { connector } = first.json<ConnectorAndConfig>()
    expect(listed.filter(({ _id }) => _id === connector._id)).toHaveLength(1)
  })
})
