/** One run whose HTTP list of changes is read in windows of time (decision 0125), whatever the source makes of its bounds. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkHttpSource } from '#server/engine/kinds/http/checking.ts'
import { isWithin, timeAs } from '#server/engine/kinds/http/paging/cursor-windows.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { play, type Scene } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'
import { ended, expectExactlyOnce, startEngine } from '../kit/stage.ts'

const minute = 60_000
/** Ten hours ago, at a full second. */
const start = Math.floor(Date.now() / 1_000) * 1_000 - 600 * minute
const first = new Date(start - 1_000).toISOString()
/** In the zone of New York: the order of the texts is none of times beside others. */
const written = (moment: number) => `${new Date(moment - 300 * minute).toISOString().slice(0, 19)}-05:00`

type Order = { readonly id: number; at: string | number | null }
const orders = (count: number, atOf: (n: number) => string | number | null): Order[] =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, at: atOf(n) }))

const divided =
  (more: { readonly initialValue?: string; readonly end?: boolean } = {}) =>
  (config: ConnectorConfig): ConnectorConfig => {
    const { source, destination } = config
    const { initialValue = first, end = true } = more
    const incrementalConfig = { by: 'field' as const, cursorPath: 'at', ...(initialValue === '' ? {} : { initialValue }) }
    const queries = [{ key: 'since', value: '{{cursor}}' }, ...(end ? [{ key: 'until', value: '{{cursorEnd}}' }] : [])]
    const listConfig = source.listConfig && { ...source.listConfig, incrementalConfig }
    return {
      ...config,
      source: { ...source, parts: 4, queries, ...(listConfig ? { listConfig } : {}) },
      destination: { ...destination, honoursKeys: true },
    }
  }

const momentOf = (at: string | number) => (typeof at === 'number' ? at * 1_000 : Date.parse(at))
const asked = (text: string | null) => (text === null ? null : /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text))

type Bounds = 'inclusive' | 'exclusive' | 'half-open' | 'ignored'

/** A list by cursor, whose source has its own view of its bounds. */
function listOf(all: readonly Order[], bounds: Bounds, heard: URL[] = []): Script {
  return ({ url }, response) => {
    heard.push(url)
    const [since, until] = [asked(url.searchParams.get('since')), asked(url.searchParams.get('until'))]
    const found = all.filter(({ at }) => {
      if (at === null || bounds === 'ignored') return true
      const moment = momentOf(at)
      const isAfter = since === null || (bounds === 'exclusive' ? moment > since : moment >= since)
      return isAfter && (until === null || (bounds === 'inclusive' ? moment <= until : moment < until))
    })
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const next = from + 20 < found.length ? String(from + 20) : null
    return !!response.end(JSON.stringify({ items: found.slice(from, from + 20), next_cursor: next }))
  }
}

const partsOf = ({ database: { db }, run }: Scene) =>
  db.selectFrom('run_parts').selectAll().where('run_id', '=', run.runId).orderBy('number').execute()

