/** A cursor over HTTP looks back, and leaves out what earlier runs have read (decision 0054). */
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { IncrementalConfig } from '#contract/connectors/config/list-config.ts'
import { createIncremental, type Since } from '#server/engine/kinds/http/paging/incremental.ts'
import { movedBack, rememberedMax } from '#server/engine/kinds/http/paging/look-back.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering, type Misbehaviour } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { ended, eventually, startEngine } from '../kit/stage.ts'

type Item = Readonly<Record<string, unknown>>

async function again({ database, place, engine }: Scene) {
  const { companyId, connectorId, userId } = place
  const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
  engine.wake()
  return ended(database, place, run)
}

type Filter = (value: never, since: never) => boolean
const exclusive: Filter = (value, since) => value > since
const inclusive: Filter = (value, since) => value >= since
/** Times with offsets, as a source that knows them compares them. */
const byTime: Filter = (value, since) => Date.parse(value) > Date.parse(since)
const byNumber: Filter = (value, since) => Number(value) > Number(since)

type Options = {
  readonly filter?: Filter
  readonly incremental?: Partial<IncrementalConfig>
  readonly field?: string
  readonly pageSize?: number
  readonly change?: (config: ConnectorConfig) => ConnectorConfig
}

/** A source with a filter by a field, and a destination that honours no keys. */
function stageOf(first: readonly Item[], { filter = exclusive, incremental, field = 'at', pageSize, change }: Options = {}) {
  const list = { now: first, heard: [] as (string | null)[], does: null as Misbehaviour | null }
  const script: Script = ({ url }, response) => {
    const since = url.searchParams.get('since')
    const from = Number(url.searchParams.get('offset') ?? 0)
    if (from === 0) list.heard.push(since)
    const found = list.now.filter((it) => since === null || filter(it[field] as never, since as never))
    const page = pageSize === undefined ? found : found.slice(from, from + pageSize)
    return !!response.end(JSON.stringify(pageSize === undefined ? page : { items: page }))
  }
  const config = pageSize === undefined ? { paging: null } : { batchSize: pageSize }
  const incrementalConfig: IncrementalConfig = { by: 'field', cursorPath: field, ...incremental }
  const options = {
    ...{ script, config, destination: { honoursKeys: false, misbehave: () => list.does } },
    change: (given: ConnectorConfig): ConnectorConfig => {
      const { source } = given
      const listConfig = source.listConfig && { ...source.listConfig, incrementalConfig }
      const queries = [{ key: 'since', value: '{{cursor}}' }]
      const changed = { ...given, source: { ...source, queries, ...(listConfig ? { listConfig } : {}) } }
      return change?.(changed) ?? changed
    },
  } as const
  return { list, options }
}

const none = { status: 'succeeded', recordsRead: 0, recordsDelivered: 0 }

