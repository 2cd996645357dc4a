/** Windows of a cursor column (decision 0125): every row in one of them, whatever happens at their borders, and a cursor as of a whole read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { joinedWindow } from '#server/engine/kinds/database/window.ts'
import type { Place, SourcePage, SourcePart } from '#server/engine/kit/kind.ts'
import { type Engine, engines, openDatabaseOf, openPages, readInPieces, type TestDatabase } from './database-stage.ts'

type Changes = Partial<DatabaseConfig>

/** An instant of the column, some seconds after a day in November. */
const at: Readonly<Record<Engine, (n: string) => string>> = {
  postgresql: (n) => `timestamptz '2026-11-01 10:00:00.000001+05' + ${n} * interval '1 second'`,
  mysql: (n) => `timestamp '2026-11-01 10:00:00.000001' + interval ${n} second`,
}
const types: Readonly<Record<Engine, string>> = { postgresql: 'timestamptz', mysql: 'datetime(6)' }
const numbers: Readonly<Record<Engine, string>> = {
  postgresql: 'generate_series(1, 40) as s (n)',
  mysql: '(select seq as n from seq_1_to_40) as s',
}

const idsOf = (pages: readonly SourcePage[]) =>
  pages.flatMap(({ records }) => records.map((it) => Number((it as { readonly id: unknown }).id)))
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)
const stored = (place: unknown): Place => JSON.parse(JSON.stringify(place))

