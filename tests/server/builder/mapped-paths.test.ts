/** Mapped paths that no sample record contains, and drafts that were saved with the target path of an enrichment twice (finding C1). */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { ConnectorConfig, Lookup, MappingEdge } from '#contract/connectors/config/config.ts'
import type { RecordShape } from '#contract/connectors/config/shape.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector } from '../kit/test-server.ts'
import { proberOf, sourceAt, system } from './probes.ts'

const lookup: Lookup = {
  per: 'record',
  parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }],
  resultPath: '',
  targetPath: 'extra',
  notFound: 'null',
}
const line = (sourcePath: string, targetPath = `to_${sourcePath.replaceAll(/\W/g, '_')}`): MappingEdge => ({
  ...{ id: `to ${targetPath}`, source: sourcePath, target: targetPath, sourcePath, targetPath },
})
const shape = (paths: readonly string[], examples: unknown[]): RecordShape => ({
  fields: paths.map((path) => ({ path, types: ['string'], isRequired: false })),
  examples,
  origin: 'request',
  takenAt: '2026-01-02T03:04:05.000Z',
})
const mapping = (paths: readonly string[]): ConnectorConfig => ({
  ...goodConfig,
  trigger: { type: 'manual' },
  enrichment: [{ id: 'e', type: 'http', url: 'https://more.example.com', requestMethod: 'GET', lookup }],
  dataMapping: paths.map((path) => line(path)),
})
const enriched = { id: 1, extra: { id: 'x', name: null } }

