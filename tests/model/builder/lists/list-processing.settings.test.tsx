import { describe, expect, it } from 'vitest'
import type { Sample } from '#contract/builder/probe.ts'
import { shapeOfSample } from '#contract/builder/sample-shape.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import { remainderOf } from '#contract/connectors/config/open-questions.ts'
import { candidatesIn, detectedIn, listsSeen, unanswered } from '#contract/connectors/config/seen-lists.ts'
import { storedBytesMax } from '#contract/connectors/config/shape.ts'
import {
  answered,
  configOf,
  defaultsFor,
  settingsOf,
  withSettings,
  writtenOf,
} from '#src/machines/builder/lists/list-settings.ts'
import { typedIn } from '#src/machines/builder/lists/list-typed.ts'
import { isShapeOld } from '#src/machines/builder/lists/meant-list.ts'
import { firstPageOnly } from '#src/machines/builder/lists/remainder.ts'

const edge = { id: 'm1', source: 'id', target: 'orderId', sourcePath: 'id', targetPath: 'orderId' }
const config: ConnectorConfig = {
  name: 'Orders',
  trigger: { type: 'manual' },
  source: { type: 'http', url: 'https://shop.test/orders' },
  destination: { type: 'http' },
  dataMapping: [edge, { ...edge, id: 'm2' }],
  enrichment: [],
}
const shapeWith = (...examples: unknown[]) => ({
  source: { fields: [], examples, origin: 'request' as const, takenAt: '2026-11-22T00:00:00.000Z' },
})
const listed = (path: string) => ({ path, count: 1, items: [{ id: path }] })

describe('a list is detected', () => {
  it.each([
    [['items', ''], ''],
    [['list', 'results', 'data', 'items'], 'items'],
    [['list', 'results', 'data'], 'data'],
    [['list', 'results'], 'results'],
    [['orders', 'list'], 'list'],
    [['orders'], 'orders'],
    [['data.orders.nodes'], 'data.orders.nodes'],
  ])('of %j at %j', (paths, expected) => expect(detectedIn(paths.map(listed))?.path).toBe(expected))

  it('where its items are things, the longest first of those at unusual places, and an empty one only where lists usually stand', () => {
    const texts = { path: 'tags', count: 2, items: ['a', 'b'] }
    const none = (path: string) => ({ path, count: 0, items: [] })
    const long = { ...listed('content'), count: 20 }
    const paths = (...lists: Parameters<typeof candidatesIn>[0][number][]) => candidatesIn(lists).map(({ path }) => path)
    expect(paths(texts, listed('facets'), long, none('errors'))).toEqual(['content', 'facets'])
    expect(paths(long, none('items'), listed('data'))).toEqual(['data', 'content', 'items'])
    expect(paths(texts, none('errors'))).toEqual([])
    expect(paths(none('data'), none('items'))).toEqual(['items'])
  })

  it('in an answer that is too long to be kept, by the fields that are', () => {
    const of = (...paths: string[]) => ({
      source: { ...shapeWith().source, fields: paths.map((path) => ({ path, types: ['any' as const], isRequired: true })) },
    })
    const shapes = of('content', 'content[*].id', 'content[*].lines[*].sku', 'tags', 'tags[*]', 'total')
    expect(candidatesIn(listsSeen({ config, shapes }, null))).toEqual([{ path: 'content', count: null, items: [] }])
    expect(listsSeen({ config, shapes: of('[*].id') }, null).map(({ path }) => path)).toEqual([''])
  })

  it('in no row of a table', () => {
    const shapes = shapeWith({ id: 1, items: [{ sku: 'a' }] })
    expect(unanswered({ config, shapes })).toHaveLength(1)
    expect(unanswered({ config: { ...config, source: { type: 'database' } }, shapes })).toEqual([])
  })

  it('in what the draft keeps, when nothing was asked for since the page was loaded', () => {
    const answer = { total: 3, data: [{ id: 1 }, { id: 2 }, { id: 3 }] }
    expect(listsSeen({ config, shapes: shapeWith(answer) }, null)).toEqual([
      { path: 'data', count: 3, items: [{ id: 1 }, { id: 2 }] },
    ])
    expect(detectedIn(listsSeen({ config, shapes: shapeWith([7, 8]) }, null))?.path).toBe('')
    expect(listsSeen({ config, shapes: {} }, null)).toEqual([])
    const { source } = withSettings(config, { isOn: true, path: 'data', config: null })
    expect(listsSeen({ config: { ...config, source }, shapes: shapeWith({ id: 1 }, { id: 2 }, { id: 3 }) }, null)).toEqual([
      { path: 'data', count: null, items: [{ id: 1 }, { id: 2 }] },
    ])
  })

  it('and it is told when the known fields are not those of a record, whatever the order of its members', () => {
    const list = { path: 'items', count: 1, items: [{ id: 1, name: 'a' }] }
    const on = { ...config, ...withSettings(config, { isOn: true, path: 'items', config: null }) }
    const [whole, one] = [shapeWith({ items: list.items }), shapeWith({ name: 'a', id: 1 })]
    expect([whole, one, {}].map((shapes) => isShapeOld(list, { config: on, shapes }))).toEqual([true, false, false])
    expect([whole, one, {}].map((shapes) => isShapeOld(list, { config, shapes }))).toEqual([false, true, false])
  })
})

