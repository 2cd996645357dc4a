/** How many pages a run says that it read: different ones of its source. */
import { expect, it } from 'vitest'

import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import type { Script } from '../kit/source-sim.ts'

const ids = (count: number, text = '') => Array.from({ length: count }, (_, at) => ({ id: at + 1, text }))

describeOnEachDatabase('the pages of a run', (open) => {
  it('are one where a long answer is read in parts', async () => {
    const { database } = await open()
    const script: Script = (_, response) => !!response.end(JSON.stringify({ items: ids(2_500, 'x'.repeat(500)) }))
    const scene = await play(database, { script, config: { paging: null } })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2_500, pagesRead: 1 })
    expect((await database.db.selectFrom('source_pages').select('number').execute()).length).toBeGreaterThan(1)
  })

  it('are counted once where the reader goes back because the list became shorter', async () => {
    const { database } = await open()
    let list = ids(300)
    const asked: number[] = []
    const script: Script = ({ url }, response) => {
      const page = Number(url.searchParams.get('page') ?? 1)
      asked.push(page)
      if (asked.length === 3) list = list.slice(50)
      const items = list.slice((page - 1) * 50, page * 50)
      return !!response.end(JSON.stringify({ items, total: list.length }))
    }
    const scene = await play(database, { script, config: { paging: 'page' } })
    const run = await scene.over()
    expect(run).toMatchObject({ status: 'succeeded', recordsDelivered: 300 })
    expect(asked.length).toBeGreaterThan(new Set(asked).size)
    // Page 0 does not exist.
    expect(run.pagesRead).toBe(new Set(asked).size - 1)
  })

  it('are those that exist where the source answers 404 behind the last one', async () => {
    const { database } = await open()
    const script: Script = ({ url }, response) => {
      const from = Number(url.searchParams.get('offset'))
      const items = ids(200).slice(from, from + 100)
      if (items.length === 0) return !!response.writeHead(404).end('{}')
      return !!response.end(JSON.stringify({ items, total: 200, has_more: true }))
    }
    const scene = await play(database, { script })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 200, pagesRead: 2 })
  })
})
