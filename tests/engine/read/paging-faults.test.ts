/** Sources that page without end, in circles, or while their list changes: `faults.md` F16, F17 and F20. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { PageRead } from '#server/engine/kinds/http/paging/page-rules.ts'
import { pagingOf } from '#server/engine/kinds/http/paging/paging.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { anyKind, type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { record, type Script } from '../kit/source-sim.ts'
import { configFor } from '../kit/stage.ts'

const items = (from: number, count: number) => Array.from({ length: count }, (_, at) => record(from + at))

describe('a cursor', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  /** Answers a new record each time, and the cursor that follows the one that was asked for. */
  const circle =
    (following: (cursor: string | null) => unknown): Script =>
    ({ number, url }, response) =>
      !!response.end(JSON.stringify({ items: items(number, 1), next_cursor: following(url.searchParams.get('cursor')) }))

  it.each([
    ['A, B, A', circle((cursor) => (cursor === 'A' ? 'B' : 'A')), 4],
    ['A, A', circle(() => 'A'), 3],
    ['A, B, C, B', circle((cursor) => ({ A: 'B', B: 'C', C: 'B' })[cursor ?? ''] ?? 'A'), 5],
    ['the same number again', circle(() => 17), 3],
  ])('F17 that goes in a circle (%s) ends the run after one page too many at most', async (_, script, pages) => {
    const scene = await play(fresh.database, { config: { paging: 'cursor' }, script })
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'source/page-loop' } })
    expect(scene.source.asked.length).toBeLessThanOrEqual(pages)
  })

  it('F17 that the source ignores ends the run after one page too many', async () => {
    const script: Script = ({ number }, response) =>
      !!response.end(JSON.stringify({ items: items(1, 3), next_cursor: `c${number}` }))
    const scene = await play(fresh.database, { config: { paging: 'cursor' }, script })
    expect(await scene.over()).toMatchObject({ error: { code: 'source/page-loop' }, recordsDelivered: 3 })
    expect(scene.source.asked).toHaveLength(2)
  })

  it.each([
    ['null', null],
    ['empty', ''],
    ['0', 0],
    ['false', false],
    ['absent', undefined],
  ])('F17 that is %s is the end', async (_, cursor) => {
    const script: Script = (_, response) => !!response.end(JSON.stringify({ items: items(1, 3), next_cursor: cursor }))
    const scene = await play(fresh.database, { config: { paging: 'cursor' }, script })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
    expect(scene.source.asked).toHaveLength(1)
  })

  it.each([
    ['must be text or a number, not an object', { id: 1 }],
    ['must be text or a number, not a list', ['x']],
    ['must be text or a number, not true', true],
    ["contains characters that can't be stored", 'a\u0000b'],
    ["contains characters that can't be stored", 'half \ud800'],
  ])('that %s is said to be none', async (name, cursor) => {
    const script: Script = (_, response) => !!response.end(JSON.stringify({ items: items(1, 3), next_cursor: cursor }))
    const scene = await play(fresh.database, { config: { paging: 'cursor' }, script })
    const message = `The source's next cursor ${name}.`
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'source/bad-cursor', message } })
  })
})

/** Reads pages by the rules alone: `pages` are their records and what stands around them. */
function readBy(paging: 'offset' | 'page', pages: readonly (readonly [number, Readonly<Record<string, unknown>>])[]) {
  const { source } = configFor({ source: 'http://x.test', destination: 'http://x.test', paging })
  const rules = pagingOf(source)
  let place: PageRead['place'] | null = rules.start
  const places: unknown[] = []
  const notes: string[] = []
  for (const [count, around] of pages) {
    if (!place) throw new Error('no page is asked for any more')
    const facts = rules.facts.map((path) => valueAt(around, path))
    const read = rules.next({ place, count, fresh: count, facts, headers: {}, last: null })
    place = read.next
    places.push(read.next?.['incomplete'] ?? read.next?.['at'] ?? 'end')
    if (read.note !== null) notes.push(read.note)
  }
  return { places, notes }
}

