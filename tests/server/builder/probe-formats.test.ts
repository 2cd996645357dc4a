/** A test request shows what a response is made of, and proposes the format that reads it. */
import { expect, it } from 'vitest'

import type { Sample } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ResponseFormat } from '#contract/connectors/config/responses/response-format.ts'
import { createTestServer } from '../kit/test-server.ts'
import { proberOf, sourceAt, system } from './probes.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)

async function sampleOf(body: string, type: string, more: Partial<SourceConfig> = {}) {
  const { origin } = await system(() => ({ status: 200, body, headers: { 'content-type': type } }))
  return (await probe<Sample>('sample', { side: 'source', config: sourceAt(origin, more) })).result
}

const csv = 'id;name\r\n01001;Ada\r\n2;Bo\r\n'
const xml = '<export><meta><n>1</n></meta><orders><order id="1"><sku>A</sku></order></orders></export>'

it.each<[string, string, string, ResponseFormat | undefined, Sample['lists'][number] | undefined]>([
  [
    'CSV that is called text',
    csv,
    'text/plain',
    { type: 'csv', delimiter: ';' },
    {
      path: '',
      count: 2,
      items: [
        { id: '01001', name: 'Ada' },
        { id: '2', name: 'Bo' },
      ],
    },
  ],
  ['XML with one element', xml, 'application/xml', { type: 'xml' }, undefined],
  [
    'XML whose elements repeat',
    xml.replace('</orders>', '<order id="2"><sku>B</sku></order></orders>'),
    'application/xml',
    { type: 'xml' },
    {
      path: 'export.orders.order',
      count: 2,
      items: [
        { '@id': '1', sku: 'A' },
        { '@id': '2', sku: 'B' },
      ],
    },
  ],
  ['NDJSON', '{"id":1}\n{"id":2}\n', 'text/plain', { type: 'ndjson' }, { path: '', count: 2, items: [{ id: 1 }, { id: 2 }] }],
  ['JSON', '[{"id":1}]', 'application/json', undefined, { path: '', count: 1, items: [{ id: 1 }] }],
])('%s', async (_, body, type, format, list) => {
  const sample = await sampleOf(body, type)
  expect(sample.format).toEqual(format)
  expect(sample.lists[0]).toEqual(list)
})

it('that was set proposes nothing, and its records and fields are shown', async () => {
  const { format, records, fields, problem } = await sampleOf(csv, 'text/plain', {
    responseFormat: { type: 'csv', delimiter: ';' },
    isList: true,
  })
  expect([format, problem]).toEqual([undefined, null])
  expect(records?.items).toEqual([
    { id: '01001', name: 'Ada' },
    { id: '2', name: 'Bo' },
  ])
  expect(fields.map(({ path, types }) => [path, types])).toEqual([
    ['id', ['string']],
    ['name', ['string']],
  ])
})
