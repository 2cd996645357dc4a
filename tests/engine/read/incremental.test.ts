/** A scheduled HTTP source asks for what changed since the run before. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSections } from '#contract/connectors/config/config-sections.ts'
import type { IncrementalConfig } from '#contract/connectors/config/list-config.ts'
import { checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { createIncremental, isAfter } from '#server/engine/kinds/http/paging/incremental.ts'
import { isCursorSet } from '#server/engine/plan/cursors.ts'
import { cursorAbsent, cursorFixed } from '#server/features/connectors/config/mapped-paths.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { ended } from '../kit/stage.ts'

const changesOnly =
  (incrementalConfig: IncrementalConfig, name: string) =>
  (config: ConnectorConfig): ConnectorConfig => {
    const { source } = config
    const listConfig = source.listConfig && { ...source.listConfig, incrementalConfig }
    return {
      ...config,
      source: { ...source, queries: [{ key: 'since', value: `{{${name}}}` }], ...(listConfig ? { listConfig } : {}) },
    }
  }

describeOnEachDatabase('a source that is asked for changes only', (open) => {
  it('by a field is asked from its highest value on, and a failed run moves nothing', async () => {
    const { database } = await open()
    const orders = [
      { id: 1, at: '2026-11-01T10:00:00Z' },
      { id: 2, at: '2026-11-01T11:30:00+01:00' },
      { id: 3, at: '2026-11-01T10:20:00Z' },
    ]
    const heard: (string | null)[] = []
    let isBroken = false
    const script: Script = ({ url }, response) => {
      const since = url.searchParams.get('since')
      if (url.searchParams.get('offset') === '0') heard.push(since)
      if (isBroken) return !!response.writeHead(401).end('no')
      const from = Number(url.searchParams.get('offset'))
      const items = orders.filter(({ at }) => since === null || Date.parse(at) > Date.parse(since)).slice(from, from + 100)
      return !!response.end(JSON.stringify({ items }))
    }
    const scene = await play(database, { script, change: changesOnly({ by: 'field', cursorPath: 'at', overlap: 60 }, 'cursor') })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
    const { companyId, connectorId, userId } = scene.place
    const again = async () => {
      const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
      scene.engine.wake()
      return ended(database, scene.place, run)
    }
    orders.push({ id: 4, at: '2026-11-01T12:00:00Z' })
    isBroken = true
    expect(await again()).toMatchObject({ status: 'failed', recordsDelivered: 0 })
    isBroken = false
    expect(await again()).toMatchObject({ status: 'succeeded' })
    expect(scene.destination.effects.get(4)).toBe(1)
    expect(await again()).toMatchObject({ status: 'succeeded' })
    expect(heard).toEqual([null, '2026-11-01T11:29:00+01:00', '2026-11-01T11:29:00+01:00', '2026-11-01T11:59:00Z'])
  })

  it.each([
    ['a field', 2, 0],
    ['a field that came with a run before', 1, 2],
  ])('by %s that no record has is no success, and the cursor does not move', async (_, runs, known) => {
    const { database } = await open()
    const heard: (string | null)[] = []
    const script: Script = ({ url }, response) => {
      heard.push(url.searchParams.get('since'))
      const at = heard.length * 2
      const items = [at, at + 1].map((id) => (at <= known ? { id, at: `${id}` } : { id, when: 'now' }))
      return !!response.end(JSON.stringify(items))
    }
    const change = changesOnly({ by: 'field', cursorPath: 'at' }, 'cursor')
    const scene = await play(database, { script, config: { paging: null }, change })
    const { companyId, connectorId, userId } = scene.place
    let last = await scene.over()
    if (known > 0) expect(last).toMatchObject({ status: 'succeeded' })
    for (let at = known > 0 ? 0 : 1; at < runs; at += 1) {
      const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
      scene.engine.wake()
      last = await ended(database, scene.place, run)
    }
    expect(last).toMatchObject({ status: 'failed', recordsDelivered: 2, error: { code: 'source/no-cursor-field' } })
    expect(last.statusReason).toContain('None of the 2 records have a value in the cursor field "at"')
    // One less than the highest value: several records may have that.
    expect(heard.at(-1)).toBe(known > 0 ? '2' : null)
  })

  it('counts each record once where a list is read again because its keys are shared', async () => {
    const { database } = await open()
    const all = Array.from({ length: 20 }, (_, at) => ({ id: at % 10, at: `2026-11-01T10:00:${10 + at}Z` }))
    let requests = 0
    const script: Script = ({ url }, response) => {
      requests += 1
      const from = Number(url.searchParams.get('offset'))
      return !!response.end(JSON.stringify({ items: all.slice(from, from + 10) }))
    }
    const change = changesOnly({ by: 'field', cursorPath: 'at' }, 'cursor')
    const scene = await play(database, { script, config: { batchSize: 10 }, change })
    expect(await scene.over()).toMatchObject({
      status: 'succeeded',
      ...{ recordsRead: 20, recordsDelivered: 20, recordsSkipped: 0 },
    })
    expect(requests).toBeGreaterThan(3)
  })

  it('is not sent a record of the year 9999 in every run, and is when it changes', async () => {
    const { database } = await open()
    const orders = [
      { id: 1, at: '2026-11-01T10:00:00Z', note: 'a' },
      { id: 2, at: '9999-12-31T00:00:00Z', note: 'a' },
    ]
    const script: Script = ({ url }, response) => {
      const since = url.searchParams.get('since')
      return !!response.end(JSON.stringify(orders.filter(({ at }) => since === null || Date.parse(at) > Date.parse(since))))
    }
    const change = changesOnly({ by: 'field', cursorPath: 'at' }, 'cursor')
    const scene = await play(database, { script, config: { paging: null }, change })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 2 })
    const { companyId, connectorId, userId } = scene.place
    const again = async () => {
      const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
      scene.engine.wake()
      return ended(database, scene.place, run)
    }
    for (let at = 0; at < 2; at += 1) expect(await again()).toMatchObject({ status: 'succeeded', recordsRead: 0 })
    orders[1] = { id: 2, at: '9999-12-31T00:00:00Z', note: 'b' }
    expect(await again()).toMatchObject({ status: 'succeeded', recordsRead: 1 })
    expect([...scene.destination.effects]).toEqual([
      [1, 1],
      [2, 2],
    ])
  })

  it('by the start of the last run is asked from then on', async () => {
    const { database } = await open()
    const heard: (string | null)[] = []
    const script: Script = ({ url }, response) => {
      heard.push(url.searchParams.get('since'))
      return !!response.end('[{"id":1}]')
    }
    const change = changesOnly({ by: 'runStart', initialValue: '2020-01-01T00:00:00Z' }, 'lastRunStartedAt')
    const scene = await play(database, { script, config: { paging: null }, change })
    const before = new Date().toISOString()
    const first = await scene.over()
    const { companyId, connectorId, userId } = scene.place
    const run = await openRun(database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
    scene.engine.wake()
    await ended(database, scene.place, run)
    expect(heard[0]).toBe('2020-01-01T00:00:00Z')
    const [asked = ''] = [heard[1] ?? undefined]
    expect(asked <= (first.endedAt ?? '') && asked >= before.slice(0, 10)).toBe(true)
  })
})

describe('the highest value', () => {
  it.each([
    ['10', '9', true],
    ['2026-11-01T10:00:00Z', '2026-11-01T11:30:00+02:00', true],
    ['2026-11-01T10:00:00.000002Z', '2026-11-01T10:00:00.000001Z', true],
    ['12345678901234567891', '12345678901234567890', true],
    ['1.5', '1.25', true],
    ['b', 'a', true],
    ['a', 'a', false],
  ])('%s is after %s: %s', (one, other, expected) => expect(isAfter(one, other)).toBe(expected))

  it('is kept when a run reads nothing', () => {
    const { start, read, resume } = createIncremental({ by: 'field', cursorPath: 'n' })
    const { since } = read(start({ cursor: '7' }, new Date(0)), [])
    expect(resume(since)).toMatchObject({ cursor: '7', startedAt: '1970-01-01T00:00:00.000Z' })
  })
})

describe('sample records', () => {
  const source = { type: 'http', url: 'https://x.test/', requestMethod: 'GET', isList: true } as const
  const incrementalConfig = { by: 'field', cursorPath: 'meta.at' } as const
  const listConfig = { type: 'simple', iterationPath: '', batchSize: 100, outputConfig: { strategy: 'individual' } } as const
  const warned = (records: readonly unknown[]) =>
    cursorAbsent({ source: { ...source, listConfig: { ...listConfig, incrementalConfig } } }, records).map(
      ({ message }) => message,
    )

  it('that lack the field of the cursor are warned of', () => {
    expect(warned([{ id: 1 }, { id: 2, meta: { at: '' } }])).toEqual([expect.stringContaining('none of the 2 sample records')])
    expect(warned([{ id: 1, meta: {} }])).toEqual([
      expect.stringContaining('the sample record has no value in the cursor field "meta.at"'),
    ])
    expect([warned([]), warned(['cut']), warned([{ id: 1 }, { meta: { at: 7 } }])]).toEqual([[], [], []])
  })

  it('with values that cannot be moved back are warned of', () => {
    const warned = (value: unknown, change: object = {}) => {
      const list = { ...listConfig, incrementalConfig: { ...incrementalConfig, ...change } }
      return cursorFixed({ source: { ...source, listConfig: list } }, [{ id: 1 }, { id: 2, meta: { at: value } }])
    }
    expect(warned('Sat, 28 Nov 2026 10:00:00 GMT')).toEqual([
      {
        path: '/source/listConfig/incrementalConfig/overlap',
        message: expect.stringContaining('"Sat, 28 Nov 2026 10:00:00 GMT" in "meta.at" is neither a time nor a number'),
      },
    ])
    expect([warned('2026-11-28'), warned(7), warned(null), warned('x', { overlap: 0 })]).toEqual([[], [], [], []])
  })

  it('of a place without a value leave no cursor that is set', () => {
    const at = { source: { ...source, listConfig: { ...listConfig, incrementalConfig } } } as unknown as ConnectorConfig
    expect([isCursorSet(at, { startedAt: 'x' }), isCursorSet(at, { startedAt: 'x', cursor: '7' })]).toEqual([false, true])
  })
})

describe('a configuration', () => {
  const listConfig = { type: 'simple', iterationPath: '', batchSize: 100, outputConfig: { strategy: 'individual' } } as const
  const source = { type: 'http', url: 'https://x.test/', requestMethod: 'GET', isList: true } as const
  const checked = (incrementalConfig: IncrementalConfig, more: object = {}) =>
    checkHttpSource({ ...source, ...more, listConfig: { ...listConfig, incrementalConfig } }).map(({ path }) => path)

  it('that asks for nothing by its placeholder is refused', () => {
    expect(checked({ by: 'field', cursorPath: 'at' })).toEqual(['/listConfig/incrementalConfig'])
    expect(checked({ by: 'field' }, { url: 'https://x.test/?since={{cursor}}' })).toEqual([
      '/listConfig/incrementalConfig/cursorPath',
    ])
    expect(checked({ by: 'field', cursorPath: 'at' }, { url: 'https://x.test/?since={{cursor}}' })).toEqual([])
    const body = { requestMethod: 'POST', body: { rawContent: '{"since":"{{lastRunStartedAt}}"}' } }
    expect(checked({ by: 'runStart' }, body)).toEqual(['/listConfig/incrementalConfig/initialValue'])
  })

  it('that would send the same records in every run is warned of', () => {
    const warned = (list: object, trigger: object) =>
      checkSections({ trigger, source: { ...source, listConfig: list } }).warnings.filter(
        ({ path }) => path === '/source/listConfig',
      )
    expect(warned(listConfig, { type: 'schedule', everySeconds: 300 })[0]?.message).toContain('sends all records again')
    expect(warned(listConfig, { type: 'manual' })).toEqual([])
    expect(warned({ ...listConfig, incrementalConfig: { by: 'runStart' } }, { type: 'schedule', everySeconds: 300 })).toEqual([])
  })
})

describe('a time ahead of the clock', () => {
  const now = Date.parse('2026-11-25T10:00:00Z')
  const incremental = createIncremental({ by: 'field', cursorPath: 'meta.updatedAt' })
  const of = (updatedAt: unknown) => ({ meta: { updatedAt } })
  const read = (...values: readonly unknown[]) =>
    incremental.read(incremental.start(null, new Date(now)), values.map(of), now).since

  it.each<[string, unknown, unknown]>([
    ['of the year 9999', '2026-11-25T09:00:00Z', '9999-12-31T00:00:00Z'],
    ['of an hour ahead', '2026-11-25T09:00:00Z', '2026-11-25T11:00:00Z'],
    ['of an hour ahead in another zone', '2026-11-25T09:00:00Z', '2026-11-25T12:00:00+01:00'],
    ['without a zone, of the day after tomorrow', '2026-11-25T09:00:00', '2026-11-27T09:00:00'],
    ['in seconds', now / 1_000 - 60, now / 1_000 + 3_600],
    ['in seconds, of the year 9999', now / 1_000 - 60, 253_402_300_799],
    ['in milliseconds, of the year 9999', now - 60_000, 253_402_300_799_000],
  ])('%s does not move the cursor, and is said', (_, present, ahead) => {
    for (const since of [read(present, ahead), read(ahead, present)]) {
      expect(incremental.resume(since)).toMatchObject({ cursor: String(present) })
      expect(incremental.note(since)).toContain('1 record has a future time in "meta.updatedAt"')
    }
  })

  it.each<[string, unknown]>([
    ['a clock that differs by some seconds', '2026-11-25T10:00:30Z'],
    ['a time of another zone', '2026-11-25T23:00:00'],
    ['a number that is no time', 4_000_000],
    ['milliseconds of 1978', 253_402_300_799],
  ])('is not taken for one: %s', (_, value) => {
    const since = read(value)
    expect(incremental.resume(since)).toMatchObject({ cursor: String(value) })
    expect(incremental.note(since)).toBeNull()
  })

  it('is not looked for in numbers whose name says nothing of time', () => {
    const byVersion = createIncremental({ by: 'field', cursorPath: 'format' })
    const { since } = byVersion.read(byVersion.start(null, new Date(now)), [{ format: now }, { format: 4 * now }], now)
    expect(byVersion.resume(since)).toMatchObject({ cursor: String(4 * now) })
  })
})
