/** Pages that are asked for by number, of a source that makes them larger while it is read: what stands under a number is something else then. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { anyKind, type Fresh, freshDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { record, type Script } from '../kit/source-sim.ts'

/** Pages from 1 on; the sizes of today by the number of the request, counted from 1. */
const sized =
  (sizeAt: (request: number) => number): Script =>
  ({ number, url }, response) => {
    const page = Number(url.searchParams.get('page'))
    const size = sizeAt(number)
    const items = Array.from({ length: page < 1 ? 0 : size }, (_, at) => record((page - 1) * size + at + 1))
    return !!response.end(JSON.stringify({ items: items.filter(({ id }) => id <= 1_000) }))
  }

describe('pages by number', () => {
  let fresh: Fresh
  beforeAll(async () => {
    fresh = await freshDatabase(anyKind())
  })
  afterAll(() => fresh.remove())

  it.each([
    ['twice as large', 50, 100],
    ['a little larger', 60, 70],
    ['as large as asked, from one record', 1, 100],
  ])('that became %s are read without a gap', async (_, small, large) => {
    const scene = await play(fresh.database, { config: { paging: 'page' }, script: sized((at) => (at > 5 ? large : small)) })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 1_000 })
    expect(scene.destination.effects.size).toBe(1_000)
  })

  it('of different sizes all along, because records were left out of them, are each asked for once', async () => {
    const script: Script = ({ url }, response) => {
      const page = Number(url.searchParams.get('page'))
      const left = page < 1 || page > 6 ? 0 : 90 + page
      const items = Array.from({ length: left }, (_, at) => record((page - 1) * 100 + at + 1))
      return !!response.end(JSON.stringify({ items }))
    }
    const scene = await play(fresh.database, { config: { paging: 'page' }, script })
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsDelivered: 561, recordsSkipped: 0 })
    expect(scene.source.asked.map(({ url }) => url.searchParams.get('page'))).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })
})
