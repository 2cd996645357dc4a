/** What a dry run tells of its records: which went wrong and why, what was really asked, and where it ends. */
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig, EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { ProblemError } from '#contract/kit/problem.ts'
import { startLookup } from '../enrichment/enrichment-sim.ts'
import { dryRun, line, sourceOf, startWriter } from '../kit/dry-runs.ts'
import { configFor } from '../kit/stage.ts'

const nowhere = 'http://127.0.0.1:9009/in'
const toNowhere = (more: Partial<ConnectorConfig> = {}): ConnectorConfig => ({
  ...configFor({ source: 'http://127.0.0.1:9009', destination: nowhere, paging: null }),
  ...more,
})

it('names the field, the value and the rule of a record that cannot be mapped, and goes on', async () => {
  const config = toNowhere({ dataMapping: [line('n', 'amount', { sourceDataType: 'string', targetDataType: 'number' })] })
  const told = await dryRun({ config, examples: [{ id: 7, n: '1.5' }, { id: 8, n: 'many' }, { other: 1 }] })
  expect(told.records).toMatchObject([
    { key: '7', outcome: 'mapped', record: { id: 7, n: '1.5' }, output: { amount: 1.5 }, problem: null },
    { key: '8', outcome: 'failed', problem: { code: 'mapping/failed', errors: [{ path: '/dataMapping/0' }] } },
    { key: '2', outcome: 'failed', problem: { code: 'mapping/empty' } },
  ])
  expect(told.records[1]?.problem?.message).toMatch(/"amount" must .*"n" is "many"/)
  expect(told.records[1]).not.toHaveProperty('output')
  expect(told.deliveries.map(({ body, records }) => [body, records])).toEqual([['{"amount":1.5}', 1]])
  expect(told.message).toBe('3 records entered, 1 mapped, 2 failed. A run would send 1 delivery. Nothing was sent.')
  expect(told.exchanges).toEqual([])
})

it('reads no more pages than it needs, and says that there are more', async () => {
  const source = await sourceOf(50)
  const writer = await startWriter()
  const config = configFor({ source: source.url, destination: writer.url, strategy: 'bulk', batchSize: 4 })
  const told = await dryRun({ config })
  expect(source.asked.map(({ url }) => url.search)).toEqual(['?limit=4&offset=0', '?limit=4&offset=4', '?limit=4&offset=8'])
  expect(told.records).toHaveLength(10)
  expect(told.deliveries.map(({ records }) => records)).toEqual([4, 4, 2])
  expect(told.exchanges).toHaveLength(3)
  expect(told.requests).toBe(3)
  expect(told.message).toBe(
    '10 records read, 10 mapped. They make 3 deliveries. Nothing was sent. The source has more records, which a run reads too. It may combine more of them in one delivery.',
  )
  expect(writer.received).toEqual([])
})

it('says that a run would not be a success when the one answer that is asked for tells of more', async () => {
  const source = await sourceOf(3, (_, response) => {
    response.setHeader('content-type', 'application/json').end('{"items":[{"id":1},{"id":2}],"total":250}')
    return true
  })
  const told = await dryRun({ config: configFor({ source: source.url, destination: nowhere, paging: null }), limit: 2 })
  expect(told.message).toContain('A run would not succeed. The response contains 2 of 250 records')
  const onPurpose = configFor({ source: source.url, destination: nowhere, paging: null, firstPageOnly: true })
  const { message } = await dryRun({ config: onPurpose, limit: 2 })
  expect(message).toContain('The response contains 2 of 250 records. This connector reads only this page.')
  expect(message).not.toContain('would not succeed')
})

it('keeps numbers that a double cannot hold', async () => {
  const source = await sourceOf(1, (_, response) => {
    response.setHeader('content-type', 'application/json').end('[{"id":1,"n":12345678901234567890.10}]')
    return true
  })
  const config = configFor({ source: `${source.url}/all`, destination: nowhere, paging: null })
  const told = await dryRun({ config })
  expect(told.deliveries[0]?.body).toBe('{"id":1,"n":12345678901234567890.10}')
  expect(JSON.stringify(told.records[0]?.output)).toBe('{"id":1,"n":12345678901234567890.10}')
})

it('shows the pages before the one that failed, and the answer that failed', async () => {
  const source = await sourceOf(50, ({ number }, response) => {
    if (number < 2) return false
    response.writeHead(500).end('{}')
    return true
  })
  const told = await dryRun({ config: configFor({ source: source.url, destination: nowhere, batchSize: 4 }) })
  expect(source.asked).toHaveLength(2)
  expect(told).toMatchObject({ problem: { code: 'source/failing' }, message: 'The source returned 500.' })
  expect(told.records).toHaveLength(4)
  expect(told.exchanges.at(-1)).toMatchObject({ response: { status: 500 } })
})

