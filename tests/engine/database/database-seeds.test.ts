/** E1: a read that is stopped at every page, while rows come and go on both sides of it and others read the same table, loses none that stood there all the time. */
import { describe, expect, it, onTestFinished } from 'vitest'

import type { DatabaseConfig } from '#contract/connectors/config/config.ts'
import { type SourcePage, Unreadable } from '#server/engine/kit/kind.ts'
import { type Chance, chanceOf, inForm, seeds } from '../../faults/kit/seed.ts'
import { type Engine, engines, openDatabaseOf, readInPieces, type TestDatabase } from './database-stage.ts'

/** A column of each system and a value of it; few values, so that many rows share one. */
type Kind = { readonly postgresql: string; readonly mysql: string; readonly value: (chance: Chance) => string }

const oneOf = <T>(chance: Chance, values: readonly T[]): T => values[chance.between(0, values.length - 1)] as T
const kinds: readonly Kind[] = [
  { postgresql: 'int', mysql: 'int', value: (it) => String(it.between(-3, 3)) },
  { postgresql: 'numeric', mysql: 'decimal(20,5)', value: (it) => `${it.between(-2, 2)}.${oneOf(it, ['5', '50', '12345'])}` },
  { postgresql: 'float8', mysql: 'double', value: (it) => `${it.between(-3, 3)} / 3e0` },
  { postgresql: 'text', mysql: 'varchar(20)', value: (it) => `'${oneOf(it, ['', 'a', 'B', 'ä', 'Z-é', 'ab ', '_'])}'` },
  {
    postgresql: 'timestamptz',
    mysql: 'datetime(6)',
    value: (it) => `'2026-03-29 00:59:59.99999${it.between(0, 9)}'`,
  },
  { postgresql: 'uuid', mysql: 'uuid', value: (it) => `'a81bc81b-dead-4e5d-abff-90865d1e13b${it.between(0, 4)}'` },
  { postgresql: 'date', mysql: 'date', value: (it) => `'2026-01-0${it.between(1, 4)}'` },
]

const rows = inForm(60, 400)
const changed = 3
const page = 7

const idOf = (record: unknown) =>
  record instanceof Unreadable ? Number(record.key) : Number((record as { readonly id: unknown }).id)
const countsOf = (pages: readonly SourcePage[]) => {
  const counts = new Map<number, number>()
  for (const id of pages.flatMap(({ records }) => records.map(idOf))) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

async function opened(engine: Engine): Promise<TestDatabase> {
  const database = await openDatabaseOf(engine)
  onTestFinished(() => database.remove())
  return database
}

/** A table with columns of some kinds, and the ids that are there all the time while `change` is called. */
async function changingTable(database: TestDatabase, chance: Chance, isUnique: boolean) {
  const its = Array.from({ length: chance.between(2, 3) }, () => oneOf(chance, kinds))
  const names = its.map((_, at) => `c${at}`)
  const columns = its.map((kind, at) => `c${at} ${kind[database.engine]} ${isUnique ? 'not null' : 'null'}`)
  const rowOf = (id: number) => {
    const values = its.map(({ value }) => (!isUnique && chance.next() < 0.2 ? 'null' : value(chance)))
    return `(${[id, ...values].join(', ')})`
  }
  const key = isUnique ? `, primary key (${[...names, 'id'].join(', ')})` : ''
  const ids = Array.from({ length: rows }, (_, at) => at + 1)
  await database.run(
    `create table t (id int not null, ${columns.join(', ')}${key})`,
    `insert into t values ${ids.map(rowOf).join(', ')}`,
  )
  const stayed = new Set(ids)
  let newest = 1_000
  return {
    ...{ names, stayed },
    change: async () => {
      const gone = Array.from({ length: changed }, () => oneOf(chance, [...stayed]))
      for (const id of gone) stayed.delete(id)
      const added = Array.from({ length: changed }, () => rowOf(++newest))
      await database.run(`delete from t where id in (${gone.join(', ')})`, `insert into t values ${added.join(', ')}`)
    },
  }
}

describe.each(engines)('a read of %s while rows come and go', (engine) => {
  it.each(seeds.flatMap((seed) => [true, false].map((isUnique) => [seed, isUnique] as const)))(
    'by a key of several columns of mixed types, seed %i, unique: %s',
    async (seed, isUnique) => {
      const chance = chanceOf(seed)
      const database = await opened(engine)
      const { names, stayed, change } = await changingTable(database, chance, isUnique)
      const changes: Partial<DatabaseConfig> = isUnique ? { table: 't' } : { query: 'select * from t', keyColumns: names }
      const counts = countsOf(await readInPieces(database, changes, { rows: page, keep: 3, between: change }))
      expect([...stayed].filter((id) => counts.get(id) !== 1)).toEqual([])
      // What came or went meanwhile may be read or not, but never twice.
      expect([...counts].filter(([, count]) => count > 1)).toEqual([])
    },
  )

  it.each(seeds)('by content, seed %i', async (seed) => {
    const database = await opened(engine)
    const { stayed, change } = await changingTable(database, chanceOf(seed), false)
    const counts = countsOf(await readInPieces(database, { query: 'select * from t' }, { rows: page, keep: 3, between: change }))
    expect([...stayed].filter((id) => counts.get(id) !== 1)).toEqual([])
  })
})

it.each(seeds)('PostgreSQL begins where other scans of the table are, and nothing is lost, seed %i', async (seed) => {
  const chance = chanceOf(seed)
  const database = await opened('postgresql')
  const count = 24_000
  // Larger than a quarter of the shared buffers: from there on scans join others that are at work.
  await database.run(
    'create table big (id int not null, pad text not null)',
    'alter table big alter column pad set storage plain',
    `insert into big select n, repeat(md5(n::text), 60) from generate_series(1, ${count}) as s (n)`,
    'analyze big',
  )
  const firsts = new Set<number>()
  const scan = async () => {
    await database.run(
      'set synchronize_seqscans = on',
      'begin',
      'declare other no scroll cursor for select id from big',
      `move ${chance.between(1_000, count - 1_000)} in other`,
      'rollback',
    )
    firsts.add(Number((await database.rows('select id from big limit 1'))[0]?.['id']))
  }
  const pages = await readInPieces(database, { query: 'select id from big' }, { rows: 5_000, keep: 4_000, between: scan })
  // Without this the scans were not synchronized, and nothing was proved.
  expect(firsts.size).toBeGreaterThan(1)
  const counts = countsOf(pages)
  expect(counts.size).toBe(count)
  expect([...counts.values()].every((it) => it === 1)).toBe(true)
})
