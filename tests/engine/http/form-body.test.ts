/** Records as forms, and what of them a destination receives. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Operation } from '#contract/connectors/config/operations/operation.ts'
import { formBody, formFault } from '#server/engine/kinds/http/form-body.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { anyKind, freshDatabase } from '../../server/kit/databases.ts'
import { dryRun, startWriter } from '../kit/dry-runs.ts'
import { play } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'
import { stripeForms } from './stripe-forms.ts'

it.each(stripeForms)('a form has the bytes of the Stripe client: %j', (record, bytes) => {
  expect(formBody(record, 'indices')).toBe(bytes)
})

it('lists stand in three ways, and numbers keep their digits', () => {
  const record = parseExactly('{"a":[1,{"b":9007199254740993}],"c":{"d":["x","y"]}}')
  expect(formBody(record, 'indices')).toBe('a[0]=1&a[1][b]=9007199254740993&c[d][0]=x&c[d][1]=y')
  expect(formBody(record, 'brackets')).toBe('a[]=1&a[][b]=9007199254740993&c[d][]=x&c[d][]=y')
  expect(formBody(record, 'repeat')).toBe('a=1&a[b]=9007199254740993&c[d]=x&c[d]=y')
})

it.each([
  [{ name: 'a\ud800' }, '"name" contains an incomplete character'],
  [{ a: [{ 'b\udc00': 1 }] }, '"a[0][b\ufffd]" contains an incomplete character'],
  [{ tags: [], of: { more: [] } }, 'The record has only empty lists'],
  [[1], 'Forms need named fields'],
])('what would be lost in a form is a problem of the record: %j', (record, why) => {
  expect(formFault(record)).toContain(why)
})

it('a record whose fields all fill the URL is an empty form', () => {
  expect(formFault({})).toBeNull()
})

const to = (url: string, operation: Operation) => ({ type: 'http', url, requestMethod: 'POST', operation }) as const
const form: Operation = { do: 'each', parameters: [], bodyFormat: 'form' }

it('a record arrives as a form, without the field that fills the URL', async () => {
  const writer = await startWriter()
  const { database, remove } = await freshDatabase(anyKind())
  try {
    const operation: Operation = { ...form, do: 'update', parameters: [{ in: 'path', name: 'id', field: 'id' }] }
    const scene = await play(database, {
      records: 1,
      change: (config) => ({ ...config, destination: to(`${writer.url}/v1/customers/{id}`, operation) }),
    })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 1 })
    expect(writer.received).toMatchObject([
      {
        method: 'POST',
        path: '/v1/customers/1',
        body: 'name=record%201&customer[email]=p1%40example.test&total=0.25',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ])
  } finally {
    await remove()
  }
})

it('a dry run shows the form, and a list, a broken text and empty lists fail as a form', async () => {
  const config = {
    ...configFor({ source: 'https://shop.example.com', destination: '' }),
    destination: to('https://api.example.com/v1', form),
  }
  const { records, deliveries } = await dryRun({ config, examples: [{ a: [1, 2] }, [1], { a: 'x\ud800' }, { a: [] }] })
  expect(deliveries).toMatchObject([{ body: 'a[0]=1&a[1]=2', headers: { 'content-type': 'application/x-www-form-urlencoded' } }])
  expect(records.slice(1).map(({ problem }) => problem?.code)).toEqual(Array(3).fill('record/unreadable'))
})

describe('fields beside the records', () => {
  const operation: Operation = {
    ...{ do: 'each', parameters: [] },
    around: [
      { path: 'allOrNone', value: false },
      { path: 'options.mode', value: 'upsert' },
      { path: 'options.limit', value: 10 },
    ],
  }

  it('are in the request of each batch, before the list', async () => {
    const writer = await startWriter()
    const { database, remove } = await freshDatabase(anyKind())
    try {
      const change = (config: ConnectorConfig) => ({ ...config, destination: to(writer.url, operation) })
      const scene = await play(database, { records: 3, config: { strategy: 'aggregate', batchSize: 2 }, change })
      expect(await scene.over()).toMatchObject({ recordsDelivered: 3 })
      const bodies = writer.received.map(({ body }) => JSON.parse(body) as { items: { id: number }[] })
      expect(bodies.map(({ items }) => items.map(({ id }) => id)).toSorted((a, b) => b.length - a.length)).toEqual([[1, 2], [3]])
      for (const body of bodies) expect(body).toMatchObject({ allOrNone: false, options: { mode: 'upsert', limit: 10 } })
    } finally {
      await remove()
    }
  })

  it('need an object around the records, and names that are free', () => {
    const config = configFor({ source: 'https://shop.example.com', destination: '' })
    const destination = to('https://api.example.com/v1', operation)
    expect(checkConfig({ ...config, destination }).map(({ path }) => path)).toEqual(['/destination/operation/around'])
    const around = [
      { path: 'items', value: 1 },
      { path: 'a', value: 1 },
      { path: 'a.b', value: 1 },
      { path: 'a[0]', value: 1 },
    ]
    const aggregate = configFor({ source: 'https://shop.example.com', destination: '', strategy: 'aggregate' })
    const found = checkConfig({ ...aggregate, destination: to('https://api.example.com/v1', { ...operation, around }) })
    expect(found.map(({ path }) => path)).toEqual([0, 2, 3].map((at) => `/destination/operation/around/${at}/path`))
  })
})

it('a form contains one record, and no other type is said of it', () => {
  const config = configFor({ source: 'https://shop.example.com', destination: '', strategy: 'bulk' })
  const headers = [{ key: 'Content-Type', value: 'application/json' }]
  const destination = { ...to('https://api.example.com/v1', form), headers }
  expect(checkConfig({ ...config, destination }).map(({ path, message }) => [path, message])).toEqual([
    ['/destination/headers/0', 'Remove the Content-Type header. Form records set their own'],
    ['/source/listConfig/outputConfig/strategy', 'A form contains one record. Set the output to individual'],
  ])
})