it('ends when its time is over', async () => {
  const source = await sourceOf(50, () => true)
  const begun = performance.now()
  const told = await dryRun({ config: configFor({ source: source.url, destination: nowhere }) }, 100)
  expect(told).toMatchObject({ problem: { code: 'source/timeout' }, records: [], deliveries: [] })
  expect(performance.now() - begun).toBeLessThan(5_000)
})

it('knows that the same page came again', async () => {
  const source = await sourceOf(50, (_, response) => {
    response.setHeader('content-type', 'application/json').end('{"items":[{"id":1},{"id":2}],"next_cursor":"x"}')
    return true
  })
  const told = await dryRun({ config: configFor({ source: source.url, destination: nowhere, paging: 'cursor' }) })
  expect(told.records.map(({ key }) => key)).toEqual(['1', '2'])
  expect(told.problem?.code).toBe('source/page-loop')
})

it('looks up, and shows what was found and what was not', async () => {
  const third = await startLookup({ knows: (id) => id !== '3' })
  onTestFinished(() => third.close())
  const customers = (notFound: Lookup['notFound']): EnrichmentConfig[] => {
    const parameters: Lookup['parameters'] = [{ in: 'path', name: 'id', sourcePath: 'customer' }]
    const lookup: Lookup = { per: 'record', parameters, resultPath: '', targetPath: 'found', notFound }
    return [{ id: 'e1', title: 'Customers', type: 'http', url: `${third.url}/customers/{id}`, requestMethod: 'GET', lookup }]
  }
  const examples = [
    { id: 1, customer: '1' },
    { id: 2, customer: '3' },
  ]
  const config = toNowhere({ dataMapping: [line('found.name', 'name')] })
  const told = await dryRun({ config: { ...config, enrichment: customers('fail') }, examples })
  expect(told.records).toMatchObject([
    { outcome: 'mapped', record: { customer: '1', found: { name: 'Customer 1' } }, output: { name: 'Customer 1' } },
    { key: '2', outcome: 'failed', record: null },
  ])
  expect(told.exchanges).toHaveLength(2)
  const skipped = await dryRun({ config: { ...config, enrichment: customers('skip') }, examples: examples.slice(1) })
  expect(skipped.records).toMatchObject([{ key: '2', outcome: 'skipped', record: { customer: '3' } }])
  expect(skipped.message).toBe('1 record entered, 0 mapped, 1 skipped. A run would send 0 deliveries. Nothing was sent.')
})

it('maps examples for a destination that is not there yet', async () => {
  const config = toNowhere({ destination: { type: 'http' }, source: { type: 'http' } })
  const told = await dryRun({ config, examples: [{ id: 1 }] })
  expect(told.records).toMatchObject([{ outcome: 'mapped', output: { id: 1 } }])
  expect(told.deliveries).toEqual([])
  expect(told.message).toBe("1 record entered, 1 mapped. We can't show yet what would be sent. Enter a URL.")
})

it.each([
  ['a webhook without examples', { trigger: { type: 'webhook' } }, '/examples'],
  ['a mapping that says nothing', { dataMapping: [line('a[', 'b')] }, '/config/dataMapping/0/sourcePath'],
  ['a source without an address', { source: { type: 'http' } }, '/config/source/url'],
  [
    'a destination that connectors may not reach',
    { destination: { type: 'http', url: 'http://169.254.169.254/', requestMethod: 'POST' } },
    '/config/destination/url',
  ],
] as const)('refuses %s', async (_, more, path) => {
  const thrown = await dryRun({ config: toNowhere(more as Partial<ConnectorConfig>) }).catch((it: unknown) => it)
  expect(thrown).toBeInstanceOf(ProblemError)
  expect((thrown as ProblemError).problem).toMatchObject({ code: 'connector/invalid', errors: [{ path }] })
})

it('takes the events of a webhook as examples', async () => {
  const told = await dryRun({
    config: toNowhere({ trigger: { type: 'webhook' }, dataMapping: [line('id', 'n')] }),
    examples: [{ id: 5 }],
  })
  expect(told.deliveries.map(({ body }) => body)).toEqual(['{"n":5}'])
})

