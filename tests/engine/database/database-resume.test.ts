/** A read that is stopped at every page and gone on with by another process reads what an undisturbed one reads: of every type a key may have. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Place, type SourcePage, Unreadable } from '#server/engine/kit/kind.ts'
import { isFullForm } from '../../kit/form.ts'
import { type Engine, engines, openDatabaseOf, openPages, readInPieces, type TestDatabase } from './database-stage.ts'

const rows = 17
const page = 7

/** The name of a type, the type, and the value of row `n`. */
type Case = readonly [name: string, type: string, value: string]

const keys: Readonly<Record<Engine, readonly Case[]>> = {
  postgresql: [
    ['integer', 'int', 'n - 12'],
    ['bigint', 'bigint', '9223372036854775807 - n * 3'],
    [
      'numeric of any scale',
      'numeric',
      "case n when 5 then 'NaN' when 6 then 'Infinity' else (n * 7 % 31 || '.' || repeat('10', n))::numeric end",
    ],
    ['float', 'float8', "case n when 5 then 'NaN'::float8 when 6 then '-Infinity' else (n - 9)::float8 / 3 end"],
    ['single float', 'real', '(n - 9)::real / 7'],
    ['uuid', 'uuid', 'md5(n::text)::uuid'],
    ['bytes', 'bytea', "decode(md5(n::text), 'hex')"],
    ['text', 'text', "chr(97 + n * 7 % 26) || case when n % 2 = 0 then 'Z-é' else '_z' end || n"],
    ['text in order of bytes', 'text collate "C"', 'chr(65 + n * 7 % 50) || n'],
    [
      'text in order of a language',
      'text collate "de-x-icu"',
      "chr(97 + n * 7 % 26) || case when n % 2 = 0 then 'Ä' else 'a' end || n",
    ],
    ['text without case', 'text collate caseless', "case when n % 2 = 0 then 'ab' else 'AB' end || n"],
    ['fixed text', 'char(9)', "'k' || n * 7 % 31"],
    ['enum', 'mood', '(enum_range(null::mood))[n]'],
    ['date', 'date', "case n when 5 then 'infinity'::date when 6 then '0044-03-15 BC' else '2026-01-01'::date + n * 7 % 31 end"],
    ['timestamp', 'timestamp', "'2026-01-01'::timestamp + n * interval '1 microsecond'"],
    [
      'timestamp with zone',
      'timestamptz',
      "case n when 5 then '-infinity'::timestamptz else '2026-03-29 00:59:59.999990+00'::timestamptz + n * interval '1 microsecond' end",
    ],
    ['time', 'time', "'10:00'::time + n * interval '1 microsecond'"],
    ['interval', 'interval', "n * interval '1 day 3 hours'"],
    ['address', 'inet', "('10.0.' || n * 7 % 31 || '.1/24')::inet"],
    ['bits', 'bit(8)', 'n::bit(8)'],
    ['name', 'name', "('k' || n)::name"],
    ['money', 'money', 'n::money * 100000'],
    ['list', 'int[]', 'array[n % 3, n]'],
  ],
  mysql: [
    ['integer', 'int', 'cast(n as signed) - 12'],
    ['unsigned bigint', 'bigint unsigned', '18446744073709551615 - n * 3'],
    ['decimal', 'decimal(65,30)', 'cast(n as signed) - 12 + 0.000000000000000000000000000001'],
    ['whole decimal', 'decimal(65,0)', '99999999999999999999999999999999999999999999999999999999999 - n'],
    ['float', 'float', '(cast(n as signed) - 9) / 7'],
    ['double', 'double', '(cast(n as signed) - 9) / 3e0'],
    ['binary', 'binary(16)', 'unhex(md5(n))'],
    ['bytes', 'varbinary(20)', "concat(x'00ff', unhex(md5(n)), x'00')"],
    [
      'text without case',
      'varchar(20) collate utf8mb4_general_ci',
      "concat(if(n % 2 = 0, 'äB', 'ÄB'), char(97 + n * 7 % 26), n)",
    ],
    [
      'text of a language',
      'varchar(20) collate utf8mb4_unicode_ci',
      "concat(char(97 + n * 7 % 26), if(n % 2 = 0, 'ß', 'SS'), n)",
    ],
    ['text in order of bytes', 'varchar(20) collate utf8mb4_bin', 'concat(char(65 + n * 7 % 50), n)'],
    ['text with zero characters', 'varchar(20)', "concat('k', char(0), n)"],
    [
      'text of another character set',
      'varchar(20) character set latin1 collate latin1_german1_ci',
      "concat(if(n % 2 = 0, 'é', 'Z'), n * 7 % 31)",
    ],
    ['short characters', 'char(9) character set utf8mb3', "concat('k', n * 7 % 31)"],
    ['enum', `enum(${Array.from({ length: rows }, (_, at) => `'${(at * 7) % 31}'`).join()})`, 'n'],
    ['set', "set('e','d','c','b','a')", 'n'],
    ['date', 'date', "if(n = 5, '0000-00-00', if(n = 6, '2026-02-31', date '2026-01-01' + interval n * 7 % 31 day))"],
    ['timestamp', 'timestamp(6)', "timestamp '2026-03-29 00:59:59.999990' + interval n microsecond"],
    ['datetime', 'datetime(6)', "if(n = 5, '0000-00-00', timestamp '2026-01-01 00:00:00' + interval n microsecond)"],
    ['time', 'time(6)', 'sec_to_time(-1000 + cast(n as signed) * 60.000001)'],
    ['year', 'year', 'if(n = 5, 0, 1990 + n)'],
    ['bits', 'bit(12)', 'n * 7 % 31'],
    ['uuid', 'uuid', "concat('a81bc81b-dead-4e5d-', lpad(n * 7 % 31, 4, '0'), '-90865d1e13b1')"],
    ['address', 'inet6', "concat('2001:db8::', n)"],
  ],
}