describeOnEachKind('mapped paths', (kind) => {
  const server = createTestServer({ egressAllow: ['127.0.0.0/8'] }, kind)
  const ask = async (path: string, body: unknown) =>
    (await server.ask('POST', `/api-connectors/${path}`, { as: 'userA', body })).json<ValidationResult>()

  async function draft(config: ConnectorConfig, fields = ['extra', 'extra.id', 'extra.name']) {
    const { connector } = await makeConnector(server, 'userA', config)
    const body = {
      source: shape(
        ['id'],
        Array.from({ length: 10 }, (_, at) => ({ id: at, lines: [] })),
      ),
      enrichment: { e: shape(fields, [enriched]) },
    }
    expect((await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body })).statusCode).toBe(200)
    return connector._id
  }

  it('are named when no sample record contains them, with what may be meant', async () => {
    const config = mapping(['id', 'nam', 'extra.name', 'extra.extra.id', 'lines[*].sku'])
    const connectorId = await draft(config)
    const expected = [
      { path: '/dataMapping/1/sourcePath', message: 'Data mapping 2: none of the 10 sample records contain "nam".' },
      {
        path: '/dataMapping/3/sourcePath',
        message: `Data mapping 4: the sample record doesn't contain "extra.extra.id". Did you mean "extra.id"?`,
      },
    ]
    const identity = { by: 'field', fields: ['id'], samples: 10, without: 0 }
    expect(await ask('validateConfig', { connectorId, config })).toEqual({
      isValid: true,
      errors: [],
      warnings: expected,
      identity,
    })
    const lines = { connectorId, dataMapping: config.dataMapping }
    expect(await ask('validateDataMapping', lines)).toEqual({ isValid: true, errors: [], warnings: expected })
  })

  it('that repeat the target path are named without any sample, as those of a version are', async () => {
    const { warnings } = await ask('validateConfig', mapping(['id', 'nam', 'extra.extra.id']))
    expect(warnings).toEqual([
      {
        path: '/dataMapping/2/sourcePath',
        message: 'Data mapping 3: "extra.extra.id" repeats the target path of its enrichment. Did you mean "extra.id"?',
      },
    ])
  })

  it('are judged by the samples of a draft that the person sees, and of no other', async () => {
    const config = mapping(['id'])
    const connectorId = await draft(config)
    const reply = await server.ask('POST', '/api-connectors/validateConfig', { as: 'adminB', body: { connectorId, config } })
    expect([reply.statusCode, reply.json()]).toMatchObject([404, { code: 'connector/not-found' }])
  })

  it('are those of lines where each item of a list is one', async () => {
    const config: ConnectorConfig = {
      ...mapping(['number', 'itemNumber', 'item.sku', 'item.colour', 'lines']),
      ...{ enrichment: [], records: { each: { path: 'lines', empty: 'leaveOut' } } },
    }
    const { connector } = await makeConnector(server, 'userA', config)
    const source = shape(
      ['number'],
      [
        { number: 'SO-1', lines: [{ sku: 'A' }, { sku: 'B' }] },
        { number: 'SO-2', lines: [], item: 'own' },
      ],
    )
    await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body: { source } })
    const { warnings } = await ask('validateConfig', { connectorId: connector._id, config })
    expect(warnings.map(({ path }) => path)).toEqual(['/records/each', '/dataMapping/3/sourcePath', '/dataMapping/4/sourcePath'])
    expect(warnings[0]?.message).toContain('"item" is the item of the list. To send the field, rename it in the source')
    const ofLines = await ask('validateDataMapping', { connectorId: connector._id, dataMapping: config.dataMapping })
    expect(ofLines.warnings).toEqual(warnings.slice(1))
  })

  it('of a record that is a whole page: it is named', async () => {
    const shop = await system(() => ({ status: 200, body: { items: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 3 } }))
    const config: ConnectorConfig = {
      ...goodConfig,
      ...{ trigger: { type: 'manual' }, source: sourceAt(shop.origin), dataMapping: [], enrichment: [] },
      destination: { type: 'http', url: `${shop.origin}/in`, requestMethod: 'POST' },
    }
    const expected = [
      {
        path: '/source/isList',
        message:
          'The response contains a list of 3 items at "items" and would be delivered as one record. If each item is a record, turn on list processing in the source step',
      },
    ]
    const { result } = await proberOf(server)<DryRun>('dry-run', { config })
    expect(result.warnings).toEqual(expected)
    const { connector } = await makeConnector(server, 'userA', config)
    const source = shape(['items'], [{ items: [{ id: 1 }, { id: 2 }, { id: 3 }], total: 3 }])
    await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body: { source } })
    expect((await ask('validateConfig', { connectorId: connector._id, config })).warnings).toEqual(expected)
    expect(
      (
        await ask('validateConfig', {
          connectorId: connector._id,
          config: { ...config, source: { ...config.source, isList: true } },
        })
      ).warnings,
    ).toEqual([])
  })

  it('that a dry run did not meet are named beside its records', async () => {
    const shop = await system(() => ({ status: 200, body: [{ id: 1 }, { id: 2 }] }))
    const more = await system(() => ({ status: 200, body: { id: 'x' } }))
    const config: ConnectorConfig = {
      ...mapping(['id', 'extra.id', 'extra.extra.id']),
      source: sourceAt(shop.origin, { isList: true }),
      destination: { type: 'http', url: `${shop.origin}/in`, requestMethod: 'POST' },
      enrichment: [{ id: 'e', type: 'http', url: more.origin, requestMethod: 'GET', lookup }],
    }
    const { result } = await proberOf(server)<DryRun>('dry-run', { config })
    expect(result.records.map(({ outcome }) => outcome)).toEqual(['mapped', 'mapped'])
    expect(result.warnings).toEqual([
      {
        path: '/dataMapping/2/sourcePath',
        message: 'Data mapping 3: none of the 2 sample records contain "extra.extra.id". Did you mean "extra.id"?',
      },
    ])
  })

  it('of saved drafts are mended where the test of the enrichment shows what was meant, and nowhere else', async () => {
    const config = mapping(['id', 'extra.extra.id', 'extra.extra.unknown'])
    const [doubled, meant] = [await draft(config), await draft(config, ['extra', 'extra.id', 'extra.extra.id'])]
    const text = readFileSync(
      new URL('../../../server/platform/database/migrations/0025-enrichment-paths.sql', import.meta.url),
      'utf8',
    )
    await sql.raw(text).execute(server.database.db)
    const linesOf = async (id: string) =>
      (await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })).json<ConnectorDetails>().dataMapping
    const [first, second, third] = config.dataMapping
    expect(await linesOf(doubled)).toEqual([first, { ...second, source: 'extra.id', sourcePath: 'extra.id' }, third])
    expect(await linesOf(meant)).toEqual(config.dataMapping)
  })
})
