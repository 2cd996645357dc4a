/** One line for each item of a list: named, counted beside its records, and each once, however many a record has. */
import type { ServerResponse } from 'node:http'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import { linesOfSample } from '#contract/builder/sample-lines.ts'
import type { ConnectorConfig, Lookup } from '#contract/connectors/config/config.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import { ownKey } from '#server/engine/kit/record-key.ts'
import { compileSplit, lineMaker } from '#server/engine/mapping/record-split.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { linesOfPage } from '#server/engine/read/page-lines.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'

const each: RecordSplit = { path: 'lines', key: 'sku', empty: 'leaveOut' }
const splitBy =
  (split: RecordSplit, more: Partial<ConnectorConfig> = {}) =>
  (config: ConnectorConfig): ConnectorConfig => ({ ...config, ...more, records: { ...more.records, each: split } })

const line = (targetPath: string, sourcePath: string) => ({
  ...{ id: targetPath, source: sourcePath, target: targetPath },
  ...{ sourcePath, targetPath },
})
const listed = (records: readonly unknown[]) => (_: unknown, response: ServerResponse) =>
  !!response.setHeader('content-type', 'application/json').end(JSON.stringify({ items: records }))

const orders = [
  {
    id: 1,
    lines: [
      { sku: 'a', qty: 2 },
      { sku: 'b', qty: 1 },
    ],
  },
  { id: 2, lines: [] },
  { id: 3, lines: 'none' },
  { id: 4, status: 'draft', lines: [{ sku: 'c', qty: 9 }] },
  { id: 5, lines: [{ qty: 3 }, { sku: 'e', qty: 4 }] },
]

const lineOf = (record: unknown, split: RecordSplit = each) => {
  const compiled = compileSplit(split)
  if ('errors' in compiled) throw new Error('not valid')
  return { split: compiled.split, make: lineMaker(compiled.split, record, record) }
}

describeOnEachDatabase('one line per item', (open) => {
  it('sends each item with the fields of its record, and says from how many records lines come', async () => {
    const { database } = await open()
    const scene = await play(database, {
      script: listed(orders),
      config: { firstPageOnly: true, dataMapping: [line('id', 'item.qty'), line('order', 'id'), line('at', 'itemNumber')] },
      change: splitBy(each, { records: { only: { any: [{ path: 'status', is: 'isEmpty' }] } } }),
    })
    const run = await scene.over()
    expect(run).toMatchObject({ recordsRead: 7, recordsDelivered: 4, recordsLeftOut: 2, recordsFailed: 1, sourceRecordsRead: 5 })
    expect(scene.destination.bodies.map((it) => JSON.parse(it))).toEqual([
      { id: 2, order: 1, at: 1 },
      { id: 1, order: 1, at: 2 },
      { id: 3, order: 5, at: 1 },
      { id: 4, order: 5, at: 2 },
    ])
    const { rows } = await sql<{ record_key: string; message: string | null }>`
      select record_key, error ->> 'message' as message from transactions where run_id = ${run.runId} order by position`.execute(
      database.db,
    )
    expect(rows.map((it) => it.record_key)).toEqual(['1|a', '1|b', '2', '3', '4', '5|#1', '5|e'])
    expect(rows.flatMap(({ message }) => message ?? [])).toEqual([
      'Left out: "lines" is empty.',
      '"lines" is not a list.',
      expect.stringContaining('Left out by the filter'),
    ])
  })

  it('keeps a record of many items in pages of its own', async () => {
    const { database } = await open()
    const many = { id: 9, lines: Array.from({ length: 2_500 }, (_, at) => ({ sku: `s${at}`, id: at })) }
    const scene = await play(database, {
      script: listed([orders[0], many]),
      config: { firstPageOnly: true, strategy: 'bulk', batchSize: 500, dataMapping: [line('id', 'item.sku')] },
      change: splitBy({ ...each, keep: 'none' }, {}),
    })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2_502, sourceRecordsRead: 2, pagesRead: 1 })
    expect(scene.destination.effects.size).toBe(2_502)
    const { rows } = await sql<{ count: number }>`
      select record_count as count from source_pages where run_id = ${scene.run.runId} order by number`.execute(database.db)
    expect(rows.map(({ count }) => count).filter((count) => count > 0)).toEqual([1_000, 1_000, 502])
  })
})

