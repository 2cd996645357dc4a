/** Sources that page without end, in circles, or while their list changes: `faults.md` F16, F17 and F20. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type PageRead, pagingOf } from '../../server/engine/kinds/http/paging.ts'
import { type Fresh, freshDatabase } from '../server/databases.ts'
import { play } from './scene.ts'
import { record, type Script } from './source-sim.ts'
import { configFor } from './stage.ts'

const items = (from: number, count: number) => Array.from({ length: count }, (_, at) => record(from + at))

describe('a cursor', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase('embedded')
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
    ['is an object', { id: 1 }],
    ['is a list', ['x']],
    ['is true', true],
    ['holds signs that cannot be kept', 'a\u0000b'],
    ['holds signs that cannot be kept', 'half \ud800'],
  ])('that %s is said to be none', async (name, cursor) => {
    const script: Script = (_, response) => !!response.end(JSON.stringify({ items: items(1, 3), next_cursor: cursor }))
    const scene = await play(fresh.database, { config: { paging: 'cursor' }, script })
    const message = `The next cursor of the source ${name}.`
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'source/bad-cursor', message } })
  })
})

/** Reads pages by the rules alone: `pages` are their records and what stands around them. */
function notesOf(paging: 'offset' | 'page', pages: readonly (readonly [number, Readonly<Record<string, unknown>>])[]) {
  const { source } = configFor({ source: 'http://x.test', destination: 'http://x.test', paging })
  const rules = pagingOf(source)
  let place: PageRead['place'] | null = rules.start
  const notes: (string | null)[] = []
  for (const [count, around] of pages) {
    if (!place) throw new Error('no page is asked for any more')
    const facts = rules.facts.map((path) =>
      path.reduce<unknown>(
        (it, step) => (it as Record<string, unknown> | undefined)?.[step.kind === 'name' ? step.name : ''],
        around,
      ),
    )
    const read = rules.next({ place, count, facts })
    place = read.next
    notes.push(read.note)
  }
  return { notes, isOver: place === null }
}

describe('a total that comes with the pages', () => {
  const shorter = 'The list became 3 shorter while it was read: up to 3 records may be missing.'

  it.each(['offset', 'page'] as const)('F20 by %s gives away that the list became shorter', (paging) => {
    expect(
      notesOf(paging, [
        [100, { total: 250 }],
        [100, { total: 247 }],
        [47, { total: 247 }],
      ]),
    ).toEqual({
      notes: [null, shorter, shorter],
      isOver: true,
    })
    expect(
      notesOf(paging, [
        [100, { meta: { total_count: 250 } }],
        [100, { meta: { total_count: 249 } }],
      ]).notes[1],
    ).toBe('The list became 1 shorter while it was read: up to 1 record may be missing.')
  })

  it('is held against what the pages held', () => {
    expect(
      notesOf('offset', [
        [100, { totalCount: 250 }],
        [30, { totalCount: 250 }],
      ]).notes[1],
    ).toBe('The source says that its list holds 250 records; its pages held 130.')
    expect(
      notesOf('offset', [
        [100, { total: 150 }],
        [50, { total: 150 }],
      ]).notes,
    ).toEqual([null, null])
    expect(
      notesOf('offset', [
        [100, { total: 150 }],
        [55, { total: 155 }],
      ]).notes,
    ).toEqual([null, null])
  })

  it('is none when it is the number of records on the page, no number, or absent', () => {
    const silent = [null, null]
    expect(
      notesOf('offset', [
        [100, { count: 100 }],
        [30, { count: 30 }],
      ]).notes,
    ).toEqual(silent)
    expect(
      notesOf('offset', [
        [100, { total: '250' }],
        [30, { total: '130' }],
      ]).notes,
    ).toEqual(silent)
    expect(
      notesOf('offset', [
        [100, { total: -1 }],
        [30, { total: -5 }],
      ]).notes,
    ).toEqual(silent)
    expect(
      notesOf('offset', [
        [100, {}],
        [30, { total: 999 }],
      ]).notes,
    ).toEqual(silent)
  })
})
