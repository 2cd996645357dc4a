import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Source, SourcePage } from '#server/engine/kit/kind.ts'
import { byForm } from '../../kit/form.ts'
import {
  type Engine,
  engines,
  eventuallyClosed,
  openDatabaseOf,
  openSourceOf,
  readAll,
  type TestDatabase,
} from './database-stage.ts'

const idsOf = (records: readonly unknown[]) => records.map((it) => Number((it as { readonly id: unknown }).id))
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

const recall = (source: Source, pages: readonly SourcePage[]) => {
  for (const { marks } of pages) if (marks) source.recall?.(marks)
}

/** A statement that makes numbered rows. */
const numbered = (engine: Engine, table: string, columns: string, count: number) =>
  engine === 'postgresql'
    ? `insert into ${table} select ${columns} from generate_series(1, ${count}) as s (n)`
    : `insert into ${table} select ${columns.replaceAll('::text', '')} from (select seq as n from seq_1_to_${count}) as s`

/** A kilobyte each: 40 times as much as one page holds, or 200 MB. */
const rows = byForm(100_000, 200_000)

describe.each(engines)('a source in %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
  })
  afterAll(async () => {
    await eventuallyClosed(database)
    await database.remove()
  })

  it('reads a table whole, each run', async () => {
    await database.run('create table whole (id int primary key, name varchar(20))', "insert into whole values (2, 'b'), (1, 'a')")
    const source = await openSourceOf(database, { table: 'whole' })
    for (const _ of [1, 2]) {
      const run = await readAll(source, source.start(null))
      expect(run.records).toEqual([
        { id: 1, name: 'a' },
        { id: 2, name: 'b' },
      ])
      expect(run.pages[0]?.startpoint).toBe(`select ${engine}://127.0.0.1:${database.port}/${database.name}/whole (rows 1 to 2)`)
      expect(run.resume).toBeNull()
    }
    await database.run('delete from whole')
    const empty = await readAll(source, source.start(null))
    expect(empty.pages).toMatchObject([{ records: [], next: null }])
  })

  it('F19 reads only what is new, and rows that come later with the same value', async () => {
    await database.run('create table ties (id int primary key, at int)', 'insert into ties values (1, 10), (2, 20), (3, 20)')
    const changes = { table: 'ties', cursorColumn: 'at' }
    const source = await openSourceOf(database, changes)
    const first = await readAll(source, source.start(null))
    expect(idsOf(first.records)).toEqual([1, 2, 3])
    const nothing = await readAll(source, source.start(first.resume))
    expect(nothing.records).toEqual([])
    await database.run('insert into ties values (0, 20), (4, 20), (5, 30)')
    const second = await readAll(source, source.start(nothing.resume))
    expect(sorted(idsOf(second.records))).toEqual([0, 4, 5])
    // A row that was changed without a new value is another row.
    await database.run('alter table ties add note varchar(10)', "update ties set note = 'x' where id = 5")
    const third = await readAll(source, source.start(second.resume))
    expect(third.records).toEqual([{ id: 5, at: 30, note: 'x' }])
  })

  it('F19 reads late rows within the look-back, none twice, and none beyond it', async () => {
    await database.run(
      'create table late (id int primary key, at timestamp(6) null)',
      "insert into late values (1, '2026-01-01 10:00:00.25'), (2, '2026-01-01 10:00:30.5'), (3, '2026-01-01 10:01:00.000001')",
    )
    const source = await openSourceOf(database, { table: 'late', cursorColumn: 'at', lookBack: 60 })
    const first = await readAll(source, source.start(null))
    expect(idsOf(first.records)).toEqual([1, 2, 3])
    await database.run(
      "insert into late values (4, '2026-01-01 10:00:00.000001'), (5, '2026-01-01 10:00:30.5'), (6, '2026-01-01 10:00:00.000000'), (7, null)",
    )
    const second = await readAll(source, source.start(first.resume))
    expect(sorted(idsOf(second.records))).toEqual([4, 5])
    expect(second.pages.at(-1)?.note).toBe('Rows without a value in at are not read.')
    expect((await readAll(source, source.start(second.resume))).records).toEqual([])
    await database.run("insert into late values (8, '2026-01-01 10:02:00')")
    const third = await readAll(source, source.start(second.resume))
    expect(idsOf(third.records)).toEqual([8])
    // A longer look-back begins where nothing is forgotten yet: no row comes twice.
    const longer = await openSourceOf(database, { table: 'late', cursorColumn: 'at', lookBack: 3_600 })
    expect((await readAll(longer, longer.start(third.resume))).records).toEqual([])
  })

  it('tells rows that are alike apart by how many there are', async () => {
    await database.run('create table alike (at int, name varchar(5))', "insert into alike values (1, 'a'), (1, 'a')")
    const source = await openSourceOf(database, { query: 'select * from alike -- all of them', cursorColumn: 'at' })
    const first = await readAll(source, source.start(null))
    expect(first.records).toHaveLength(2)
    await database.run("insert into alike values (1, 'a')")
    const second = await readAll(source, source.start(first.resume))
    expect(second.records).toEqual([{ at: 1, name: 'a' }])
  })

  it('begins anew when the cursor column is another one', async () => {
    await database.run('create table other (id int primary key, at int)', 'insert into other values (1, 5), (2, 4)')
    const byId = await openSourceOf(database, { table: 'other', cursorColumn: 'id' })
    const { resume } = await readAll(byId, byId.start(null))
    const byAt = await openSourceOf(database, { table: 'other', cursorColumn: 'at' })
    expect(idsOf((await readAll(byAt, byAt.start(resume))).records)).toEqual([2, 1])
  })

  describe('taken over in the middle', () => {
    const rows = 5_500
    beforeAll(async () => {
      const columns = engine === 'postgresql' ? "n, n % 3, 'k' || (n % 7), 'x'" : "n, n % 3, concat('k', n % 7), 'x'"
      await database.run(
        'create table moved (id int primary key, tie int, k varchar(10), pad varchar(10))',
        numbered(engine, 'moved', columns, rows),
        'create table keyed (k varchar(10), id int, primary key (k, id))',
        'insert into keyed select k, id from moved',
      )
    })

    it.each([
      ['a table by its key', { table: 'moved' }],
      ['a table by a key of two columns', { table: 'keyed' }],
      ['a table by a cursor', { table: 'moved', cursorColumn: 'id' }],
      ['a table with thousands of rows for one cursor value', { table: 'moved', cursorColumn: 'tie' }],
      ['texts as cursor', { table: 'moved', cursorColumn: 'k' }],
      ['a query by a cursor', { query: 'select id, tie from moved', cursorColumn: 'tie' }],
      ['a query in its own order', { query: 'select id from moved order by tie, id desc;' }],
    ])('goes on: %s', async (_, changes) => {
      const source = await openSourceOf(database, changes)
      let run = await readAll(source, source.start(null), 2)
      const records = [...run.records]
      const pages = [...run.pages]
      while (run.next !== null) {
        // Another process: nothing is left but the place and the marks.
        const next = await openSourceOf(database, changes)
        recall(next, pages)
        run = await readAll(next, run.next, 1)
        records.push(...run.records)
        pages.push(...run.pages)
      }
      expect(sorted(idsOf(records))).toEqual(upTo(rows))
      expect(new Set(pages.map(({ startpoint }) => startpoint)).size).toBe(pages.length)
      expect(Math.max(...pages.map((page) => page.records.length))).toBe(1_000)
      if (run.resume !== null) {
        const again = await openSourceOf(database, changes)
        expect((await readAll(again, again.start(run.resume))).records).toEqual([])
      }
    })

    it('reads what came before the place where it goes on, too, when it has the same cursor value', async () => {
      const changes = { table: 'moved', cursorColumn: 'tie' }
      const source = await openSourceOf(database, changes)
      const first = await readAll(source, source.start(null), 1)
      await database.run("insert into moved values (-1, 0, '', '')")
      const next = await openSourceOf(database, changes)
      const rest = await readAll(next, first.next ?? {})
      expect(sorted(idsOf([...first.records, ...rest.records]))).toEqual([-1, ...upTo(rows)])
      await database.run('delete from moved where id = -1')
    })

    it('goes on after the last key when rows before it are gone', async () => {
      const source = await openSourceOf(database, { table: 'keyed' })
      const first = await readAll(source, source.start(null), 1)
      await database.run("delete from keyed where k = 'k0'")
      const next = await openSourceOf(database, { table: 'keyed' })
      const rest = await readAll(next, first.next ?? {})
      const all = (await database.rows('select id from keyed order by k, id')).map(({ id }) => Number(id))
      expect(sorted(idsOf(rest.records))).toEqual(sorted(all.filter((id) => !idsOf(first.records).includes(id))))
    })

    it('says that rows of a query had changed or were gone when it was asked again', async () => {
      const changes = { query: 'select id from moved order by id' }
      const source = await openSourceOf(database, changes)
      const first = await readAll(source, source.start(null), 1)
      const next = await openSourceOf(database, { query: 'select id from moved where id < 10 order by id' })
      recall(next, first.pages)
      const rest = await readAll(next, first.next ?? {})
      expect(rest.pages).toMatchObject([
        { records: [], next: null, note: expect.stringContaining('991 rows had changed or disappeared') },
      ])
    })

    it('does not go on where nothing is known of the rows that were read', async () => {
      const changes = { query: 'select id from moved order by id' }
      const source = await openSourceOf(database, changes)
      const first = await readAll(source, source.start(null), 1)
      for (const place of [first.next ?? {}, { read: 1_000 }, { after: ['1000'], read: 1_000 }]) {
        const next = await openSourceOf(database, changes)
        await expect(readAll(next, place)).rejects.toMatchObject({
          retry: false,
          problem: { code: 'source/cannot-continue', message: expect.stringContaining('Start the run again') },
        })
      }
    })
  })

  it('counts rows of one value when there are more than it can remember, and says so', async () => {
    await database.run('create table crowd (id int primary key, at int)', numbered(engine, 'crowd', 'n, 7', 12_000))
    const source = await openSourceOf(database, { table: 'crowd', cursorColumn: 'at' })
    const first = await readAll(source, source.start(null), 11)
    expect(JSON.stringify(first.next).length).toBeLessThan(1_000)
    const next = await openSourceOf(database, { table: 'crowd', cursorColumn: 'at' })
    const rest = await readAll(next, first.next ?? {})
    expect(sorted(idsOf([...first.records, ...rest.records]))).toEqual(upTo(12_000))
    expect(rest.pages.at(-1)?.note).toContain('More than 10000 rows have at = 7')
    await database.run('insert into crowd values (12001, 7), (12002, 8)')
    const again = await openSourceOf(database, { table: 'crowd', cursorColumn: 'at' })
    expect(idsOf((await readAll(again, again.start(rest.resume))).records)).toEqual([12_001, 12_002])
  })

  it('shortens a look-back that holds more than it can remember, and says so', async () => {
    await database.run('create table busy (id int primary key, at int)', numbered(engine, 'busy', 'n, n', 12_000))
    const source = await openSourceOf(database, { table: 'busy', cursorColumn: 'at', lookBack: 100_000 })
    const first = await readAll(source, source.start(null))
    expect(first.pages.at(-1)?.note).toContain('The look-back reaches only to at = 2001')
    expect((await readAll(source, source.start(first.resume))).records).toEqual([])
  })

  it(`streams ${rows} rows and keeps a page of them in memory`, async () => {
    const pad = "repeat('0123456789', 100)"
    await database.run('create table large (id int primary key, pad text)', numbered(engine, 'large', `n, ${pad}`, rows))
    const source = await openSourceOf(database, { table: 'large' })
    let place = source.start(null)
    let read = 0
    let before = 0
    let most = 0
    for (;;) {
      const page = await source.read(place, new AbortController().signal)
      read += page.records.length
      const { rss } = process.memoryUsage()
      if (read <= 10_000) before = rss
      most = Math.max(most, rss)
      if (page.next === null) break
      place = page.next
    }
    expect(read).toBe(rows)
    // A kilobyte a row went through.
    expect((most - before) / 1024 / 1024).toBeLessThan(80)
    await source.close?.()
    await database.run('drop table large')
  })
})