describeOnEachDatabase('a cursor over HTTP', (open) => {
  it('reads a record that was committed late or got the boundary time after it was read, and nothing twice', async () => {
    const { database } = await open()
    const { list, options } = stageOf([
      { id: 1, at: '2026-06-12T16:31:30Z' },
      { id: 2, at: '2026-06-12T16:31:32Z' },
    ])
    const scene = await play(database, options)
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2 })
    expect(await again(scene)).toMatchObject({ ...none, statusReason: 'The source returned no new records.' })
    list.now = [
      ...list.now,
      { id: 3, at: '2026-06-12T16:31:32Z' },
      { id: 4, at: '2026-06-12T16:31:00Z' },
      // Changed within the second that was read.
      { id: 1, at: '2026-06-12T16:31:30Z', note: 'b' },
    ].filter(({ id, ...rest }) => id !== 1 || 'note' in rest)
    expect(await again(scene)).toMatchObject({ recordsRead: 3, recordsDelivered: 3 })
    expect(await again(scene)).toMatchObject(none)
    expect(Object.fromEntries(scene.destination.effects)).toEqual({ 1: 2, 2: 1, 3: 1, 4: 1 })
    expect(new Set(list.heard)).toEqual(new Set([null, '2026-06-12T16:30:32Z']))
  })

  it('sends nothing again where the filter includes the boundary, also without a look-back', async () => {
    const { database } = await open()
    const first = [{ id: 1, at: '2026-05-01T10:00:00Z' }]
    for (const overlap of [undefined, 0]) {
      const incremental = overlap === undefined ? {} : { overlap }
      const { list, options } = stageOf(first, { filter: inclusive, incremental })
      const scene = await play(database, options)
      await scene.over()
      expect(await again(scene)).toMatchObject(none)
      list.now = [...first, { id: 2, at: '2026-05-01T10:00:00Z' }]
      expect(await again(scene)).toMatchObject({ recordsRead: 1, recordsDelivered: 1 })
      expect(list.heard.at(-1)).toBe(overlap === 0 ? '2026-05-01T10:00:00Z' : '2026-05-01T09:59:00Z')
    }
  })

  it.each<[string, unknown, unknown, string, Options]>([
    ['days', '2026-11-28', '2026-11-27', '2026-11-27', { filter: inclusive }],
    ['an offset', '2026-11-28T00:00:30+02:00', '2026-11-27T21:59:31Z', '2026-11-27T23:59:30+02:00', { filter: byTime }],
    ['no zone', '2026-11-28 10:00', '2026-11-28 10:00', '2026-11-28 09:59', {}],
    ['fractions', '2026-11-28T10:00:00.123456Z', '2026-11-28T09:59:00.200000Z', '2026-11-28T09:59:00.123456Z', {}],
    ['seconds since 1970', 1_780_000_000, 1_779_999_950, '1779999940', { filter: byNumber, field: 'updated_at' }],
    ['milliseconds', 1_780_000_000_123, 1_779_999_950_000, '1779999940123', { filter: byNumber, field: 'updatedAt' }],
    ['decimals of seconds', '1780000000.000200', '1779999999.5', '1779999940.0002', { filter: byNumber, field: 'ts' }],
    ['other numbers', 41, 41, '40', { filter: byNumber, field: 'revision' }],
  ])('moves a value of %s back in its own form', async (_, value, late, asked, options) => {
    const { database } = await open()
    const { field = 'at' } = options
    const { list, options: played } = stageOf([{ id: 1, [field]: value }], options)
    const scene = await play(database, played)
    await scene.over()
    list.now = [...list.now, { id: 2, [field]: late }]
    expect(await again(scene)).toMatchObject({ recordsRead: 1, recordsDelivered: 1 })
    expect(await again(scene)).toMatchObject(none)
    expect(list.heard).toEqual([null, asked, asked])
  })

  it('knows records without a key by what they hold, equal ones by their number', async () => {
    const { database } = await open()
    const login = { type: 'login', at: '2026-11-20T10:00:00Z' }
    const { list, options } = stageOf([login, { type: 'logout', at: '2026-11-20T10:00:01Z' }])
    const scene = await play(database, options)
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2 })
    expect(await again(scene)).toMatchObject(none)
    list.now = [...list.now, login]
    expect(await again(scene)).toMatchObject({ recordsRead: 1, recordsDelivered: 1 })
    expect(await again(scene)).toMatchObject(none)
  })

  it('with a look-back of 0 asks from the highest value on', async () => {
    const { database } = await open()
    const { list, options } = stageOf([{ id: 1, at: '2026-06-12T16:31:30Z' }], { incremental: { overlap: 0 } })
    const scene = await play(database, options)
    await scene.over()
    list.now = [...list.now, { id: 2, at: '2026-06-12T16:31:00Z' }, { id: 3, at: '2026-06-12T16:31:31Z' }]
    expect(await again(scene)).toMatchObject({ recordsRead: 1, recordsDelivered: 1 })
    expect(list.heard).toEqual([null, '2026-06-12T16:31:30Z'])
  })

  it('says where a value cannot be moved back, and asks from it on', async () => {
    const { database } = await open()
    const { list, options } = stageOf([{ id: 1, at: 'v2-0007' }])
    const scene = await play(database, options)
    const said = 'The run can\'t look back, because "v2-0007" in "at" is neither a time nor a number.'
    expect((await scene.over()).statusReason).toContain(said)
    expect((await again(scene)).statusReason).toContain(said)
    expect(list.heard).toEqual([null, 'v2-0007'])
    const off = await play(database, stageOf([{ id: 1, at: 'v2-0007' }], { incremental: { overlap: 0 } }).options)
    expect((await off.over()).statusReason).not.toContain('look back')
  })

  it('keeps what it has read over the pages of a list in any order, and over a run that failed', async () => {
    const { database } = await open()
    const times = ['16:31:32', '16:31:31', '16:00:00', '16:31:30', '15:00:00']
    const { list, options } = stageOf(
      times.map((time, at) => ({ id: at + 1, at: `2026-06-12T${time}Z` })),
      { pageSize: 2 },
    )
    const scene = await play(database, options)
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 5 })
    expect(await again(scene)).toMatchObject(none)
    list.now = [{ id: 6, at: '2026-06-12T16:31:20Z' }, ...list.now]
    list.does = answering(401)
    expect(await again(scene)).toMatchObject({ status: 'failed', recordsRead: 1 })
    list.does = null
    // What the failed run read is sent first, and not read another time.
    expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsRead: 1, recordsDelivered: 1 })
    expect([...scene.destination.effects.values()]).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('keeps what it has read when a run is broken off, and goes on in another process', async () => {
    const { database } = await open()
    const items = Array.from({ length: 200 }, (_, at) => ({ id: at + 1, at: new Date(1e12 + 100 * at).toISOString() }))
    // Every second record was read before, on each page.
    const { list, options } = stageOf(
      items.filter(({ id }) => id % 2 === 0),
      { pageSize: 10 },
    )
    const scene = await play(database, { ...options, destination: { delay: 2 }, limits: { sendsAtOnce: 2, windowRecords: 10 } })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 100 })
    list.now = items
    const { companyId, connectorId, userId } = scene.place
    const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
    scene.engine.wake()
    await eventually(
      () => scene.destination.effects.size,
      (size) => size > 130,
    )
    await scene.engine.stop()
    expect(scene.destination.effects.size).toBeLessThan(200)
    const other = startEngine(database)
    onTestFinished(() => other.stop())
    expect(await ended(database, scene.place, run)).toMatchObject({ status: 'succeeded', recordsRead: 100 })
    expect([scene.destination.effects.size, Math.max(...scene.destination.effects.values())]).toEqual([200, 1])
  })

  it('notices a source that gives one page again and again, also where all of it was read before', async () => {
    const { database } = await open()
    let isLooping = false
    const script: Script = ({ number }, response) =>
      !!response.end(
        JSON.stringify({ items: [{ id: 1, at: '2026-06-12T16:31:30Z' }], next_cursor: isLooping ? `page-${number}` : null }),
      )
    const { options } = stageOf([])
    const scene = await play(database, { ...options, script, config: { paging: 'cursor' }, limits: { pagesMax: 20 } })
    await scene.over()
    isLooping = true
    expect(await again(scene)).toMatchObject({ status: 'failed', error: { code: 'source/page-loop' } })
  })

  it('of a connector from before begins where its cursor stands, and sends nothing again', async () => {
    const { database } = await open()
    const { list, options } = stageOf([{ id: 1, at: '2026-06-12T16:31:00Z' }])
    const scene = await play(database, options)
    await scene.over()
    await database.db
      .updateTable('runs')
      .set({ checkpoint: JSON.stringify({ next: null, resume: { startedAt: 'x', cursor: '2026-06-12T16:31:00Z' } }) as never })
      .execute()
    expect(await again(scene)).toMatchObject(none)
    list.now = [...list.now, { id: 2, at: '2026-06-12T16:31:30Z' }]
    expect(await again(scene)).toMatchObject({ recordsRead: 1 })
    list.now = [...list.now, { id: 3, at: '2026-06-12T16:31:29Z' }]
    expect(await again(scene)).toMatchObject({ recordsRead: 1 })
    expect([...scene.destination.effects.values()]).toEqual([1, 1, 1])
    expect(list.heard.slice(1)).toEqual(Array(3).fill('2026-06-12T16:31:00Z'))
  })

  it('knows records again by the fields that are sent, and not by others', async () => {
    const { database } = await open()
    const edge = { sourceHandle: '', targetHandle: '', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' }
    const { list, options } = stageOf([{ id: 1, at: '2026-06-12T16:31:00Z', signedUrl: 'a' }], {
      change: (config) => ({ ...config, dataMapping: [{ id: '1', ...edge }] }),
    })
    const scene = await play(database, options)
    await scene.over()
    list.now = [{ id: 1, at: '2026-06-12T16:31:00Z', signedUrl: 'b' }]
    expect(await again(scene)).toMatchObject(none)
  })

  it('by the start of the last run sends what it meets twice once', async () => {
    const { database } = await open()
    const heard: (string | null)[] = []
    let now: readonly Item[] = [{ id: 1 }, { name: 'no key' }]
    const script: Script = ({ url }, response) => {
      heard.push(url.searchParams.get('since'))
      return !!response.end(JSON.stringify(now))
    }
    const scene = await play(database, {
      ...{ script, config: { paging: null } },
      change: ({ source, ...config }) => {
        const incrementalConfig = { by: 'runStart' } as const
        const listConfig = source.listConfig && { ...source.listConfig, incrementalConfig }
        const queries = [{ key: 'since', value: '{{lastRunStartedAt}}' }]
        return { ...config, source: { ...source, queries, ...(listConfig ? { listConfig } : {}) } }
      },
    })
    const first = await scene.over()
    expect(await again(scene)).toMatchObject(none)
    now = [...now, { id: 2 }]
    expect(await again(scene)).toMatchObject({ recordsRead: 1, recordsDelivered: 1 })
    const back = (Date.parse(first.startedAt ?? '') - Date.parse(heard[1] ?? '')) / 1_000
    expect(Math.abs(back - 60)).toBeLessThan(5)
  })
})

