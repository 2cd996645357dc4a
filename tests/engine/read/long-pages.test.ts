import { describe, expect, it, onTestFinished } from 'vitest'

import { type Place, type Source, SourceFault, type SourcePage } from '#server/engine/kit/kind.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { eventually, expectExactlyOnce, startEngine } from '../kit/stage.ts'
import { listOf, openSource, pagesOf, signal } from './long-page-source.ts'

const idsOf = (pages: readonly SourcePage[]) => pages.flatMap(({ records }) => records.map((it) => (it as { id: number }).id))
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

const problemOf = async (reading: Promise<unknown>) => {
  try {
    await reading
    return 'read'
  } catch (thrown) {
    return thrown instanceof SourceFault ? thrown.problem : thrown
  }
}

const take = async (source: Source, count: number) => {
  const pages: SourcePage[] = []
  for await (const page of pagesOf(source)) {
    pages.push(page)
    if (pages.length === count) break
  }
  return pages
}
const all = async (source: Source, from?: Place) => {
  const pages: SourcePage[] = []
  for await (const page of pagesOf(source, from)) pages.push(page)
  return pages
}

describe('a long page', () => {
  it('goes on at its part after a take-over, when its list is still the same', async () => {
    const answers = { stamp: 1, body: () => `{"at":${answers.stamp++},"items":${listOf(4_500)}}` }
    const { source, open, asked } = await openSource(answers)
    const read = await take(source, 2)
    expect(read[1]?.next).toMatchObject({ part: 2, mark: expect.any(String) })
    const other = await open()
    const rest = await all(other, read[1]?.next ?? {})
    expect(idsOf([...read, ...rest])).toEqual(upTo(4_500))
    expect([read[0]?.mayRepeat, rest[0]?.mayRepeat, asked()]).toEqual([undefined, true, 2])
    expect(rest.at(-1)?.next).toBeNull()
  })

  it('begins again when its list is another one by then, so that nothing is missed', async () => {
    const answers = { from: 1, body: () => `{"items":${listOf(4_500, answers.from)}}` }
    const { source, open } = await openSource(answers)
    const read = await take(source, 2)
    answers.from = 11
    const rest = await all(await open(), read[1]?.next ?? {})
    expect(idsOf(rest)).toEqual(upTo(4_510).slice(10))
    expect(rest[0]).toMatchObject({ mayRepeat: true, next: { part: 1 } })
    expect(read.map(({ startpoint }) => startpoint)).not.toContain(rest[0]?.startpoint)
    answers.from = 1
    // Short by now.
    answers.body = () => '{"items":[{"id":1}]}'
    expect(idsOf(await all(await open(), read[1]?.next ?? {}))).toEqual([1])
  })

  it('by cursor and by offset goes on with the next page after its last part', async () => {
    const cursors = {
      page: 0,
      body: () =>
        `{"items":${listOf(2_000, 2_000 * cursors.page++ + 1)},"next_cursor":${cursors.page < 3 ? '12345678901234567890' : null}}`,
    }
    const byCursor = await openSource(cursors, 'cursor')
    const pages = await all(byCursor.source)
    expect([idsOf(pages).length, byCursor.asked()]).toEqual([6_000, 3])
    expect(pages[1]?.next).toMatchObject({ cursor: '12345678901234567890' })
    const offsets = {
      page: 0,
      body: () => (offsets.page++ < 2 ? `{"items":${listOf(2_000, 2_000 * (offsets.page - 1) + 1)}}` : '{"items":[]}'),
    }
    const byOffset = await openSource(offsets, 'offset')
    expect(idsOf(await all(byOffset.source))).toEqual(upTo(4_000))
  })

  it.each([
    ['breaks off', () => listOf(3_000).slice(0, -20), 'source/not-json', 'is incomplete'],
    ['is followed by another', () => `${listOf(3_000)} {}`, 'source/not-json', 'text after the end'],
    [
      'holds a name twice',
      () => `[${listOf(3_000).slice(1, -1)},{"a":1,"b":{"x":1,"\\u0078":2}}]`,
      'source/not-json',
      '"x" appears twice',
    ],
    [
      'holds a name twice around its list',
      () => `{"n":1,"items":${listOf(3_000)},"n":2}`,
      'source/not-json',
      '"n" appears twice',
    ],
    ['holds two lists of one name', () => `{"items":${listOf(3_000)},"items":[]}`, 'source/not-json', '"items" appears twice'],
    ['contains NaN', () => `[${listOf(3_000).slice(1, -1)},NaN]`, 'source/not-json', 'NaN'],
    ['lacks a comma', () => `[${listOf(3_000).slice(1, -1)} {}]`, 'source/not-json', 'not valid JSON at byte'],
    ['has a comma too many', () => `[${listOf(3_000).slice(1, -1)},]`, 'source/not-json', 'not valid JSON at byte'],
    ['is not UTF-8', () => Buffer.from(listOf(3_000), 'latin1'), 'source/not-json', 'not UTF-8'],
    ['is HTML', () => `<html>${' '.repeat(2_000_000)}`, 'source/not-json', 'HTML'],
    [
      'is too deep',
      () => `[${listOf(3_000).slice(1, -1)},${'['.repeat(100_000)}${']'.repeat(100_000)}]`,
      'source/too-deep',
      '64 levels',
    ],
    [
      'holds a record of 9 MB',
      () => `[{"id":1},{"id":"${'x'.repeat(9_000_000)}"}]`,
      'source/too-large',
      'Record 2 of it is larger than 8 MB',
    ],
    ['holds no list', () => `{"items":{"a":${listOf(3_000)}}}`, 'source/no-list', 'no list'],
  ])('that %s is refused as a whole, by name', async (_, body, code, message) => {
    const { source } = await openSource({ body })
    expect(await problemOf(source.read({}, signal))).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  it('that is too much for its thread is refused, and the process lives on', async () => {
    const names = Array.from({ length: 1_900_000 }, (_, at) => `"k${at}":0`).join(',')
    const { source } = await openSource({ body: () => `{"items":[],"junk":{${names}}}` })
    expect(await problemOf(source.read({}, signal))).toMatchObject({
      code: 'source/too-large',
      message: expect.stringContaining('exceeds our memory and time limits'),
    })
    const next = await openSource({ body: () => listOf(2_000) })
    expect(idsOf(await all(next.source))).toEqual(upTo(2_000))
  })

  it('waits while two others are held, and takes over from one that is not read on', async () => {
    const scenes = await Promise.all(upTo(3).map(() => openSource({ body: () => listOf(3_000) })))
    const first = await Promise.all(scenes.map(({ source }) => take(source, 1)))
    expect(idsOf(first.flat())).toHaveLength(3_000)
    const rests = await Promise.all(scenes.map(({ source }, at) => all(source, first[at]?.[0]?.next ?? {})))
    expect(rests.map((pages) => idsOf(pages))).toEqual(scenes.map(() => upTo(3_000).slice(1_000)))
    expect(scenes.reduce((sum, { asked }) => sum + asked(), 0)).toBeGreaterThan(3)
  })

  it('gives its thread back when the run stops reading', async () => {
    const scenes = await Promise.all(upTo(2).map(() => openSource({ body: () => listOf(3_000) })))
    const stop = new AbortController()
    await Promise.all(scenes.map(({ source }) => source.read({}, stop.signal)))
    const third = await openSource({ body: () => listOf(3_000) })
    const reading = all(third.source)
    stop.abort()
    const since = performance.now()
    expect(idsOf(await reading)).toHaveLength(3_000)
    expect(performance.now() - since).toBeLessThan(1_900)
  })
})
describeOnEachDatabase('a run over a long page', (open) => {
  it('delivers every record once, also when the engine stops in the middle', async () => {
    const { database } = await open()
    const body = listOf(4_000)
    const scene = await play(database, {
      script: (_, response) => !!response.end(body),
      config: { paging: null, strategy: 'bulk', batchSize: 100 },
      limits: { windowRecords: 500 },
    })
    await eventually(scene.now, ({ recordsDelivered }) => recordsDelivered >= 500)
    await scene.engine.stop()
    const half = await scene.now()
    expect(half.recordsRead).toBeLessThan(4_000)
    const other = startEngine(database, {})
    onTestFinished(() => other.stop())
    await expectExactlyOnce(database, scene.place, await scene.over(60_000), scene.destination, 4_000)
    expect(scene.source.asked).toHaveLength(2)
  })
})