const first: Readonly<Record<Engine, readonly string[]>> = {
  postgresql: [
    "create collation caseless (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
    `create type mood as enum (${Array.from({ length: rows }, (_, at) => `'m${(at * 7) % 31}'`).join()})`,
  ],
  mysql: ["set sql_mode = 'ALLOW_INVALID_DATES'"],
}
const numbers: Readonly<Record<Engine, string>> = {
  postgresql: `generate_series(1, ${rows}) as s (n)`,
  mysql: `(select seq as n from seq_1_to_${rows}) as s`,
}

/** Of a record that no record can hold nothing is known but its key: it counts as the id that is missing. */
const idOf = (record: unknown) => (record instanceof Unreadable ? null : Number((record as { readonly id: unknown }).id))
/** The ids of the records, in order; `all` are those that are expected. */
function idsOf(pages: readonly SourcePage[], all: readonly number[]): (number | undefined)[] {
  const ids = pages.flatMap(({ records }) => records.map(idOf))
  const missing = [...all]
  for (const id of ids) if (id !== null && missing.includes(id)) missing.splice(missing.indexOf(id), 1)
  return ids.map((id) => id ?? missing.shift())
}
const inOrder = (ids: readonly (number | undefined)[]) => ids.toSorted((a, b) => Number(a) - Number(b))

