/** Every value comes as it is stored, and goes back as it came (`faults.md` F13). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { databaseKind } from '#server/engine/kinds/database/database-kind.ts'
import { Unreadable } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import {
  deliver,
  type Engine,
  engines,
  openDatabaseOf,
  openDestinationOf,
  openSourceOf,
  readAll,
  sideOf,
  type TestDatabase,
  toolsFor,
} from './database-stage.ts'

type Case = readonly [column: string, type: string, literal: string, json: string]

const postgresql: readonly Case[] = [
  ['b', 'boolean', 'true', 'true'],
  ['small', 'smallint', '-32768', '-32768'],
  ['whole', 'integer', '2147483647', '2147483647'],
  ['big', 'bigint', '9223372036854775807', '9223372036854775807'],
  ['exact', 'numeric', '12345678901234567890.12345678901234567890', '12345678901234567890.12345678901234567890'],
  ['scaled', 'numeric(10,4)', '1.5', '1.5'],
  ['single', 'real', '1.2345678', '1.2345678'],
  ['dbl', 'double precision', '0.1::float8 + 0.2', '0.30000000000000004'],
  ['large', 'double precision', '1e300', '1e+300'],
  ['words', 'text', 'E\'ünï \\n "quoted" \\\\ \\u2603 😀\'', '"ünï \\n \\"quoted\\" \\\\ ☃ 😀"'],
  ['fixed', 'char(5)', "'ab'", '"ab   "'],
  [
    'doc',
    'json',
    `'{"b": 1.10, "a": 12345678901234567890, "c": [1, {"d": null}]}'`,
    '{"b":1.1,"a":12345678901234567890,"c":[1,{"d":null}]}',
  ],
  ['docb', 'jsonb', `'{"n": 0.12345678901234567890}'`, '{"n":0.12345678901234567890}'],
  ['blank', 'jsonb', `'"text"'`, '"text"'],
  ['bytes', 'bytea', "'\\x00ff10'", '"AP8Q"'],
  ['day', 'date', "'2026-02-28'", '"2026-02-28"'],
  ['far', 'date', "'12026-02-28'", '"+012026-02-28"'],
  ['old', 'date', "'0044-03-15 BC'", '"-000043-03-15"'],
  ['clock', 'time', "'23:59:59.123456'", '"23:59:59.123456"'],
  ['local', 'timestamp', "'2026-01-02 03:04:05.123456'", '"2026-01-02T03:04:05.123456"'],
  ['at', 'timestamptz', "'2026-01-02 03:04:05.1+02'", '"2026-01-02T01:04:05.1Z"'],
  ['span', 'interval', "'1 year 2 days 03:04:05'", '"P1Y2DT3H4M5S"'],
  ['id', 'uuid', "'a81bc81b-dead-4e5d-abff-90865d1e13b1'", '"a81bc81b-dead-4e5d-abff-90865d1e13b1"'],
  ['list', 'bigint[]', "'{{1,9223372036854775807},{null,-1}}'", '[[1,9223372036854775807],[null,-1]]'],
  ['texts', 'text[]', `'{a,"b,c",null,"null"}'`, '["a","b,c",null,"null"]'],
  ['address', 'inet', "'10.0.0.1/8'", '"10.0.0.1/8"'],
  ['nothing', 'integer', 'null', 'null'],
]

const mysql: readonly Case[] = [
  ['flag', 'tinyint(1)', '1', '1'],
  ['big', 'bigint', '-9223372036854775808', '-9223372036854775808'],
  ['huge', 'bigint unsigned', '18446744073709551615', '18446744073709551615'],
  ['exact', 'decimal(40,20)', '12345678901234567890.12345678901234567890', '12345678901234567890.12345678901234567890'],
  ['single', 'float', '1.2345678', '1.2345678'],
  ['dbl', 'double', '0.1e0 + 0.2e0', '0.30000000000000004'],
  ['words', 'text', '\'ünï \\n "quoted" \\\\ ☃ 😀\'', '"ünï \\n \\"quoted\\" \\\\ ☃ 😀"'],
  ['zero', 'varchar(10)', "concat('a', char(0), 'b')", '"a\\u0000b"'],
  ['latin', 'varchar(10) character set latin1', "'é'", '"é"'],
  ['doc', 'json', `'{"b": 1.10, "a": 12345678901234567890}'`, '{"b":1.1,"a":12345678901234567890}'],
  ['bytes', 'varbinary(10)', "x'00ff10'", '"AP8Q"'],
  ['blobs', 'blob', "x'00ff10'", '"AP8Q"'],
  ['bits', 'bit(12)', "b'101000000001'", '2561'],
  ['day', 'date', "'2026-02-28'", '"2026-02-28"'],
  ['clock', 'time(6)', "'-838:59:58.999999'", '"-838:59:58.999999"'],
  ['local', 'datetime(6)', "'2026-01-02 03:04:05.123456'", '"2026-01-02T03:04:05.123456"'],
  ['at', 'timestamp(3) null', "'2026-01-02 03:04:05.1'", '"2026-01-02T03:04:05.100Z"'],
  ['year', 'year', '2026', '2026'],
  ['choice', "enum('a','b')", "'b'", '"b"'],
  ['nothing', 'int', 'null', 'null'],
]

describe.each([
  ['postgresql', postgresql],
  ['mysql', mysql],
] as const)('values of %s', (engine, cases) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    const columns = cases.map(([name, type]) => `${name}_ ${type}`).join(', ')
    const zone = engine === 'mysql' ? ["set time_zone = '+00:00'", "set sql_mode = ''"] : []
    await database.run(
      ...zone,
      `create table every (${columns})`,
      `create table again (${columns})`,
      `insert into every values (${cases.map(([, , literal]) => literal).join(', ')})`,
    )
  })
  afterAll(() => database.remove())

  it('are read exactly', async () => {
    const source = await openSourceOf(database, { table: 'every' })
    const { records } = await readAll(source, source.start(null))
    const record = records[0] as Record<string, unknown>
    const read = cases.map(([name]) => `${name}: ${JSON.stringify(record[`${name}_`])}`)
    expect(read).toEqual(cases.map(([name, , , json]) => `${name}: ${json}`))
  })

  it('are written back as they were', async () => {
    const source = await openSourceOf(database, { table: 'every' })
    const { records } = await readAll(source, source.start(null))
    const destination = await openDestinationOf(database, { table: 'again' })
    const outcome = await deliver(destination, 'again', ...records)
    await destination.close?.()
    expect(outcome).toMatchObject({ outcome: 'delivered', answer: { body: '1 row written.' } })
    const copy = await openSourceOf(database, { table: 'again' })
    const { records: copies } = await readAll(copy, copy.start(null))
    expect(JSON.stringify(copies)).toBe(JSON.stringify(records))
    const same =
      engine === 'postgresql'
        ? 'select count(*) as n from every e, again a where to_jsonb(e) = to_jsonb(a)'
        : `select count(*) as n from every e, again a where ${cases.map(([name]) => (name === 'doc' ? 'json_equals(e.doc_, a.doc_)' : `e.${name}_ <=> a.${name}_`)).join(' and ')}`
    expect(Number((await database.rows(same))[0]?.['n'])).toBe(1)
  })
})

type Odd = readonly [type: string, literal: string, why: string]
const odd: Readonly<Record<Engine, readonly Odd[]>> = {
  postgresql: [
    ['float8', "'NaN'", 'NaN is not a valid number for a record'],
    ['numeric', "'NaN'", 'NaN is not a valid number for a record'],
    ['real', "'Infinity'", 'Infinity is not a valid number for a record'],
    ['float8', "'-Infinity'", '-Infinity is not a valid number for a record'],
    ['float8[]', "'{1,NaN}'", 'NaN is not a valid number for a record'],
    ['date', "'infinity'", 'infinity is not a valid date for a record'],
    ['timestamptz', "'-infinity'", '-infinity is not a valid date for a record'],
  ],
  mysql: [
    ['date', "'0000-00-00'", '0000-00-00 is not a valid date for a record'],
    ['datetime', "'2026-02-31 10:00:00'", '2026-02-31 10:00:00 is not a valid date for a record'],
    ['date', "'2026-00-10'", '2026-00-10 is not a valid date for a record'],
  ],
}

/** Values of a cursor, of types that both systems have, and how many rows lie from one on as a person writes it. */
const counted = [
  {
    type: 'int',
    values: ['1', '2', '2', '10'],
    counts: [
      ['2', 3],
      ['3', 1],
      ['11', 0],
    ],
  },
  {
    type: 'decimal(12,2)',
    values: ['-1.50', '9.99', '10.00'],
    counts: [
      ['-1.5', 3],
      ['10', 1],
    ],
  },
  {
    type: 'timestamp',
    values: ["'2026-01-01 00:00:00'", "'2026-01-01 12:00:00'", "'2026-01-02 00:00:00'"],
    counts: [
      ['2026-01-01', 3],
      ['2026-01-01T12:00:00Z', 2],
      ['2026-01-01 12:00:01', 1],
    ],
  },
] as const