describe.each(engines)('windows of a cursor of %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    await database.run(
      `create table orders (id int primary key, kind int, changed ${types[engine]} null)`,
      // Rows 8 to 13 have one instant, across what would be a border; row 40 has none.
      `insert into orders select n, n % 3, case when n between 8 and 13 then ${at[engine]('8')} when n < 40 then ${at[engine]('n')} end from ${numbers[engine]}`,
    )
  })
  afterAll(() => database.remove())

  const table: Changes = { table: 'orders', cursorColumn: 'changed', lookBack: 5 }
  const split = async (changes: Changes, resume: Place | null = null) => {
    const source = await openPages(database, changes, 5, 1)
    return (await source.split?.(4, new AbortController().signal, resume)) ?? { why: null }
  }
  async function partsOf(changes: Changes, resume: Place | null = null): Promise<readonly SourcePart[]> {
    const parts = await split(changes, resume)
    if ('why' in parts) throw new Error(`it has one part: ${parts.why}`)
    return parts
  }
  const readPart = ({ place }: SourcePart, changes: Changes) =>
    readInPieces(database, changes, { rows: 5, keep: 3, from: stored(place) })
  const cursorAfter = (pages: readonly (readonly SourcePage[])[], lookBack: number | undefined = 5) =>
    stored(joinedWindow(pages.map((it) => it.at(-1)?.resume ?? {}).map(stored), lookBack))
  const readFrom = async (resume: Place, changes: Changes) =>
    readInPieces(database, changes, { rows: 50, from: { ...resume, read: 0 } })

  it('hold every row with a value once, those of one instant in one of them', async () => {
    const parts = await partsOf(table)
    expect(parts).toHaveLength(4)
    expect(parts.map(({ begins }) => begins).slice(1)).toEqual(parts.map(({ ends }) => ends).slice(0, -1))
    const pages = []
    for (const part of parts) pages.push(await readPart(part, table))
    const each = pages.map(idsOf)
    expect(sorted(each.flat())).toEqual(Array.from({ length: 39 }, (_, n) => n + 1))
    expect(each.filter((ids) => ids.some((id) => id >= 8 && id <= 13))).toHaveLength(1)
    // Whoever reads next finds nothing, and rows that come late into the look-back.
    const resume = cursorAfter(pages)
    expect(idsOf(await readFrom(resume, table))).toEqual([])
    const whole = await readInPieces(database, table, { rows: 50 })
    expect(resume).toEqual(stored({ ...whole.at(-1)?.resume, read: 0 }))
    await database.run(
      `insert into orders values (41, 1, ${at[engine]('36')}), (42, 1, ${at[engine]('39')}), (43, 1, ${at[engine]('60')})`,
    )
    expect(sorted(idsOf(await readFrom(resume, table)))).toEqual([41, 42, 43])
    await database.run('delete from orders where id > 40')
  })

  it('read a row that changes meanwhile once at most, and the next run reads it as it is then', async () => {
    const parts = await partsOf(table)
    const [first, ...others] = parts as [SourcePart, ...SourcePart[]]
    const pages = [await readPart(first, table)]
    await database.run(
      `update orders set changed = ${at[engine]('50')} where id in (2, 39)`,
      `insert into orders values (50, 1, ${at[engine]('51')})`,
    )
    for (const part of others) pages.push(await readPart(part, table))
    const ids = pages.flatMap(idsOf)
    expect(ids.filter((id) => id === 2)).toHaveLength(1)
    expect(ids).not.toContain(39)
    expect(ids).not.toContain(50)
    expect(sorted(idsOf(await readFrom(cursorAfter(pages), table)))).toEqual([2, 39, 50])
    await database.run('delete from orders where id = 50', `update orders set changed = ${at[engine]('id')} where id in (2, 39)`)
  })

  it('of a later run begin where the run before stood, and leave out what it read', async () => {
    const whole = await readInPieces(database, table, { rows: 50 })
    const resume = stored(whole.at(-1)?.resume)
    await database.run(
      `insert into orders select 100 + n, 1, ${at[engine]('(39 + n)')} from ${numbers[engine]}`,
      `insert into orders values (99, 1, ${at[engine]('37')})`,
    )
    const parts = await partsOf(table, resume)
    const pages = []
    for (const part of parts) pages.push(await readPart(part, table))
    expect(sorted(pages.flatMap(idsOf))).toEqual([99, ...Array.from({ length: 40 }, (_, n) => 101 + n)])
    expect(idsOf(await readFrom(cursorAfter(pages), table))).toEqual([])
    await database.run('delete from orders where id >= 99')
  })

  it('are there for a query whose key columns name its rows, and for none whose rows share a key', async () => {
    const query = { query: 'select id, kind, changed from orders', cursorColumn: 'changed', lookBack: 5 }
    const parts = await partsOf({ ...query, keyColumns: ['id'] })
    const pages = []
    for (const part of parts) pages.push(await readPart(part, { ...query, keyColumns: ['id'] }))
    expect(sorted(pages.flatMap(idsOf))).toEqual(Array.from({ length: 39 }, (_, n) => n + 1))
    expect(await split({ ...query, keyColumns: ['kind'] })).toMatchObject({
      why: expect.stringContaining('share the key (kind)'),
    })
    expect(await split(query)).toMatchObject({ why: expect.stringContaining('no key') })
  })

  it('are not there for text, one value, or times to come, and the reason is given', async () => {
    expect(
      await split({ query: "select id, concat('a', id) as t from orders", cursorColumn: 't', keyColumns: ['id'] }),
    ).toMatchObject({
      why: expect.stringContaining('contains text'),
    })
    expect(await split({ query: 'select id, 1 as v from orders', cursorColumn: 'v', keyColumns: ['id'] })).toMatchObject({
      why: expect.stringContaining('the same value in v'),
    })
    await database.run(`insert into orders values (60, 1, ${at[engine]('100000000')})`)
    expect(await split(table)).toMatchObject({ why: expect.stringContaining('future time in changed') })
    await database.run('delete from orders where id = 60')
  })

  it('of a number read what lies at their borders once', async () => {
    const byId = { table: 'orders', cursorColumn: 'id' }
    const parts = await partsOf(byId)
    const pages = []
    for (const part of parts) pages.push(await readPart(part, byId))
    expect(sorted(pages.flatMap(idsOf))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    expect(idsOf(await readFrom(cursorAfter(pages, undefined), byId))).toEqual([])
  })
})
