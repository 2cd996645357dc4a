/**
 * One run whose numbered pages are read in parts (decision 0106): nothing lost, nothing doubled, and a list that moves meanwhile is no success.
 */
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { ledgerSums } from '#server/records/runs/runs.repository.ts'
import { live } from '../../faults/kit/lives.ts'
import { shortLease } from '../../faults/kit/transfer.ts'
import { type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { record, startSource } from '../kit/source-sim.ts'
import { configFor, ended, eventually, expectExactlyOnce, openRunOf, settleIn, startEngine } from '../kit/stage.ts'

type Config = ReturnType<typeof configFor>

/** With the path to the total, and divided. */
const divided =
  (parts = 4, more: Partial<Config['destination']> = {}) =>
  (config: Config): Config => {
    const { listConfig } = config.source
    const paginationConfig = listConfig?.paginationConfig
    if (!listConfig || !paginationConfig) throw new Error('no pages')
    const paged = { ...listConfig, paginationConfig: { ...paginationConfig, responsePathToTotal: 'total' } }
    return {
      ...config,
      source: { ...config.source, parts, listConfig: paged },
      destination: { ...config.destination, honoursKeys: true, ...more },
    }
  }

type Asked = { readonly url: URL; readonly number: number }
const listed = (response: ServerResponse, items: readonly unknown[], total: number) =>
  !!response.end(JSON.stringify({ items, total }))

/** Answers the pages of a list that each request may change before. */
function listOf(size: number, change: (ids: number[], asked: Asked) => void = () => {}, start = 1) {
  const ids = Array.from({ length: size }, (_, at) => at + 1)
  return (asked: Asked, response: ServerResponse) => {
    const { url } = asked
    change(ids, asked)
    const limit = Number(url.searchParams.get('limit'))
    const page = url.searchParams.get('page')
    const from = page === null ? Number(url.searchParams.get('offset')) : (Number(page) - start) * limit
    return listed(response, from < 0 ? [] : ids.slice(from, from + limit).map(record), ids.length)
  }
}

const partsOf = ({ database: { db }, run }: Scene) =>
  db.selectFrom('run_parts').selectAll().where('run_id', '=', run.runId).orderBy('number').execute()

describe('pages that are read in parts', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
  })
  afterAll(() => fresh.remove())

  it.each([
    ['page', 1, [null, 'page 5', 'page 10', 'page 15', null]],
    ['page', 0, [null, 'page 4', 'page 9', 'page 14', null]],
    ['offset', 1, [null, 'record 250', 'record 500', 'record 750', null]],
  ] as const)('by %s from %i on are moved by all processes, each record once', async (paging, start, bounds) => {
    const script = listOf(1_000, undefined, start)
    const scene = await play(fresh.database, {
      ...{ config: { paging, batchSize: 50 }, script, change: divided(), limits: { partSpread: 50 } },
      destination: { delay: 20 },
    })
    const other = startEngine(fresh.database, { ownerId: 'other', limits: { partSpread: 50 } })
    onTestFinished(() => other.stop())
    const over = await scene.over()
    await expectExactlyOnce(fresh.database, scene.place, over, scene.destination, 1_000)
    expect(over).toMatchObject({ statusReason: '1,000 records delivered.', isReadToEnd: true, pagesRead: 20 })
    const parts = await partsOf(scene)
    expect(parts.map(({ begins }) => begins)).toEqual(bounds.slice(0, -1))
    expect(parts.map(({ ends }) => ends)).toEqual(bounds.slice(1))
    expect(new Set(parts.map(({ moved_by }) => moved_by)).size).toBe(2)
    expect(new Set(scene.destination.journal.map(({ key }) => key)).size).toBe(1_000)
  })

  it('with a last page that is not full are all read, and so is what is added behind it', async () => {
    let isAdded = false
    const script = listOf(930, (ids, { number }) => {
      if (isAdded || number < 12) return
      isAdded = true
      for (let id = 931; id <= 960; id += 1) ids.push(id)
    })
    const scene = await play(fresh.database, { config: { paging: 'page', batchSize: 50 }, script, change: divided() })
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'succeeded', recordsFailed: 0 })
    expect([930, 960]).toContain(over.recordsDelivered)
  })

  it.each<[string, (ids: number[]) => void, string]>([
    ['becomes shorter', (ids) => void ids.splice(3, 1), 'the total went from 1,000 to 999'],
    ['gets a record at its beginning', (ids) => void ids.unshift(5_000), 'The list changed while we read its parts'],
    ['is turned round', (ids) => void ids.reverse(), 'The list changed while we read its parts'],
  ])('of a list that %s end without success, and with a true sum', async (_, move, why) => {
    let isMoved = false
    const script = listOf(1_000, (ids, { number }) => {
      if (isMoved || number < 10) return
      isMoved = true
      move(ids)
    })
    const scene = await play(fresh.database, { config: { paging: 'page', batchSize: 50 }, script, change: divided() })
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'failed', error: { code: 'source/incomplete' } })
    expect(over.statusReason).toContain(why)
    const sums = await ledgerSums(fresh.database.db, scene.place.companyId, scene.run.runId)
    expect(sums).toMatchObject({ pending: 0, failed: 0 })
    // A record that comes again in its part is left out there.
    expect(sums.delivered + sums.skipped).toBe(over.recordsRead)
  })

  it('without a stable order are no success where two parts have a record in common', async () => {
    // Every bound and the total stay as they are; record 30 comes in the first part and in the last one, and record 900 in none.
    const script = listOf(1_000, (ids, { number }) => {
      if (number === 1) ids[899] = 30
    })
    const scene = await play(fresh.database, { config: { paging: 'page', batchSize: 50 }, script, change: divided() })
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'failed', error: { code: 'source/incomplete' }, recordsRead: 1_000 })
    expect(over.statusReason).toMatch(
      /^We read some records in two parts, so others may be missing\..* 1,000 records were delivered\.$/,
    )
  })

  it.each<[string, Parameters<typeof play>[1], string]>([
    [
      'whose source ignores the page',
      {
        script: (_, response) =>
          listed(
            response,
            Array.from({ length: 50 }, (_, at) => record(at + 1)),
            400,
          ),
      },
      'The source keeps returning the same page.',
    ],
    [
      'without a total at its path',
      { records: 400 },
      'Read in one part. The response does not contain the total at the configured path.',
    ],
    [
      'whose records have no key',
      {
        script: ({ url }, response) => {
          const from = (Number(url.searchParams.get('page')) - 1) * 50
          const items = Array.from({ length: from < 0 ? 0 : Math.max(0, Math.min(50, 400 - from)) }, (_, at) => ({
            n: from + at,
          }))
          return listed(response, items, 400)
        },
      },
      'Read in one part. The records have no key, so we',
    ],
    [
      'for a destination with a limit',
      { script: listOf(400), change: divided(4, { requestsPerSecond: 30 }), destination: {} },
      'Read in one part. The destination is limited to 30 requests a second',
    ],
  ])('%s are read as a whole, and the end of the run tells why', async (_, options, why) => {
    const scene = await play(fresh.database, {
      config: { paging: 'page', batchSize: 50, strategy: 'bulk' },
      change: divided(),
      ...options,
    })
    const over = await scene.over()
    expect(over.statusReason).toContain(why)
    expect(await partsOf(scene)).toEqual([])
  })
})