describe('an answer that declares more records than it holds', () => {
  const on = (listConfig?: ListConfig, path = 'items') => ({
    ...config,
    ...withSettings(config, { isOn: true, path, config: listConfig ?? null }),
  })
  const shapes = { source: { ...shapeWith({ id: 1 }).source, more: [{ path: 'items', said: 'The answer says so' }] } }

  it('is a question until it is said what becomes of the others', () => {
    expect(remainderOf({ config: on(), shapes })).toEqual({ said: 'The answer says so', isLeft: false })
    expect(remainderOf({ config: on(undefined, ''), shapes })).toEqual({ said: 'The answer says so', isLeft: false })
    const left = { ...on(), source: firstPageOnly(on().source) }
    expect(remainderOf({ config: left, shapes })).toEqual({ said: 'The answer says so', isLeft: true })
    const paged = on(configOf({ ...defaultsFor('items'), type: 'pagination' }))
    expect(remainderOf({ config: paged, shapes })).toBeNull()
  })

  it('is none where another list is read, none is, or nothing is declared', () => {
    expect(remainderOf({ config: on(undefined, 'others'), shapes })).toBeNull()
    expect(remainderOf({ config, shapes })).toBeNull()
    expect(remainderOf({ config: on(), shapes: shapeWith({ id: 1 }) })).toBeNull()
  })

  it('stays answered when the dialog is saved, until pages are followed', () => {
    const { listConfig } = firstPageOnly(on().source)
    const saved = (type: 'batch' | 'pagination') => answered(configOf({ ...defaultsFor('items'), type }), listConfig ?? null)
    expect([saved('batch').firstPageOnly, saved('pagination').firstPageOnly]).toEqual([true, undefined])
  })

  it('is kept of a sample beside the fields, within what a side may keep', () => {
    const sample: Sample = {
      startpoint: 'GET x',
      exchanges: [],
      lists: [
        { path: 'items', count: 1, items: [], more: 'm'.repeat(600) },
        { path: 'facets', count: 1, items: [] },
      ],
      records: { count: 9, items: Array.from({ length: 9 }, (_, id) => ({ id, text: 'x'.repeat(40_000) })) },
      fields: [],
      problem: null,
    }
    const shape = shapeOfSample(sample, '2026-11-22T00:00:00.000Z')
    expect(shape?.more).toEqual([{ path: 'items', said: 'm'.repeat(512) }])
    expect(JSON.stringify(shape).length).toBeLessThanOrEqual(storedBytesMax)
  })
})

describe('the draft', () => {
  it('is told of the list, and so is every line of its mapping', () => {
    const on = withSettings(config, { isOn: true, path: 'items', config: null })
    expect(on.source).toEqual({ ...config.source, isList: true, listPath: 'items' })
    expect(on.dataMapping).toEqual(config.dataMapping.map((it) => ({ ...it, isList: true, listPath: 'items' })))
    expect(settingsOf(on)).toEqual({ isOn: true, path: 'items', config: null })
  })

  it('forgets the path when it is turned off, and keeps how it was configured', () => {
    const listConfig = configOf(defaultsFor('items'))
    const on = { ...config, ...withSettings(config, { isOn: true, path: '', config: listConfig }) }
    const off = withSettings(on, { isOn: false, path: null, config: listConfig })
    expect(off.source).toEqual({ ...config.source, isList: false, listConfig })
    expect(off.dataMapping).toEqual(config.dataMapping.map((it) => ({ ...it, isList: false })))
    expect(settingsOf(off)).toEqual({ isOn: false, path: null, config: listConfig })
  })
})

describe('the settings', () => {
  it('begin with the defaults of the specification', () =>
    expect(configOf(defaultsFor('items'))).toEqual({
      type: 'simple',
      iterationPath: '',
      batchSize: 100,
      paginationConfig: {
        type: 'offset',
        limitParam: 'limit',
        offsetParam: 'offset',
        pageParam: 'page',
        cursorParam: 'cursor',
        responsePathToNextCursor: 'next_cursor',
        responsePathToItems: 'items',
      },
      outputConfig: { strategy: 'individual', aggregateField: 'items' },
    }))

  it('look for the items of a page where the list was found', () =>
    expect(['data', ''].map((path) => defaultsFor(path).responsePathToItems)).toEqual(['data', '']))

  it('stand in the dialog as they were saved', () => {
    const written = {
      ...defaultsFor('items'),
      type: 'pagination',
      paginationType: 'cursor',
      batchSize: '7',
      strategy: 'bulk',
    } as const
    expect(writtenOf({ isOn: true, path: 'items', config: configOf(written) })).toEqual(written)
  })

  it('that a tab kept are read back', () => {
    const typed = { written: { ...defaultsFor(null), batchSize: 'x' }, isOpen: true }
    expect(typedIn(JSON.parse(JSON.stringify(typed)))).toEqual(typed)
  })

  it.each([
    [null],
    ['typed'],
    [{ written: null }],
    [{ written: { type: 'simple' } }],
    [{ written: { ...defaultsFor(null), type: 'other' } }],
  ])('%j, which nobody kept, are nothing', (kept) => expect(typedIn(kept)).toBeNull())
})