describe('a value of a cursor', () => {
  it.each([
    ['updated_at', '20261128000030', undefined, '20261127235930'],
    ['updated_at', '20261101', undefined, '20261031'],
    ['updated_at', '2026-03-01', 172_801, '2026-02-26'],
    ['updated_at', '2026-11-28T10:00:00.5+0200', 1, '2026-11-28T09:59:59.5+0200'],
    ['updated_at', '1780000000', 5, '1779999995'],
    ['id', '41', undefined, '41'],
    ['meta.id', '41', undefined, '40'],
    ['id', '12345678901234567890', 5, '12345678901234567885'],
    ['updated_at', 'Sat, 28 Nov 2026 10:00:00 GMT', undefined, null],
    ['updated_at', '0000-01-01', undefined, null],
    ['updated_at', 'Sat, 28 Nov 2026 10:00:00 GMT', 0, 'Sat, 28 Nov 2026 10:00:00 GMT'],
  ])('%s %s moved back by %s is %s', (name, value, overlap, expected) => {
    expect(movedBack(value, { overlap, name, isKey: name === 'id' })).toBe(expected)
  })
})

it('does not look back over records that it knows by other fields, so that none is sent again', () => {
  const items = [{ id: 1, at: '2026-11-01T10:00:00Z', name: 'a', note: 'b' }]
  const opened = (...fields: readonly string[]) =>
    createIncremental({ by: 'field', cursorPath: 'at' }, { usedFields: new Set(fields) })
  const first = opened('id', 'name')
  const resume = first.resume(first.read(first.start(null, new Date()), items).since)
  const askedBy = (...fields: readonly string[]) => {
    const next = opened(...fields)
    return next.values(next.start(resume, new Date()))[0]?.value
  }
  expect([askedBy('name', 'id'), askedBy('id', 'note')]).toEqual(['2026-11-01T09:59:00Z', '2026-11-01T10:00:00Z'])
})

