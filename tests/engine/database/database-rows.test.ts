/** What names a row, and which rows a cursor passes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ownKey } from '#server/engine/kit/record-key.ts'
import { engines, eventuallyClosed, openDatabaseOf, openSourceOf, readAll, type TestDatabase } from './database-stage.ts'

const idsOf = (records: readonly unknown[]) => records.map((it) => Number((it as { readonly id: unknown }).id))

describe.each(engines)('rows of %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
  })
  afterAll(async () => {
    await eventuallyClosed(database)
    await database.remove()
  })

  it('names rows by all columns of their key, of a table or as they are set, and otherwise by their member', async () => {
    await database.run(
      'create table tenants (tenant int, id int, code varchar(9) not null, primary key (tenant, id))',
      "insert into tenants values (1, 7, 'a'), (2, 7, 'b')",
    )
    const query = 'select tenant, id, code from tenants'
    const namesOf = async (changes: Parameters<typeof openSourceOf>[1]) => {
      const source = await openSourceOf(database, changes)
      return (await readAll(source, source.start(null))).records.map(ownKey)
    }
    expect(await namesOf({ table: 'tenants' })).toEqual(['1|7', '2|7'])
    expect(await namesOf({ query, keyColumns: ['code'] })).toEqual(['a', 'b'])
    expect(await namesOf({ query })).toEqual(['7', '7'])
  })

  it.each([
    ['numbers', 'int', '100', '60'],
    ['times', 'timestamp', "'2026-01-01 10:00:00'", "'2026-01-01 09:59:30'"],
  ])('looks back without being told, for rows that are committed late: %s', async (name, type, value, late) => {
    await database.run(
      `create table tardy_${name} (id int primary key, at ${type})`,
      `insert into tardy_${name} values (1, ${value})`,
    )
    const source = await openSourceOf(database, { table: `tardy_${name}`, cursorColumn: 'at' })
    const first = await readAll(source, source.start(null))
    await database.run(`insert into tardy_${name} values (2, ${late})`)
    const second = await readAll(source, source.start(first.resume))
    expect([idsOf(first.records), idsOf(second.records)]).toEqual([[1], [2]])
    // Rows that have another shape now are not taken for new ones.
    await database.run(`alter table tardy_${name} add note varchar(5)`)
    expect((await readAll(source, source.start(second.resume))).records.length).toBeLessThanOrEqual(1)
  })

  it('is not moved by a time far ahead of the clock, and says so', async () => {
    await database.run(
      'create table future (id int primary key, at timestamp)',
      "insert into future values (1, '2026-01-01 10:00:00'), (2, '2037-12-31 00:00:00')",
    )
    const source = await openSourceOf(database, { table: 'future', cursorColumn: 'at' })
    const first = await readAll(source, source.start(null))
    expect(idsOf(first.records)).toEqual([1, 2])
    expect(first.pages.at(-1)?.note).toContain('1 row has a future time in at')
    await database.run("insert into future values (3, '2026-01-02 10:00:00')")
    const second = await readAll(source, source.start(first.resume))
    expect(idsOf(second.records)).toEqual([3])
    expect((await readAll(source, source.start(second.resume))).records).toEqual([])
  })

  it.each([
    ['seconds', 'bigint', (at: number) => Math.floor(at / 1_000), 253_402_300_799],
    ['milliseconds', 'bigint', (at: number) => at, 253_402_300_799_000],
  ] as const)(
    'is not moved by a number that is a time far ahead, nor by one of an hour ahead: %s',
    async (name, type, of, last) => {
      const now = Date.now()
      const table = `epochs_${name}`
      await database.run(
        `create table ${table} (id int primary key, changed_at ${type})`,
        `insert into ${table} values (1, ${of(now - 3_600_000)}), (2, ${last}), (3, ${of(now + 3_600_000)})`,
      )
      const source = await openSourceOf(database, { table, cursorColumn: 'changed_at' })
      const first = await readAll(source, source.start(null))
      expect(idsOf(first.records).toSorted()).toEqual([1, 2, 3])
      expect(first.pages.at(-1)?.note).toContain('2 rows have future times in changed_at')
      await database.run(`insert into ${table} values (4, ${of(now - 60_000)})`)
      expect(idsOf((await readAll(source, source.start(first.resume))).records)).toEqual([4])
    },
  )

  it('is not moved by a time with a zone that lies an hour ahead', async () => {
    if (database.engine === 'mysql') return
    await database.run(
      'create table soon (id int primary key, at timestamptz)',
      "insert into soon values (1, now() - interval '1 hour'), (2, now() + interval '1 hour')",
    )
    const source = await openSourceOf(database, { table: 'soon', cursorColumn: 'at' })
    const first = await readAll(source, source.start(null))
    await database.run("insert into soon values (3, now() - interval '1 minute')")
    expect(idsOf((await readAll(source, source.start(first.resume))).records)).toEqual([3])
  })
})
