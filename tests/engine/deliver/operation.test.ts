/** Each record at its own URL: what is sent where, what has no URL, and what a deletion makes of a row that is gone. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Operation } from '#contract/connectors/config/operations/operation.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { dryRun, line, startWriter } from '../kit/dry-runs.ts'
import { startRows } from '../kit/row-server.ts'
import { play, type Scene } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'

const inPath = { in: 'path', name: 'id', field: 'id' } as const
const update: Operation = { do: 'update', parameters: [inPath] }
const remove: Operation = { do: 'delete', parameters: [inPath] }

const to =
  (url: string, operation: Operation, requestMethod: 'PUT' | 'DELETE' | 'POST' = 'PUT', more: Partial<ConnectorConfig> = {}) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    destination: { type: 'http', url, requestMethod, operation },
    ...more,
  })

const items = (values: readonly unknown[], raw?: string) => (_: unknown, response: import('node:http').ServerResponse) => {
  response.setHeader('content-type', 'application/json')
  response.end(raw ?? JSON.stringify({ items: values }))
  return true
}

async function recordsOf({ database, place }: Scene) {
  const filter = { companyId: place.companyId, connectorId: place.connectorId }
  const { transactions } = await pageOfTransactions(database.db, filter, 1, 1_000)
  return transactions
}

/** Values that want to lead somewhere else, or nowhere. */
const hostile: readonly unknown[] = [
  ...['.', '..', '../1', '..\\1', '../../admin', 'a/../../1', './1', '1/..', '/', '//evil.test', '\\\\evil.test', '/rows/1'],
  ...['%2e%2e', '%2e%2e%2f1', '..%2f1', '%2F..%2F1', '1?x=1', '1#x', '1;x=1', '1&x=1', '1 ', ' 1', '1\r\nx: 1', '1\u0000', ' '],
  ...[
    'http://evil.test/1',
    '@evil.test',
    ':80',
    '{id}',
    '{{id}}',
    '%7Bid%7D',
    '1%00',
    '\ud800',
    '\ud83d\ude00',
    'é',
    '\u2024\u2024',
  ],
  ...[null, {}, [1], 'x'.repeat(4_001), '', '1/2'],
]