describe.each(engines)('a read of %s that is stopped at every page', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    const statements = keys[engine].flatMap(([, type, value], at) => [
      `create table k${at} (k ${type} primary key, id int)`,
      `insert into k${at} select ${value}, n from ${numbers[engine]}`,
      // Each value twice, and five rows without one.
      `create table loose${at} (k ${type} null, id int)`,
      `insert into loose${at} select k, id from k${at} union all select k, id + 100 from k${at} union all select null, id + 300 from k${at} where id < 6`,
    ])
    await database.run(...first[engine], ...statements)
  })
  afterAll(() => database.remove())

  const listed = async (table: string) =>
    (await database.rows(`select id from ${table}`)).map(({ id }) => Number(id)).toSorted((a, b) => a - b)

  it.each(keys[engine].map(([name], at) => [name, at] as const).filter(([, at]) => isFullForm || at % 3 === 0))(
    'by a key: %s',
    async (_, at) => {
      const pages = await readInPieces(database, { table: `k${at}` }, { rows: page, keep: 3 })
      expect(pages.length).toBeGreaterThan(2)
      const ids = (await database.rows(`select id from k${at} order by k`)).map(({ id }) => Number(id))
      expect(idsOf(pages, ids)).toEqual(ids)
    },
  )

  it.each(keys[engine].map(([name], at) => [name, at] as const).filter(([, at]) => isFullForm || at % 3 !== 0))(
    'in parts by a key: %s',
    async (_, at) => {
      const table = `k${at}`
      const source = await openPages(database, { table }, page, 1)
      const parts = (await source.split?.(3, new AbortController().signal)) ?? []
      if ('why' in parts) throw new Error(`it has one part: ${parts.why}`)
      expect(parts).toHaveLength(3)
      const read: SourcePage[] = []
      for (const { place } of parts) {
        const from: Place = JSON.parse(JSON.stringify(place))
        read.push(...(await readInPieces(database, { table }, { rows: 4, keep: 2, from })))
      }
      const ids = (await database.rows(`select id from ${table} order by k`)).map(({ id }) => Number(id))
      expect(idsOf(read, ids)).toEqual(ids)
    },
  )

  it('in parts by a key of two columns, of which the first is the same in most rows, while rows come and go', async () => {
    await database.run(
      'create table pairs (a int not null, b varchar(20) not null, id int, primary key (a, b))',
      `insert into pairs select case when n < 15 then -1 else n end, concat('x', 100 + n), n from ${numbers[engine]}`,
    )
    const source = await openPages(database, { table: 'pairs' }, page, 1)
    const parts = (await source.split?.(4, new AbortController().signal)) ?? []
    if ('why' in parts) throw new Error(`it has one part: ${parts.why}`)
    expect(parts.map(({ begins, ends }) => [begins, ends])).toEqual([
      [null, '-1, x105'],
      ['-1, x105', '-1, x110'],
      ['-1, x110', '15, x115'],
      ['15, x115', null],
    ])
    // The bound of two parts goes, and rows come before the first and after the last.
    await database.run(
      "delete from pairs where b = 'x110'",
      "insert into pairs values (-9, 'x', 201), (-1, 'x110a', 202), (99, 'x', 203)",
    )
    const read: SourcePage[] = []
    for (const { place } of parts) read.push(...(await readInPieces(database, { table: 'pairs' }, { rows: 4, from: place })))
    const ids = await listed('pairs')
    expect(inOrder(idsOf(read, ids))).toEqual(ids)
  })

  it('has one part without a key, or with few rows', async () => {
    const split = async (changes: Parameters<typeof openPages>[1], partRows?: number) =>
      (await openPages(database, changes, page, partRows)).split?.(3, new AbortController().signal)
    expect(await split({ table: 'loose0' }, 1)).toMatchObject({ why: expect.stringContaining('no key') })
    expect(await split({ table: 'k0' })).toEqual({ why: null })
    await database.run('create table none (id int primary key)')
    expect(await split({ table: 'none' }, 1)).toEqual({ why: null })
  })

  // The short form takes every third type, so that both databases and both kinds of column are tried.
  it.each(keys[engine].map(([name], at) => [name, at] as const).filter(([, at]) => isFullForm || at % 3 === 1))(
    'by a column that is neither unique nor always there: %s',
    async (_, at) => {
      const changes = { query: `select id, k from loose${at}`, keyColumns: ['k'] }
      const pages = await readInPieces(database, changes, { rows: page, keep: 3 })
      const ids = await listed(`loose${at}`)
      expect(inOrder(idsOf(pages, ids))).toEqual(ids)
    },
  )

  const altered: Readonly<Record<Engine, readonly (readonly [string, string, string])[]>> = {
    postgresql: [
      ['text to another collation', 'text collate "C"', 'alter column k type text collate "en-x-icu"'],
      ['text to number', 'text collate "C"', 'alter column k type int using k::int'],
      ['number to text', 'int', 'alter column k type text'],
      ['time to time with a zone', 'timestamp', "alter column k type timestamptz using k at time zone 'Asia/Tokyo'"],
    ],
    mysql: [
      ['text to another collation', 'varchar(20) collate utf8mb4_bin', 'modify k varchar(20) collate utf8mb4_unicode_ci'],
      ['text to number', 'varchar(20)', 'modify k int'],
      ['number to text', 'int', 'modify k varchar(20)'],
      ['number to unsigned number', 'int', 'modify k int unsigned'],
    ],
  }
  const values = (type: string) => (type === 'timestamp' ? "timestamp '2026-01-01' + n * interval '1 day'" : 'n')

  it.each(altered[engine])('is given up when its order changes meanwhile: %s', async (name, type, change) => {
    const table = `altered_${name.replaceAll(' ', '_')}`
    await database.run(
      `create table ${table} (k ${type} primary key, id int)`,
      `insert into ${table} select ${values(type)}, n from ${numbers[engine]}`,
    )
    const alter = {
      rows: page,
      between: (at: number) => (at === 1 ? database.run(`alter table ${table} ${change}`) : Promise.resolve()),
    }
    await expect(readInPieces(database, { table }, alter)).rejects.toMatchObject({ problem: { code: 'source/cannot-continue' } })
  })

  it.each(altered[engine])('by a cursor is refused when its order changes meanwhile: %s', async (name, type, change) => {
    const table = `cursor_${name.replaceAll(' ', '_')}`
    await database.run(
      `create table ${table} (k ${type} not null, id int)`,
      `insert into ${table} select ${values(type)}, n from ${numbers[engine]}`,
    )
    const alter = {
      rows: page,
      between: (at: number) => (at === 1 ? database.run(`alter table ${table} ${change}`) : Promise.resolve()),
    }
    const reading = readInPieces(database, { table, cursorColumn: 'k' }, alter)
    await expect(reading).rejects.toThrow("Set this connector's cursor")
  })

  it('by content', async () => {
    for (const [at] of keys[engine].entries()) {
      if (at % 4 > 0) continue
      const query = `select id % 100 as id, k from loose${at}`
      const all = (await database.rows(query)).map(({ id }) => Number(id))
      const pages = await readInPieces(database, { query }, { rows: page, keep: 3 })
      expect(inOrder(idsOf(pages, all))).toEqual(inOrder(all))
    }
  })
})