describe('a total that comes with the pages', () => {
  it('F20 that became smaller takes the reader back as far as the list may have moved', () => {
    const pages = [
      [100, { total: 250 }],
      [100, { total: 247 }],
      [100, { total: 247 }],
    ] as const
    expect(readBy('offset', pages).places).toEqual([100, 97, 197])
    expect(readBy('page', pages).places).toEqual([2, 1, 2])
  })

  it('F20 that becomes smaller again and again ends the run', () => {
    const pages = Array.from({ length: 102 }, (_, at) => [100, { total: 1_000 - at }] as const)
    expect(readBy('offset', pages).places.at(-1)).toMatch(/^The list kept getting shorter/)
  })

  it('that is larger than what the pages contained is no success', () => {
    expect(
      readBy('offset', [
        [100, { totalCount: 250 }],
        [50, { totalCount: 250, has_more: false }],
        // The flag and the total contradict each other, so the next page is asked for.
        [0, { totalCount: 250, has_more: false }],
      ]).places,
    ).toEqual([100, 150, 'The source declared 250 records, its pages contained 150. The number is in "totalCount".'])
  })

  it.each([
    ['is reached', 150, 150],
    ['grows while it is read', 150, 151],
  ])('that %s is the end, and nothing has to be said', (_, first, then) => {
    const pages = [
      [100, { meta: { total_count: first } }],
      [then - 100, { meta: { total_count: then } }],
    ] as const
    expect(readBy('offset', pages)).toEqual({ places: [100, 'end'], notes: [] })
  })

  it.each([
    ['the number of records on the page', { count: 100 }, { count: 30 }],
    ['a text', { total: '1,250' }, { total: 'many' }],
    ['below zero', { total: -1 }, { total: -5 }],
    ['absent', {}, { total: 999 }],
  ])('is none when it is %s: then it is said that records may be missing', (_, first, then) => {
    const { places, notes } = readBy('offset', [
      [100, first],
      [30, then],
      [0, {}],
    ])
    expect(places).toEqual([100, 130, 'end'])
    expect(notes).toEqual([
      'The source returns no total, and we read pages by offset. If records were deleted during the run, others may be missing.',
    ])
  })
})

/** A page of so many records from one on, and what stands around them. */
const pageOf = (from: number, count: number, around: object = {}) => JSON.stringify({ items: items(from, count), ...around })

describe('a run', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())
  const offsetOf = (url: URL) => Number(url.searchParams.get('offset'))

  it('reads on after a page that is shorter than the others', async () => {
    const script: Script = ({ url }, response) => {
      const at = offsetOf(url)
      return !!response.end(
        at === 0 ? pageOf(1, 100) : at === 100 ? pageOf(101, 49) : at === 149 ? pageOf(150, 100) : pageOf(0, 0),
      )
    }
    const scene = await play(fresh.database, { script })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 249 })
  })

  it('reads page 0 where nobody said which page is the first', async () => {
    const script: Script = ({ url }, response) => {
      const page = Number(url.searchParams.get('page'))
      return !!response.end(page > 2 ? pageOf(0, 0) : pageOf(page * 100 + 1, page === 2 ? 50 : 100))
    }
    const scene = await play(fresh.database, { config: { paging: 'page' }, script })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 250 })
  })

  it('whose pages contained fewer records than the source declared fails, and what was read is delivered', async () => {
    const script: Script = ({ url }, response) =>
      !!response.end(
        offsetOf(url) < 200 ? pageOf(offsetOf(url) + 1, offsetOf(url) === 0 ? 100 : 50, { total: 250 }) : pageOf(0, 0),
      )
    const scene = await play(fresh.database, {
      script: (request, response) => (offsetOf(request.url) >= 150 ? !!response.end(pageOf(0, 0)) : script(request, response)),
    })
    expect(await scene.over()).toMatchObject({
      status: 'failed',
      recordsDelivered: 150,
      error: {
        code: 'source/incomplete',
        message: expect.stringContaining('The source declared 250 records, its pages contained 150.'),
      },
    })
  })

  it('by cursor whose answer names its next page elsewhere than configured is no success', async () => {
    const script: Script = (_, response) => !!response.end(pageOf(1, 100, { nextPageToken: 'x' }))
    const scene = await play(fresh.database, { config: { paging: 'cursor' }, script })
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'source/incomplete' } })
  })
})