describeOnEachDatabase('records with their own URL', (open) => {
  it('are each sent to it, 1,000 of them, and nothing else is touched', { timeout: 60_000 }, async () => {
    const ids = Array.from({ length: 1_200 }, (_, at) => String(at + 1))
    const rows = await startRows(ids)
    const { database } = await open()
    const scene = await play(database, { records: 1_000, change: to(rows.url, update) })
    expect(await scene.over(50_000)).toMatchObject({ status: 'succeeded', recordsDelivered: 1_000, recordsFailed: 0 })
    expect(rows.touched.size).toBe(1_000)
    expect(rows.requests).toHaveLength(1_000)
    expect(
      rows.requests.every(({ method, path, body }) => method === 'PUT' && !body.includes('"id"') && path.startsWith('/rows/')),
    ).toBe(true)
    for (const [id] of rows.touched) expect(rows.rows.get(id)).toContain(`"name":"record ${id}"`)
    const [first] = await recordsOf(scene)
    expect(first?.destinationEndpoint).toBe(`PUT ${rows.origin}/rows/${first?.recordKey}`)
  })

  it('never leave the folder of the URL, whatever their values are', async () => {
    const rows = await startRows(['1', 'admin'], { answer: () => 200 })
    const { database } = await open()
    const source = hostile.map((id, at) => ({ key: `k${at}`, id }))
    const change = (config: ConnectorConfig) => {
      const made = to(rows.url, update)(config)
      return { ...made, source: { ...made.source, keyFields: ['key'] } }
    }
    const scene = await play(database, {
      script: items(source),
      config: { paging: null },
      change: (it) => ({ ...change(it), source: { ...change(it).source, listPath: 'items' } }),
    })
    const run = await scene.over()
    expect(run.recordsRead).toBe(hostile.length)
    for (const { path } of rows.requests) {
      expect(path.split('/')).toHaveLength(3)
      expect(path).toMatch(/^\/rows\/[^/?#]+$/)
    }
    const failed = (await recordsOf(scene)).filter(({ error }) => error?.code === 'record/no-address')
    expect(failed.length + rows.requests.length).toBe(hostile.length)
    expect(rows.requests.map(({ path }) => path)).not.toContain('/rows/1')
    expect(rows.requests.map(({ path }) => path)).not.toContain('/rows/%20')
    expect(failed.map(({ recordKey }) => recordKey)).toContain('k0')
    expect(failed[0]?.details).toMatch(/^We couldn't build the request URL: the value of "id" /)
  })

  it('go on when one has no value, and numbers beyond a double stay exact', async () => {
    const rows = await startRows(['9007199254740993', '12'])
    const { database } = await open()
    const raw = '{"items":[{"id":9007199254740993,"a":1},{"a":2},{"id":12,"a":9007199254740993.5}]}'
    const change = to(rows.url, update)
    const scene = await play(database, {
      script: items([], raw),
      config: { paging: null },
      change: (it) => ({ ...change(it), source: { ...it.source, listPath: 'items' } }),
    })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2, recordsFailed: 1 })
    expect(rows.rows.get('9007199254740993')).toBe('{"a":1}')
    expect(rows.rows.get('12')).toBe('{"a":9007199254740993.5}')
  })

  it('fail one by one where nothing is at their URL, and do not stop the run', async () => {
    const rows = await startRows(['60'])
    const { database } = await open()
    const scene = await play(database, { records: 60, change: to(rows.url, update) })
    expect(await scene.over()).toMatchObject({ recordsRead: 60, recordsDelivered: 1, recordsFailed: 59 })
    expect(rows.requests).toHaveLength(60)
  })

  it('carry their values in the query and in headers, and in the body where that is set', async () => {
    const writer = await startWriter()
    const { database } = await open()
    const operation: Operation = {
      do: 'each',
      parameters: [
        { in: 'path', name: 'who', field: 'customer.email', alsoInBody: true },
        { in: 'query', name: 'external id', field: 'name' },
        { in: 'header', name: 'X-Total', field: 'total' },
      ],
    }
    const scene = await play(database, { records: 1, change: to(`${writer.url}/c/{who}/orders?fixed={id}`, operation, 'POST') })
    await scene.over()
    expect(writer.received).toMatchObject([
      {
        method: 'POST',
        path: '/c/p1%40example.test/orders?fixed=%7Bid%7D&external+id=record+1',
        body: '{"id":1,"customer":{"email":"p1@example.test"}}',
        headers: { 'x-total': '0.25', 'content-type': 'application/json' },
      },
    ])
    expect((await recordsOf(scene))[0]?.destinationEndpoint).toBe(
      `POST ${writer.url}/c/p1%40example.test/orders?fixed={id}&external%20id=record%201`,
    )
  })

  it('are deleted without a body; what is gone counts as deleted and says so', async () => {
    const rows = await startRows(['1', '3'], { answer: ({ path }, times) => (path === '/rows/3' && times === 1 ? 0 : null) })
    const { database } = await open()
    const scene = await play(database, { records: 3, change: to(rows.url, remove, 'DELETE') })
    expect(await scene.over()).toMatchObject({
      ...{ status: 'succeeded', recordsDelivered: 3, recordsFailed: 0 },
      statusReason:
        '3 records delivered. 1 of them did not exist in the destination. If you expected otherwise, check the URL or the key.',
    })
    expect(rows.rows.size).toBe(0)
    expect(rows.requests.every(({ body, headers }) => body === '' && headers['content-type'] === undefined)).toBe(true)
    const details = new Map((await recordsOf(scene)).map((it) => [it.recordKey, it.details]))
    expect(details.get('1')).toBe('Delivered. The destination returned 200.')
    expect(details.get('2')).toBe('Nothing to delete. The destination returned 404. If you expected a record, check the URL.')
    expect(details.get('3')).toBe('Deleted on attempt 2. The destination returned 404, so nothing is left at this URL.')
  })

  it('are not said to be deleted where none exists, as at a wrong URL', async () => {
    const rows = await startRows(['1', '2'])
    const { database } = await open()
    const scene = await play(database, { records: 2, change: to(`${rows.origin}/rosw/{id}`, remove, 'DELETE') })
    expect(await scene.over()).toMatchObject({
      statusReason:
        '2 records delivered. None of them existed in the destination, so nothing was deleted. If you expected otherwise, check the URL or the key.',
    })
    expect(rows.rows.size).toBe(2)
  })

  it('fail where a 404 does not say that they are gone: by POST, and where the success criteria name another status', async () => {
    const { database } = await open()
    const rows = await startRows([])
    const byPost = await play(database, { records: 2, change: to(rows.url, remove, 'POST') })
    expect(await byPost.over()).toMatchObject({ recordsDelivered: 0, recordsFailed: 2 })

    const change = (config: ConnectorConfig) => {
      const made = to(rows.url, remove, 'DELETE')(config)
      return { ...made, destination: { ...made.destination, success: { statuses: ['200'] } } }
    }
    const strict = await play(database, { records: 2, change })
    expect(await strict.over()).toMatchObject({ recordsDelivered: 0, recordsFailed: 2 })
  })

  it('do not stop the run where a deletion by query finds nothing', async () => {
    const rows = await startRows([])
    const { database } = await open()
    const byQuery: Operation = { do: 'delete', parameters: [{ ...inPath, in: 'query' }] }
    const scene = await play(database, { records: 30, change: to(`${rows.origin}/gone`, byQuery, 'DELETE') })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 0, recordsFailed: 30 })
    expect(rows.requests).toHaveLength(30)
  })

  it('are unknown where a DELETE of our own may have removed them before its response was lost', async () => {
    const rows = await startRows(['1'], { answer: (_, times) => (times === 1 ? 0 : null) })
    const { database } = await open()
    const scene = await play(database, { records: 1, change: to(rows.url, { ...remove, do: 'own' }, 'DELETE') })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 0, recordsFailed: 0, recordsUnknown: 1 })
    expect(rows.requests).toHaveLength(2)
  })
})

