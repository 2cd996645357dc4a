/** A record with very many different names is refused before the main thread parses it, whatever it came by (finding T8). */
import { describe, expect, it, onTestFinished } from 'vitest'
import { hookSource } from '#server/engine/kinds/hook/hook-source.ts'
import { takeLines } from '#server/engine/kit/formats/lines.ts'
import { takeRows } from '#server/engine/kit/formats/rows.ts'
import { cutUp } from '#server/engine/kit/splitting/cutting.ts'
import { createDocuments } from '#server/engine/kit/splitting/documents.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { named } from '../kit/named.ts'

const cut = (text: string) => cutUp(Buffer.from(text), { list: { at: 'detected' }, facts: [] })

it('a record with more than 50,000 different names is refused', () => {
  expect(() => cut(`[{"id":1},{"deep":[${named(50_100)}]}]`)).toThrow('A record has more than 50000 different field names.')
  expect(cut(`[{"id":1},${named(50_000)}]`)).toMatchObject({ count: 2 })
})

it('a record that has the same names hundreds of thousands of times is taken', () => {
  const line = '{"sku":"a","quantity":1,"price":2}'
  expect(cut(`[{"lines":[${Array.from({ length: 100_000 }, () => line).join(',')}]}]`)).toMatchObject({ count: 1 })
})

describe('a record of very many names', () => {
  const whole = { isEnd: true, isStart: true, line: 0, header: null }

  it('is refused by the thread in an answer that is short, too', async () => {
    const documents = createDocuments({ list: { at: 'detected' }, facts: [] })
    onTestFinished(() => documents.close())
    const open = (text: string) => documents.open('page', Buffer.from(text), null, new AbortController().signal)
    const text = `[{"id":1},${named(50_100)}]`
    expect(text.length).toBeLessThan(1_000_000)
    await expect(open(text)).rejects.toThrow('A record has more than 50000 different field names.')
    // Many names in many records are no harm: the records come in pieces.
    const keys = Array.from({ length: 50_100 }, (_, at) => `{"n${at}":0}`)
    expect(await open(`[${keys.join(',')}]`)).toMatchObject({ count: 50_100 })
  })

  it('is refused in a line of a blob', async () => {
    const { records } = await takeLines({ ...whole, bytes: Buffer.from(`{"id":1}\n${named(50_100)}\n`) })
    expect(records).toEqual([{ id: 1 }, { line: 2, reason: 'The line has more than 50000 different field names.' }])
  })

  it('is refused as a row of a blob by its columns, however many they are', async () => {
    const columns = Array.from({ length: 1_000_000 }, (_, at) => `c${at}`)
    await expect(takeRows({ ...whole, bytes: Buffer.from(`${columns.join(',')}\n`) }, { delimiter: ',' })).rejects.toThrow(
      'has 1000000 columns at line 1. The limit is 16384.',
    )
    const wide = columns.slice(0, 16_384)
    const { records } = await takeRows(
      { ...whole, bytes: Buffer.from(`${wide.join(',')}\n${wide.map(() => 1).join(',')}\n`) },
      { delimiter: ',' },
    )
    expect(Object.keys(records[0] as object)).toHaveLength(16_384)
  })
})

it('events of a page are parsed one by one, and others have their turn in between', async () => {
  const body = `[${'0,'.repeat(400_000)}0]`
  const events = Array.from({ length: 4 }, (_, at) => ({ id: String(at), receivedAt: new Date(), body }))
  const outbound = createOutbound({ egressAllow: [] })
  onTestFinished(() => outbound.close())
  const source = await hookSource.openSource(
    { type: 'http', isList: true },
    { outbound, readSecret: async () => '', heldEvents: async () => events },
  )
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const page = await source.read(source.start(null), new AbortController().signal)
  isOver = true
  expect(page.records).toHaveLength(4 * 400_001)
  expect(turns).toBeGreaterThanOrEqual(4)
})
