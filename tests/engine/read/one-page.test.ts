/** Lists of which one page is asked for: what an answer says of the others (`docs/decisions/0023-one-page-of-a-longer-list.md`). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { anyKind, type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { record, type Script } from '../kit/source-sim.ts'
import { configFor } from '../kit/stage.ts'

const pageOf = (from: number, count: number, around: object = {}) =>
  JSON.stringify({ items: Array.from({ length: count }, (_, at) => record(from + at)), ...around })

/** A place where the answer of the source says something of its list, of a list that is not paged. */
function withPath(
  config: ConnectorConfig,
  field: 'responsePathToTotal' | 'responsePathToHasMore',
  path: string,
): ConnectorConfig {
  const { listConfig } = configFor({ source: '', destination: '', paging: 'offset' }).source
  const { listConfig: own } = config.source
  if (!own || !listConfig?.paginationConfig) throw new Error('a list has its settings')
  const paginationConfig = { ...listConfig.paginationConfig, [field]: path }
  return { ...config, source: { ...config.source, listConfig: { ...own, paginationConfig } } }
}

describe('a run', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  it.each([
    ['a next page in its Link header', {}, { link: '</list?page=2>; rel="next"' }, 'in its Link header'],
    ['a next page in its body', { next: 'https://x.test/2' }, {}, 'in "next"'],
    ['that there is more', { has_more: true }, {}, 'reports more records'],
    ['a larger total', { total: 250 }, {}, 'contains 100 of 250 records'],
    ['a longer range', {}, { 'content-range': 'items 0-99/250' }, 'contains 100 of 250 records'],
    ['a longer range without a unit', {}, { 'content-range': '0-99/250' }, 'contains 100 of 250 records'],
  ])(
    'that asks for one page only is no success when the answer tells of %s, and what was read is delivered',
    async (_, around, headers, said) => {
      const script: Script = (_, response) => {
        for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string)
        return !!response.end(pageOf(1, 100, around))
      }
      const scene = await play(fresh.database, { config: { paging: null }, script })
      const { status, statusReason, recordsDelivered, error } = await scene.over()
      expect([status, recordsDelivered, error?.code]).toEqual(['failed', 100, 'source/incomplete'])
      expect(statusReason).toContain(said)
      expect(statusReason).toContain('this connector reads only one page. Set up pagination')
    },
  )

  it.each([
    ['total', { meta: { n: 250 } }, 'responsePathToTotal', 'meta.n', 'contains 100 of 250 records'],
    ['sign of more records', { meta: { rest: 'yes' } }, 'responsePathToHasMore', 'meta.rest', 'reports more records'],
  ] as const)(
    'that asks for one page only is no success when the configured %s tells of more',
    async (_, around, field, path, said) => {
      const script: Script = (_, response) => !!response.end(pageOf(1, 100, around))
      const scene = await play(fresh.database, { config: { paging: null }, script, change: (it) => withPath(it, field, path) })
      const { status, statusReason, recordsDelivered } = await scene.over()
      expect([status, recordsDelivered]).toEqual(['failed', 100])
      expect(statusReason).toContain(said)
    },
  )

  it('that asks for one page on purpose is a success that says so', async () => {
    const script: Script = (_, response) => !!response.end(pageOf(1, 100, { total: 250 }))
    const scene = await play(fresh.database, { config: { paging: null, firstPageOnly: true }, script })
    const { status, statusReason, recordsDelivered } = await scene.over()
    expect([status, recordsDelivered]).toEqual(['succeeded', 100])
    expect(statusReason).toContain('The response contains 100 of 250 records. This connector reads only this page.')
  })

  it.each([
    ['its own number of records', { total: 100 }, ''],
    ['a smaller number', { count: 1, total: 12 }, ''],
    ['that nothing follows, beside an address', { has_more: false, next: '/list?page=2' }, ''],
    ['empty places of a next page', { next: null, next_cursor: '', has_more: false }, ''],
    ['a range that is whole', {}, 'items 0-99/100'],
    ['a range of unknown length', {}, 'items 0-99/*'],
    ['a range of bytes', {}, 'bytes 0-99/250'],
  ])('that asks for one page only is a success when the answer tells of %s', async (_, around, range) => {
    const script: Script = (_, response) => {
      if (range !== '') response.setHeader('content-range', range)
      return !!response.end(pageOf(1, 100, around))
    }
    const scene = await play(fresh.database, { config: { paging: null }, script })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 100 })
  })
})