describe('changes that are read in windows of time', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
  })
  afterAll(() => fresh.remove())

  const run = (all: readonly Order[], bounds: Bounds, options: Parameters<typeof play>[1] = {}, heard: URL[] = []) =>
    play(fresh.database, {
      ...{ config: { paging: 'cursor', batchSize: 20 }, change: divided(), script: listOf(all, bounds, heard) },
      ...options,
    })
  const again = async (scene: Scene) => {
    const { companyId, connectorId, userId } = scene.place
    const next = await openRun(fresh.database.db, { companyId, connectorId, version: 1, trigger: 'manual', startedBy: userId })
    scene.engine.wake()
    return ended(fresh.database, scene.place, next)
  }

  it.each<Bounds>(['inclusive', 'exclusive', 'half-open', 'ignored'])(
    'are each read once, where its bounds are %s, and the next run begins where all ended',
    async (bounds) => {
      // Two at each time, and one at each second around every border.
      const apart = Math.floor((Date.now() - minute - start) / 4)
      const all = orders(300, (n) => {
        const at = start + Math.floor(n / 2) * 233_000
        return written(n < 240 ? at : start + apart * (1 + (n % 3)) + (Math.floor((n - 240) / 3) - 4) * 1_000)
      })
      const scene = await run(all, bounds, { limits: { partSpread: 50 }, destination: { delay: 10 } })
      const other = startEngine(fresh.database, { ownerId: 'other', limits: { partSpread: 50 } })
      onTestFinished(() => other.stop())
      const over = await scene.over()
      await expectExactlyOnce(fresh.database, scene.place, over, scene.destination, 300)
      expect(over).toMatchObject({ status: 'succeeded', recordsRead: 300 })
      const parts = await partsOf(scene)
      expect(parts).toHaveLength(4)
      expect(parts.map(({ begins }) => begins).slice(1)).toEqual(parts.map(({ ends }) => ends).slice(0, -1))
      all.push({ id: 301, at: written(start + 590 * minute) }, { id: 302, at: written(start + 589.5 * minute) })
      // Such a source sends all of them in every run.
      if (bounds === 'ignored') return
      expect(await again(scene)).toMatchObject({ status: 'succeeded', recordsDelivered: 2 })
    },
  )

  it('in seconds since 1970 have windows, too', async () => {
    const all = orders(200, (n) => start / 1_000 + n * 150)
    const change = (config: ConnectorConfig) => divided({ initialValue: String(start / 1_000 - 1) })(config)
    const named = all.map(({ id, at }) => ({ id, updated_at: at }))
    const script: Script = (request, response) =>
      listOf(
        named.map((it) => ({ ...it, at: it.updated_at })),
        'inclusive',
      )(request, response)
    const byTime = (config: ConnectorConfig) => {
      const made = change(config)
      const list = made.source.listConfig
      if (list?.incrementalConfig) list.incrementalConfig.cursorPath = 'updated_at'
      return made
    }
    const scene = await run([], 'inclusive', { script, change: byTime })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 200 })
    expect((await partsOf(scene)).length).toBe(4)
  })

  it('send a record that changes meanwhile once at most, and the next run sends it as it is then', async () => {
    const all = orders(80, (n) => written(start + n * 7 * minute))
    let isChanged = false
    const changedAt = Date.now() - 5_000
    const heard: URL[] = []
    const list = listOf(all, 'half-open', heard)
    const script: Script = (request, response) => {
      // The first window was read: two of its records and one of the last change now.
      if (!isChanged && heard.length >= 2) {
        isChanged = true
        for (const id of [1, 80]) (all[id - 1] as Order).at = written(changedAt)
      }
      return list(request, response)
    }
    const scene = await run(all, 'half-open', { script })
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'succeeded' })
    expect(isChanged).toBe(true)
    for (const times of scene.destination.effects.values()) expect(times).toBe(1)
    expect(over.recordsDelivered).toBeLessThan(80)
    // So the next run asks for what they are then.
    const { checkpoint } = await scene.database.db
      .selectFrom('runs')
      .select('checkpoint')
      .where('id', '=', scene.run.runId)
      .executeTakeFirstOrThrow()
    const { resume } = checkpoint as { readonly resume: { readonly cursor: string } }
    expect(momentOf(resume.cursor)).toBeLessThan(changedAt)
  })

  it.each<[string, (n: number) => string | null, RegExp]>([
    [
      'without a zone',
      (n) => new Date(start + n * 7 * minute).toISOString().slice(0, 19),
      /"20.*T.*" in "at" is not a time with a time zone/,
    ],
    ['that are missing', (n) => (n === 40 ? null : written(start + n * 7 * minute)), /A record has no value in "at"/],
  ])('of times %s end no run as a success, because a record could be lost', async (_, atOf, why) => {
    const scene = await run(orders(80, atOf), 'ignored')
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'failed', error: { code: 'source/incomplete' } })
    expect(over.statusReason).toMatch(why)
  })

  it('are no success where one record comes with two times', async () => {
    const all = [...orders(80, (n) => written(start + n * 7 * minute)), { id: 1, at: written(start + 500 * minute) }]
    const scene = await run(all, 'half-open')
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'failed', error: { code: 'source/incomplete' } })
    expect(over.statusReason).toContain('We read some records in two windows')
  })

  it.each([
    ['without a start time', '', 'There is no start time yet.'],
    ['from a time without a zone', first.slice(0, 19), 'The cursor is not a time with a time zone'],
  ])('%s are read as a whole, and the end of the run tells why', async (_, initialValue, why) => {
    const scene = await run(
      orders(40, (n) => written(start + n * 7 * minute)),
      'inclusive',
      { change: divided({ initialValue }) },
    )
    const over = await scene.over()
    expect(over).toMatchObject({ status: 'succeeded', recordsDelivered: 40 })
    expect(over.statusReason).toContain(why)
    expect(await partsOf(scene)).toEqual([])
  })
})

it.each([
  ['2026-11-01T12:00:00Z', 'at', '2026-11-02T00:00:00Z'],
  ['2026-11-01T12:00:00.123+02:00', 'at', '2026-11-02T02:00:00.000+02:00'],
  ['2026-11-01 12:00-0530', 'at', '2026-11-01 18:30-0530'],
  ['1793534400', 'updated_at', '1793577600'],
  ['1793534400000', 'updated_at', '1793577600000'],
  ['1793534400', 'id', null],
  ['2026-11-01T12:00:00', 'at', null],
  ['2026-11-01', 'at', null],
])('midnight is written like %s of %s', (like, name, text) => {
  expect(timeAs(like, name, Date.parse('2026-11-02T00:00:00.400Z'))).toBe(text)
})

it('the end of a window in the body needs a first time', () => {
  const source = {
    ...{ type: 'http' as const, url: 'https://x.test/', requestMethod: 'POST', isList: true },
    body: { rawContent: '{"from":"{{cursor}}","to":"{{cursorEnd}}"}' },
  }
  const faults = (initialValue: string) =>
    checkHttpSource({
      ...source,
      listConfig: {
        ...{ type: 'simple', iterationPath: '', batchSize: 10, outputConfig: { strategy: 'individual' } },
        incrementalConfig: { by: 'field', cursorPath: 'at', initialValue },
      },
    } as never).map(({ message }) => message)
  expect(faults('2026-11-01')).toEqual([expect.stringContaining('a time with a time zone')])
  expect(faults('2026-11-01T00:00:00Z')).toEqual([])
})

it('a time that no clock has is in no window, and is not left out of all of them', () => {
  const window = { from: '2026-12-31T00:00:00Z', until: '2027-01-01T00:00:00Z' }
  expect(isWithin(window, '2026-12-31T23:59:59Z', 'at')).toBe(true)
  expect(isWithin(window, '2026-12-31T23:59:60Z', 'at')).toBeNull()
})