describe('more records than are remembered', () => {
  const from = Date.parse('2026-11-01T10:00:00Z')
  const instant = (milliseconds: number) => new Date(from + milliseconds).toISOString()
  /** The place that a run leaves, and what it says, that reads so many records within the look-back. */
  function leftBy(count: number, config: IncrementalConfig, at: (index: number) => string) {
    const incremental = createIncremental(config)
    let since: Since = incremental.start({ cursor: instant(-60_000), startedAt: instant(-3_600_000) }, new Date(from))
    for (let first = 0; first < count; first += 1_000) {
      const records = Array.from({ length: Math.min(1_000, count - first) }, (_, index) => {
        return { id: first + index, at: at(first + index) }
      })
      ;({ since } = incremental.read(since, records, from + first))
    }
    const resume = incremental.resume(since)
    const next = incremental.start(resume, new Date(from + 3_600_000))
    const asked = incremental.values(next)[0]?.value
    const again = incremental.read(next, [{ id: count - 1, at: at(count - 1) }]).records.length
    return { asked, again, note: incremental.note(since), bytes: JSON.stringify(resume).length }
  }
  const byField = { by: 'field', cursorPath: 'at' } as const

  it('shorten the look-back, which the run says', () => {
    const few = leftBy(rememberedMax, byField, (index) => instant(index))
    expect(few).toMatchObject({ asked: instant(rememberedMax - 1 - 60_000), again: 0, note: null })
    const many = leftBy(rememberedMax + 1_000, byField, (index) => instant(index))
    expect(many).toMatchObject({ asked: instant(1_000), again: 0 })
    expect(many.note).toContain('The look-back covers more than 5,000 records')
    // It is written with each page.
    expect(many.bytes).toBeLessThan(300_000)
    const equal = leftBy(rememberedMax + 1, byField, () => instant(0))
    expect(equal).toMatchObject({ asked: instant(0), note: expect.stringContaining('covers more than 5,000') })
    // What was set is kept, and what is not remembered is sent again.
    const set = leftBy(rememberedMax + 1, { ...byField, overlap: 30 }, () => instant(0))
    expect(set).toMatchObject({ asked: instant(-30_000), note: null })
  })

  it('end the look-back by the start of a run', () => {
    expect(leftBy(10, { by: 'runStart' }, instant)).toMatchObject({ asked: instant(-60_000), again: 0, note: null })
    const many = leftBy(rememberedMax + 1, { by: 'runStart' }, instant)
    expect(many).toMatchObject({ asked: instant(0), note: expect.stringContaining('covers more than 5,000') })
  })
})
