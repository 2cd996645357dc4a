import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { checkEnrichments } from '#server/engine/enrichment/checking.ts'
import { namesInQuery } from '#server/engine/kinds/database/named-parameters.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import {
  databaseConfig,
  engines,
  eventuallyClosed,
  missing,
  openDatabaseOf,
  type TestDatabase,
} from '../database/database-stage.ts'
import { lookup, opened, order } from './enrichments.ts'

const inQuery: Lookup['parameters'] = [{ in: 'query', name: 'id', sourcePath: 'customer.id' }]

it('parameters stand where no text, name, comment or type is', () => {
  const query = `select ':a', ":b", $x$ :c $x$, d::text, :e -- :f
    from t /* :g */ where h = :h and i in (:i) and j[1:2] = 'it''s :j'`
  expect(namesInQuery(query)).toEqual(['e', 'h', 'i'])
})

describe.each(engines)('an enrichment in %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    await database.run(
      'create table customers (id bigint primary key, name varchar(80), credit decimal(30, 2))',
      "insert into customers values (1, 'Ann', 12345678901234567890.10), (2, ':id', null), (9007199254740993, 'large', 0)",
      'create table orders (customer bigint, no int)',
      'insert into orders values (1, 10), (1, 11), (2, 20)',
    )
  }, 120_000)
  afterAll(() => database?.remove())

  const of = (query: string, how: Partial<Lookup> = {}, more: Partial<EnrichmentConfig> = {}): EnrichmentConfig => ({
    ...{ id: 'e1', title: 'Customers', type: 'database', databaseConfig: databaseConfig(database, { query }) },
    auth: { type: 'basic', username: database.user, password: database.password },
    lookup: { ...lookup, parameters: inQuery, resultPath: '[0]', targetPath: 'details', notFound: 'null', ...how },
    ...more,
  })
  const readSecret = async (reference: unknown) => String(reference)
  const details = (verdicts: readonly unknown[]) =>
    verdicts.map((it) => (it as { record?: { details: unknown } }).record?.details)

  it.skipIf(missing(engine) !== '')('finds rows exactly, asks equal values once, and leaves nothing open', async () => {
    const enrich = await opened([of('select name, credit from customers where id = :id')], { readSecret })
    const { verdicts, lines } = await enrich([order(1), order('2'), order(3), order(1)])
    expect(JSON.stringify(details(verdicts))).toBe(
      '[{"name":"Ann","credit":12345678901234567890.10},{"name":":id","credit":null},null,{"name":"Ann","credit":12345678901234567890.10}]',
    )
    expect(lines.map(({ outcome }) => outcome).toSorted()).toEqual(['found', 'found', 'not-found'])
    expect(
      lines.every(({ asked }) => asked.startsWith(`select ${engine}://127.0.0.1:${database.port}/${database.name} (id = `)),
    ).toBe(true)
    await eventuallyClosed(database)
  })

  it.skipIf(missing(engine) !== '')('cannot be talked into anything by a value', async () => {
    const enrich = await opened([of('select name from customers where name = :id')], { readSecret })
    const odd = ["' or '1'='1", "'; drop table customers; --", '\\', '%', ':id', 'é😀', '\u0000', '\ud800']
    const { verdicts } = await enrich(odd.map(order))
    expect(details(verdicts)).toEqual([null, null, null, null, { name: ':id' }, null, undefined, undefined])
    expect(verdicts.slice(6)).toMatchObject([
      { failed: { code: 'lookup/not-askable' } },
      { failed: { code: 'lookup/not-askable' } },
    ])
    expect(await database.rows('select count(*) as n from customers')).toMatchObject([{ n: expect.anything() }])
  })

  it.skipIf(missing(engine) !== '')('takes no number for its neighbour', async () => {
    const enrich = await opened([of('select name from customers where id = :id')], { readSecret })
    const { verdicts } = await enrich([
      parseExactly('{"customer":{"id":9007199254740992}}'),
      parseExactly('{"customer":{"id":9007199254740993}}'),
    ])
    expect(details(verdicts)[0]).toBeNull()
    if (engine === 'postgresql') expect(details(verdicts)[1]).toEqual({ name: 'large' })
    else expect(verdicts[1]).toMatchObject({ failed: { code: 'lookup/not-askable' } })
    const texts = await enrich([order('9007199254740992'), order('9007199254740993')])
    expect(details(texts.verdicts)).toEqual([null, { name: 'large' }])
  })

  it.skipIf(missing(engine) !== '')('fails the record whose value the database refuses, and no other', async () => {
    const query =
      engine === 'postgresql' ? 'select name from customers where id = :id' : 'select name from customers where id = exp(:id)'
    const value = engine === 'postgresql' ? 'abc' : 9_999
    const enrich = await opened([of(query, { concurrency: 1 })], { readSecret })
    const { verdicts } = await enrich([value, engine === 'postgresql' ? 1 : 0].map(order))
    expect(verdicts).toMatchObject([{ failed: { code: 'lookup/refused' } }, { record: { details: { name: 'Ann' } } }])
  })

  it.skipIf(missing(engine) !== '')('asks a batch at once, and gives lists', async () => {
    const how = { per: 'batch', resultPath: '', matchPath: 'id', batchSize: 3 } as const
    const batch = await opened([of('select id, name from customers where id in (:id)', how)], { readSecret })
    const { verdicts, lines } = await batch([1, 2, 3, 1].map(order))
    expect(details(verdicts).map((it) => (it as { name: string } | null)?.name)).toEqual(['Ann', ':id', undefined, 'Ann'])
    expect(lines).toMatchObject([{ values: 3, records: 4, outcome: 'found' }])
    const list = await opened([of('select no from orders where customer = :id order by no', { resultPath: '' })], { readSecret })
    expect(details((await list([order(1), order(3)])).verdicts)).toEqual([[{ no: 10 }, { no: 11 }], null])
  })

  it.skipIf(missing(engine) !== '')('writes nothing, and stops the run when what it asks for is not there', async () => {
    const gone = await opened([of('select name from nowhere where id = :id')], { readSecret })
    await expect(gone([order(1)])).rejects.toMatchObject({ name: 'SourceFault', problem: { code: 'lookup/refused' } })
    const auth = { type: 'basic', username: 'nobody-knows', password: 'x' } as const
    const refused = await opened([of('select name from customers where id = :id', {}, { auth })], { readSecret })
    await expect(refused([order(1)])).rejects.toMatchObject({ name: 'SourceFault' })
    await eventuallyClosed(database)
  })

  it.skipIf(missing(engine) !== '')('has 0 connections when its address is private', async () => {
    const enrich = await opened([of('select name from customers where id = :id')], { readSecret, egressAllow: [] })
    await expect(enrich([order(1)])).rejects.toMatchObject({ name: 'SourceFault', problem: { code: 'egress/refused' } })
  })

  it.skipIf(missing(engine) !== '')('is checked before', () => {
    const paths = (config: EnrichmentConfig) => checkEnrichments([config]).map(({ path }) => path)
    expect(paths(of('select 1'))).toEqual(['/0/lookup/parameters/0/name'])
    expect(paths(of('delete from customers where id = :id'))).toEqual(['/0/databaseConfig/query'])
    expect(paths(of('select :id', { parameters: [{ in: 'path', name: 'id', sourcePath: 'id' }] }))).toEqual([
      '/0/lookup/parameters/0/in',
    ])
    const table = { databaseConfig: databaseConfig(database, { table: 'customers' }) }
    expect(paths(of('', {}, table))).toEqual(['/0/databaseConfig/query', '/0/lookup/parameters/0/name'])
  })
})