it('shows a table its rows and a container its blobs, and asks neither', async () => {
  const auth = { type: 'basic', username: 'u', password: 'canary-table-1' } as const
  const databaseConfig = {
    engine: 'postgresql',
    host: '127.0.0.1',
    port: 9009,
    database: 'crm',
    tls: 'disable',
    table: 'people',
  } as const
  const toTable = toNowhere({
    destination: { type: 'database', databaseConfig: { ...databaseConfig, keyColumns: ['id'] }, auth },
  })
  const rows = await dryRun({ config: toTable, examples: [{ id: 1 }, { id: 2 }] })
  expect(rows.deliveries).toMatchObject([
    { method: 'upsert', to: expect.stringMatching(/127\.0\.0\.1:9009\/crm\/people$/), body: '{"id":1}' },
    {},
  ])
  const inBulk = configFor({ source: 'http://127.0.0.1:9009', destination: nowhere, paging: null, strategy: 'bulk' })
  const together = await dryRun({ config: { ...inBulk, destination: toTable.destination }, examples: [{ id: 1 }, { id: 2 }] })
  expect(together.deliveries).toMatchObject([{ records: 2, body: '{"id":1}\n{"id":2}' }])
  const azureConfig = { endpoint: 'http://127.0.0.1:9009/account', container: 'orders', prefix: 'in/', format: 'csv' } as const
  const blobs = await dryRun({
    config: toNowhere({ destination: { type: 'azure', azureConfig } }),
    examples: [{ id: 1, n: 'x' }],
  })
  expect(blobs.deliveries).toMatchObject([
    { method: 'PUT', to: 'http://127.0.0.1:9009/account/orders/in/dc-run-0.csv', body: expect.stringContaining('1,x') },
  ])
  expect(JSON.stringify([rows, blobs])).not.toContain('canary')
})

it('shows large records in part, and no more than a page can hold', async () => {
  const examples = Array.from({ length: 100 }, (_, id) => ({ id, text: 'ü'.repeat(100_000) }))
  const told = await dryRun({ config: toNowhere(), examples })
  expect(told.records).toHaveLength(100)
  expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThan(5 * 1024 * 1024)
  expect(told.records[0]?.record).toMatch(/^\{"id":0,"text":"ü+$/)
})

it('shows the search, the update and the follow-up beside the request that creates, and reads no secret for it', async () => {
  const crm = 'http://127.0.0.1:9/contacts'
  const config = toNowhere({
    source: { type: 'http', url: 'https://shop.test/orders', auth: { type: 'bearer', token: 'hidden-source' } },
    destination: {
      type: 'http',
      url: crm,
      requestMethod: 'POST',
      auth: { type: 'apiKey', in: 'query', name: 'key', value: 'hidden-destination' },
      operation: {
        do: 'find',
        parameters: [],
        find: { method: 'POST', url: `${crm}/search?of={email}`, body: '{"q":"{email}"}', resultPath: 'items' },
        update: { method: 'PATCH', url: `${crm}/{found.id}` },
        afterwards: {
          side: 'source',
          method: 'PUT',
          url: 'https://shop.test/orders/{id}',
          body: '{"crm":{answer.id},"of":"{email}"}',
        },
      },
    },
  })
  const told = await dryRun({ config, examples: [{ id: 'a/1', email: 'ann+x@a.test' }] })
  const body = '{"id":"a/1","email":"ann+x@a.test"}'
  expect(told.deliveries).toMatchObject([
    {
      ...{ method: 'POST', to: `${crm}?key=••••`, body },
      beside: [
        { step: 'search', method: 'POST', to: `${crm}/search?of=ann%2Bx%40a.test&key=••••`, body: '{"q":"ann+x@a.test"}' },
        { step: 'update', method: 'PATCH', to: `${crm}/{found.id}?key=••••`, body },
        {
          ...{
            step: 'followUp',
            method: 'PUT',
            to: 'https://shop.test/orders/a%2F1',
            body: '{"crm":{answer.id},"of":"ann+x@a.test"}',
          },
          headers: { authorization: 'Bearer ••••' },
        },
      ],
    },
  ])
  expect(JSON.stringify(told)).not.toContain('hidden')
})

it('shows an own statement with the values of the record', async () => {
  const statement = 'update customers set name = :name where id = :id'
  const config = toNowhere({
    destination: {
      type: 'database',
      auth: { type: 'basic', username: 'shop', password: 'hidden' },
      databaseConfig: { engine: 'postgresql', host: 'db.test', database: 'shop', write: 'statement', statement },
    },
  })
  const { deliveries } = await dryRun({ config, examples: [{ id: 7, name: "O'Hara" }] })
  expect(deliveries[0]?.body).toBe(`${statement}\n\n:name = "O'Hara"\n:id = 7`)
})