it('a dry run shows the URL of each record, and the record that has none', async () => {
  const config = to('https://crm.example.com/v2/customers/{id}', update, 'PUT', {
    dataMapping: [line('no', 'id'), line('name', 'name')],
  })(configFor({ source: 'https://shop.example.com', destination: '', paging: null }))
  const { records, deliveries } = await dryRun({ config, examples: [{ no: 42, name: 'Ann' }, { name: 'Ben' }] })
  expect(deliveries).toMatchObject([{ method: 'PUT', to: 'https://crm.example.com/v2/customers/42', body: '{"name":"Ann"}' }])
  expect(records.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
    ['mapped', undefined],
    ['failed', 'record/no-address'],
  ])
})

it.each<readonly [string, Operation, Partial<ConnectorConfig['destination']>, string]>([
  [
    'a value without its name in the URL',
    { do: 'update', parameters: [{ ...inPath, name: 'no' }] },
    {},
    '/destination/operation/parameters/0/name',
  ],
  [
    'an update without a value',
    { do: 'update', parameters: [] },
    { url: 'https://x.test/rows' },
    '/destination/operation/parameters',
  ],
  ['a deletion by PUT', remove, {}, '/destination/requestMethod'],
  [
    'a list as a field',
    { do: 'update', parameters: [{ ...inPath, field: 'a[*].id' }] },
    {},
    '/destination/operation/parameters/0/field',
  ],
  [
    'a header that carries credentials',
    { do: 'update', parameters: [inPath, { in: 'header', name: 'Cookie', field: 'a' }] },
    {},
    '/destination/operation/parameters/1/name',
  ],
  ['a value twice', { do: 'update', parameters: [inPath, inPath] }, {}, '/destination/operation/parameters/1/name'],
])('%s is refused', (_, operation, change, path) => {
  const config = configFor({ source: 'https://shop.example.com', destination: '' })
  const destination = { type: 'http', url: 'https://x.test/rows/{id}', requestMethod: 'PUT', operation, ...change } as const
  expect(checkConfig({ ...config, destination }).map((it) => it.path)).toEqual([path])
})

it('records with their own URL are not sent in bulk', () => {
  const config = configFor({ source: 'https://shop.example.com', destination: '', strategy: 'bulk' })
  const destination = { type: 'http', url: 'https://x.test/rows/{id}', requestMethod: 'PUT', operation: update } as const
  expect(checkConfig({ ...config, destination })).toEqual([
    {
      path: '/source/listConfig/outputConfig/strategy',
      message: 'Each record has its own URL, so records are sent one by one. Set the output to individual',
    },
  ])
})