describe.each(engines)('values of %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
  })
  afterAll(() => database.remove())

  it('that no record can hold are empty where they stand for none, and end their record where something reads them', async () => {
    for (const [type, literal, why] of odd[engine]) {
      await database.run(
        ...(engine === 'mysql' ? ["set sql_mode = 'ALLOW_INVALID_DATES'"] : []),
        'drop table if exists odd',
        `create table odd (id int primary key, price ${type})`,
        `insert into odd values (1, null), (2, ${literal}), (3, null)`,
      )
      const source = await openSourceOf(database, { table: 'odd' })
      const { records, pages } = await readAll(source, source.start(null))
      const empty = [{ id: 1 }, { id: 2, price: null }, { id: 3 }]
      const isNone = !type.endsWith('[]') && /^(?:NaN|-?infinity|0000-00-00)/i.test(why)
      const message = `The column price of the row with id = 2 can't be read: ${why}.`
      if (isNone) {
        expect(records).toMatchObject(empty)
        expect(pages.at(-1)?.note).toContain('1 value was left empty (zero date, NaN or infinity) in the column price.')
      } else {
        expect(records).toMatchObject([{ id: 1 }, { key: '2', problem: { code: 'record/unreadable', message } }, { id: 3 }])
        expect(records[1]).toBeInstanceOf(Unreadable)
      }
      const other = await openSourceOf(database, { table: 'odd' }, undefined, new Set(['id']))
      const unused = await readAll(other, other.start(null))
      expect(unused.records).toMatchObject(empty)
      expect(unused.pages.at(-1)?.note).toBe('Unreadable values in unused columns were left empty (price).')
    }
  })

  it('that no record can hold are passed where they are the cursor, once', async () => {
    for (const [type, literal] of odd[engine]) {
      if (type.endsWith('[]')) continue
      const usual = /date|time/.test(type) ? ["'2026-01-01'", "'2026-01-02'"] : ['1', '2']
      await database.run(
        ...(engine === 'mysql' ? ["set sql_mode = 'ALLOW_INVALID_DATES'"] : []),
        'drop table if exists odd',
        `create table odd (id int primary key, at ${type})`,
        `insert into odd values (1, ${usual[0]}), (2, ${literal})`,
      )
      const source = await openSourceOf(database, { table: 'odd', cursorColumn: 'at' })
      const first = await readAll(source, source.start(null))
      expect(first.records).toHaveLength(2)
      await database.run(`insert into odd values (3, ${usual[1]})`)
      const second = await readAll(source, source.start(first.resume))
      expect(second.records).toMatchObject([{ id: 3 }])
      expect((await readAll(source, source.start(second.resume))).records).toEqual([])
    }
  })

  it.each(counted)('are counted from one on before a person sets the cursor there: $type', async ({ type, values, counts }) => {
    await database.run(
      'drop table if exists counted',
      `create table counted (id int primary key, at ${type} null)`,
      `insert into counted values (0, null), ${values.map((value, at) => `(${at + 1}, ${value})`).join(', ')}`,
    )
    const side = sideOf(database, { table: 'counted', cursorColumn: 'at' })
    const tools = toolsFor(createOutbound({ egressAllow: ['127.0.0.0/8'] }))
    const startAt = async (value: string | null) => databaseKind.startAt?.(side, value, tools, new AbortController().signal)
    expect(await startAt(null)).toEqual({ place: null, count: values.length })
    for (const [value, count] of counts) {
      const start = await startAt(value)
      expect([value, start?.count]).toEqual([value, count])
      // What is read from there on is what was counted.
      const source = await openSourceOf(database, { table: 'counted', cursorColumn: 'at' })
      expect((await readAll(source, source.start(start?.place ?? null))).records).toHaveLength(count)
    }
    await expect(startAt('neither')).rejects.toMatchObject({ problem: { code: 'cursor/value-refused' } })
  })
})