it('are taken over where their process is killed between the parts, and lose nothing', { timeout: 240_000 }, async () => {
  const fresh = await freshDatabase('postgres')
  onTestFinished(() => fresh.remove())
  const [place, source, destination] = [
    await settleIn(fresh.database),
    await startSource(1_200, listOf(1_200)),
    await startDestination({ delay: 300 }),
  ]
  onTestFinished(async () => {
    await source.close()
    await destination.close()
  })
  const config = divided()(configFor({ source: source.url, destination: destination.url, paging: 'page', batchSize: 50 }))
  const run = await openRunOf(fresh.database, place, config)
  const lifeOf = (sender: string) => live({ place: fresh.place, limits: { ...shortLease, partSpread: 1_000 }, sender })
  const first = lifeOf('first')
  const other = lifeOf('other')
  await eventually(
    () => new Set(destination.journal.map(({ sender }) => sender)).size,
    (senders) => senders === 2,
    90_000,
  )
  first.child.kill('SIGKILL')
  await first.gone
  const over = await ended(fresh.database, place, run, 120_000)
  other.child.kill('SIGTERM')
  await other.gone
  await expectExactlyOnce(fresh.database, place, over, destination, 1_200)
  expect(new Set(destination.journal.map(({ key }) => key)).size).toBe(1_200)
})
