/** Numbers that a double cannot hold, wherever a person looks at what a source says while a connector is built. */
import { describe, expect, it } from 'vitest'

import type { Sample, TriedPaging } from '#contract/builder/probe.ts'
import { wholePage } from '#server/features/connectors/config/mapped-paths.ts'
import { proberOf, sourceAt, system } from '../builder/probes.ts'
import { createTestServer, goodConfig } from '../kit/test-server.ts'

const server = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const probe = proberOf(server)

const items = '[{"id":12345678901234567890,"n":0.12345678901234567890,"in":[{"n":-12345678901234567890.5}]},{"id":2}]'
const ids = '[9007199254740993,12345678901234567890]'
const saying = (body: string) => system(() => ({ status: 200, body, headers: { 'content-type': 'application/json' } }))

describe('a source whose numbers no double holds', () => {
  it('is sampled: its lists, its records and its fields', async () => {
    const sim = await saying(`{"items":${items},"ids":${ids},"total":12345678901234567890}`)
    const whole = await probe<Sample>('sample', { side: 'source', config: sourceAt(sim.origin) })
    expect(whole.status).toBe(200)
    expect(whole.result.lists.map(({ path, count, items: few }) => [path, count, few.length])).toEqual([
      ['items', 2, 2],
      ['ids', 2, 2],
    ])
    expect(whole.body).toContain(`"records":{"count":1,"items":[{"items":${items},"ids":${ids}`)
    const listed = await probe<Sample>('sample', {
      side: 'source',
      config: sourceAt(sim.origin, { isList: true, listPath: 'items' }),
    })
    expect(listed.body).toContain(`"records":{"count":2,"items":${items}}`)
    expect(listed.result.fields.map(({ path, types }) => [path, ...types])).toEqual([
      ['id', 'integer'],
      ['n', 'number'],
      ['in', 'array'],
      ['in[*].n', 'number'],
    ])
  })

  it.each([items, ids, '12345678901234567890'])('is sampled, paged and tried out where its answer is %s', async (body) => {
    const sim = await saying(body)
    const config = sourceAt(sim.origin, { isList: true, listPath: '' })
    for (const call of ['sample', 'try-paging', 'test-connection'])
      expect((await probe(call, { side: 'source', config })).status, call).toBe(200)
    const destination = { ...goodConfig.destination, url: `${sim.origin}/to` }
    const dry = await probe('dry-run', { config: { ...goodConfig, source: config, destination, dataMapping: [] } })
    expect(dry.status).toBe(200)
  })

  it('is paged: the keys of the first and the last record are told to the last digit', async () => {
    const sim = await saying(items)
    const { result } = await probe<TriedPaging>('try-paging', {
      side: 'source',
      config: sourceAt(sim.origin, { isList: true, listPath: '' }),
    })
    expect(result.pages).toMatchObject([{ count: 2, firstKey: '12345678901234567890', lastKey: '2' }])
  })

  it('is looked up, and looks up', async () => {
    const sim = await saying('{"account":12345678901234567890}')
    const config = {
      ...{ id: 'e1', type: 'http', url: `${sim.origin}/customers/{id}`, requestMethod: 'GET' },
      lookup: {
        ...{ per: 'record', resultPath: '', targetPath: 'found', notFound: 'fail' },
        parameters: [{ in: 'path', name: 'id', sourcePath: 'customer' }],
      },
    }
    const record = { customer: JSON.rawJSON('9007199254740993') }
    const { status, body } = await probe<Sample>('sample', { side: 'enrichment', config, record })
    expect(status).toBe(200)
    expect(body).toContain('"found":{"account":12345678901234567890}')
  })
})

it('a list of such numbers is no list of things that might be records', () => {
  const numbers = {
    ids: JSON.parse(ids, (_, value, { source }) => (typeof value === 'number' ? JSON.rawJSON(source ?? '') : value)),
  }
  const config = { ...goodConfig, source: sourceAt('https://shop.example.com/orders') }
  expect(wholePage(config, [numbers])).toEqual([])
})

it('a list of things is named however deep it stands, unless somebody said that the answer is one record', () => {
  const deep = [{ data: { 'my.orders': { nodes: [{ id: 1 }, { id: 2 }] } }, tags: ['a', 'b'] }]
  const source = sourceAt('https://shop.example.com/orders')
  const said =
    'The response contains a list of 2 items at "data["my.orders"].nodes" and would be delivered as one record. If each item is a record, turn on list processing'
  expect(wholePage({ ...goodConfig, source }, deep)).toMatchObject([{ message: expect.stringContaining(said) }])
  expect(wholePage({ ...goodConfig, source: { ...source, isList: false } }, deep)).toEqual([])
})