describe('lines of a record', () => {
  it('have names that tell their records and items apart', () => {
    const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', '|', '\\', '#', '1') })
    fc.assert(
      fc.property(word, word, word, word, (first, one, second, other) => {
        const nameOf = (id: string, sku: string) => ownKey(lineOf({ id, lines: [{ sku }] }).make({ sku }, 0).kept)
        expect(nameOf(first, one) === nameOf(second, other)).toBe(first === second && one === other)
      }),
    )
  })

  it('have no name where their record has none, and are not named by a field of it', () => {
    expect(ownKey(lineOf({ name: 'x', lines: [1] }).make(1, 0).kept)).toBeNull()
  })

  it('are found again at any place of a page, also where records changed before it', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(counts, (sizes) => {
        const records = sizes.map((size, id) => ({ id, lines: Array.from({ length: size }, (_, sku) => ({ sku })) }))
        const lines = linesOfPage(records, null, lineOf({}).split)
        expect(lines.count).toBe(sizes.reduce((sum, size) => sum + Math.max(1, size), 0))
        const keys = lines.from(0).records.map(ownKey)
        for (let at = 0; at <= lines.count; at += 1) {
          expect(lines.lineAt(lines.placeOf(at))).toBe(at)
          expect(lines.from(at).records.map(ownKey)).toEqual(keys.slice(at))
        }
      }),
    )
  })

  it('are lines once: a ledger that kept them gives them back as they are', () => {
    const record = { id: 1, address: { city: 'Rome', lines: [{ sku: 'a' }] } }
    const { split, make } = lineOf(record, { ...each, path: 'address.lines' })
    const { kept } = make({ sku: 'a' }, 0)
    expect(kept).toEqual({ id: 1, address: { city: 'Rome' }, item: { sku: 'a' }, itemNumber: 1 })
    expect(linesOfPage([kept], null, split, true).from(0).verdicts).toEqual([{ record: kept }])
    expect(linesOfPage([record], null, split, true).from(0).verdicts).toEqual([{ failed: expect.anything() }])
  })
})

it('what cannot be read before or after the split is said', () => {
  const config = configFor({
    source: 'https://a.test',
    destination: 'https://b.test',
    dataMapping: [line('all', 'lines[0].sku')],
  })
  const said = (it: ConnectorConfig) => checkConfig(it).map(({ path }) => path)
  expect(said(splitBy(each)(config))).toEqual(['/dataMapping/0'])
  expect(said(splitBy({ ...each, path: 'lines[*].x' })({ ...config, dataMapping: [] }))).toEqual(['/records/each/path'])
  const only = { all: [{ path: 'item.qty', is: 'isEmpty' as const }] }
  expect(said(splitBy(each, { records: { only } })({ ...config, dataMapping: [] }))).toEqual(['/records/only'])
  const lookup: Lookup = { per: 'record', parameters: [], resultPath: '', targetPath: 'item', notFound: 'null' }
  const enrichment = [{ id: 'e', type: 'http' as const, url: 'https://c.test', lookup }]
  expect(said(splitBy(each)({ ...config, enrichment, dataMapping: [] }))).toContain('/enrichment/0/lookup/targetPath')
  const own = { ...config, dataMapping: [line('id', 'id')] }
  expect(said(splitBy({ ...each, keep: 'none' })(own))).toEqual(['/dataMapping/0'])
})

it('the pages show the lines that the engine makes', () => {
  const scalar = fc.oneof(fc.integer(), fc.constantFrom('a', ''), fc.constant(null))
  const list = fc.oneof(fc.array(fc.oneof(scalar, fc.record({ sku: scalar }))), scalar)
  const record = fc.record({ id: scalar, 'a.b': fc.record({ lines: list, other: scalar }), item: scalar }, { requiredKeys: [] })
  const keep = fc.constantFrom('parent', 'none', undefined)
  fc.assert(
    fc.property(record, keep, fc.constantFrom('leaveOut', 'keepParent'), (read, kept, empty) => {
      const split: RecordSplit = { path: '["a.b"].lines', empty, ...(kept === undefined ? {} : { keep: kept }) }
      const { verdicts } = linesOfPage([read], null, lineOf({}, split).split).from(0)
      const made = (verdicts ?? []).flatMap((verdict) => ('record' in verdict ? [verdict.record] : []))
      const { outcome, lines } = linesOfSample(read, split)
      expect(lines).toEqual(made)
      expect(outcome === 'notList').toBe(verdicts?.some((verdict) => 'failed' in verdict))
    }),
  )
})
