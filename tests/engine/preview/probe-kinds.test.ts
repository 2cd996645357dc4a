/** Databases and containers are tried out by a look at them: real ones, and nothing is written. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import type { DestinationConfig, SourceConfig } from '#contract/connectors/config/config.ts'
import { createPaces } from '#server/engine/fairness/paces.ts'
import { createProbing } from '#server/engine/preview/probing/probing.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { type Azurite, startAzurite } from '../azure/azurite.ts'
import { engines, openDatabaseOf, sideOf, type TestDatabase } from '../database/database-stage.ts'
import { testVault } from '../kit/stage.ts'
import { type Reply, startTokens } from '../kit/token-sim.ts'

const prober = { companyId: 'c', userId: 'u', connectorId: null }

function probing() {
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(() => outbound.close())
  // What is typed is not saved, so the store is never asked.
  return createProbing({ db: null as never, vault: testVault, outbound })
}

describe('a destination that limits requests', () => {
  const prepared = async (answer: (number: number) => Reply) => {
    const sim = await startTokens({ token: () => ({ status: 200 }), api: (_, number) => answer(number) })
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
    onTestFinished(async () => {
      await sim.close()
      await outbound.close()
    })
    const paces = createPaces({ pauseBase: 20, pauseCap: 40 })
    const probe = createProbing({ db: null as never, vault: testVault, outbound, paces })
    const config: DestinationConfig = { type: 'http', url: `${sim.origin}/in`, requestMethod: 'POST' }
    return { sim, paces, test: () => probe.testConnection({ side: 'destination', config }, prober) }
  }

  it('is tested at the pace of its host', async () => {
    const { sim, test } = await prepared((number) =>
      number <= 3 ? { status: 429 } : { status: 204, headers: { allow: 'POST' } },
    )
    expect(await test()).toMatchObject({ verdict: 'works' })
    expect(sim.calls).toHaveLength(4)
  })

  it('is not asked while the host accepts nothing for a longer time, and the test says so', async () => {
    const { sim, paces, test } = await prepared(() => ({ status: 204, headers: { allow: 'POST' } }))
    paces.of(prober.companyId, sim.origin).limited({ wait: 90_000, isCertain: true }, 0)
    const message = `${new URL(sim.origin).host} is limiting requests. Try again in about 2 minutes.`
    expect(await test()).toMatchObject({ verdict: 'doubtful', message, problem: null })
    expect(sim.calls).toHaveLength(0)
  })

  it('that names a longer time is reported as limited', async () => {
    const { sim, test } = await prepared(() => ({ status: 429, headers: { 'retry-after': '60' } }))
    expect(await test()).toMatchObject({ verdict: 'doubtful', message: expect.stringContaining('because it limits requests') })
    expect(sim.calls).toHaveLength(1)
  })
})

const testOf = (config: DestinationConfig) => probing().testConnection({ side: 'destination', config }, prober)

describe.each(engines)('a table of %s', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    await database.run(
      'create table orders (id integer primary key, name varchar(20))',
      "insert into orders values (1, 'a'), (2, 'b'), (3, 'c')",
      'create table parcels (tenant integer, id integer, primary key (tenant, id))',
      'insert into parcels values (1, 7), (2, 7)',
      'create table notes (id integer, text varchar(20))',
      "insert into notes values (1, 'a'), (null, 'b')",
    )
  })
  afterAll(() => database?.remove())

  const config = (
    table: string,
    change: { readonly username?: string; readonly password?: string; readonly keyColumns?: string[] } = {},
  ) => ({
    type: 'database' as const,
    databaseConfig: {
      engine,
      host: '127.0.0.1',
      port: database.port,
      database: database.name,
      tls: 'disable' as const,
      table,
      ...(change.keyColumns ? { keyColumns: change.keyColumns } : {}),
    },
    auth: { type: 'basic' as const, username: change.username ?? database.user, password: change.password ?? database.password },
  })
  const tables = () =>
    database.rows(
      `select count(*) as n from information_schema.tables where table_schema = ${engine === 'mysql' ? `'${database.name}'` : "'public'"}`,
    )

  it('is looked at, and neither rows nor tables are written', async () => {
    const before = [await database.rows('select * from orders order by id'), await tables()]
    const it = await testOf(config('orders', { keyColumns: ['id'] }))
    expect(it).toMatchObject({ verdict: 'works', problem: null })
    expect(it.message).toMatch(/^We signed in and checked the table\. Nothing was written\. The table orders exists\./)
    expect([await database.rows('select * from orders order by id'), await tables()]).toEqual(before)
  })

  it('that is not there, keys that tell nothing apart, and a stranger are told', async () => {
    expect(await testOf(config('nowhere'))).toMatchObject({
      verdict: 'fails',
      problem: { message: expect.stringContaining('nowhere') },
    })
    expect((await testOf(config('orders', { keyColumns: ['name'] }))).verdict).not.toBe('works')
    const refused = await testOf(config('orders', { username: 'nobody', password: 'canary-wrong-1234' }))
    expect(refused.verdict).toBe('fails')
    expect(JSON.stringify(refused)).not.toContain('canary')
  })

  it('says what names its rows: its own key, the columns that were set, or else their fields', async () => {
    const identity = async (table: string, keyColumns?: string[]) => {
      const source: SourceConfig = config(table, keyColumns === undefined ? {} : { keyColumns })
      const rest = { name: 'Test', trigger: { type: 'manual' as const }, enrichment: [], dataMapping: [] }
      const result = await probing().dryRun({ config: { ...rest, source, destination: source } }, prober)
      return [result.identity, ...result.records.map(({ key }) => key)]
    }
    const whole = { samples: 2, without: 0 }
    expect(await identity('parcels')).toEqual([{ by: 'tableKey', fields: ['tenant', 'id'], ...whole }, '1|7', '2|7'])
    expect(await identity('parcels', ['tenant'])).toEqual([{ by: 'keyColumns', fields: ['tenant'], ...whole }, '1', '2'])
    const [notes] = await identity('notes')
    expect(notes).toEqual({ by: 'field', fields: ['id'], samples: 2, without: 1 })
  })

  it('is sampled and paged', async () => {
    const source: SourceConfig = config('orders')
    const sample = await probing().sample({ side: 'source', config: source }, prober)
    expect(sample.problem).toBeNull()
    expect(sample.records?.count).toBe(3)
    expect(sample.fields.map(({ path }) => path)).toEqual(['id', 'name'])
    const keyOf = async (config: SourceConfig) => (await probing().sample({ side: 'source', config }, prober)).key
    expect([sample.key, await keyOf(config('notes')), await keyOf(config('notes', { keyColumns: ['id'] }))]).toEqual([
      ['id'],
      [],
      undefined,
    ])
    const nameless: SourceConfig = { ...source, noKey: true }
    // A place in a list names nothing.
    expect((await probing().tryPaging(nameless, prober)).pages[0]).toMatchObject({ count: 3, firstKey: null, lastKey: null })
    const pages = await probing().tryPaging(source, prober)
    expect(pages).toMatchObject({ ended: 'last-page', problem: null })
    expect(pages.pages[0]).toMatchObject({ count: 3, firstKey: '1', lastKey: '3' })
  })
})

describe.each(engines)('a row of %s with a number that a double cannot hold', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    const decimal = engine === 'mysql' ? 'decimal(40, 20)' : 'numeric'
    await database.run(
      `create table exact (id bigint primary key, n ${decimal})`,
      'insert into exact values (9007199254740993, 12345678901234567890.12345678901234567890), (2, 0.5)',
    )
  })
  afterAll(() => database?.remove())

  it('is sampled, paged and tried out as it is', async () => {
    const side = sideOf(database, { table: 'exact' })
    const sample = await probing().sample({ side: 'source', config: side }, prober)
    expect(sample).toMatchObject({ problem: null, records: { count: 2 } })
    expect(JSON.stringify(sample.records?.items)).toMatch(/"id":9007199254740993,"n":12345678901234567890\.1234567890123456789/)
    expect(sample.fields.map(({ path, types }) => [path, ...types])).toEqual([
      ['id', 'integer'],
      ['n', 'number'],
    ])
    const { pages } = await probing().tryPaging(side, prober)
    expect(pages).toMatchObject([{ count: 2, firstKey: '2', lastKey: '9007199254740993' }])
    const config = {
      ...{ name: 'Test', trigger: { type: 'manual' as const }, enrichment: [], source: side, destination: side },
      dataMapping: [{ id: 'm', source: 'n', target: 'n', sourcePath: 'n', targetPath: 'n' }],
    }
    const { records } = await probing().dryRun({ config }, prober)
    expect(JSON.stringify(records[1])).toMatch(/"output":\{"n":12345678901234567890\.1234567890123456789/)
  })
})

describe.each(engines)('a row of %s with a zero date or NaN', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    const [type, odd, usual] = engine === 'mysql' ? ['date', '0000-00-00', '2026-01-01'] : ['float8', 'NaN', '1']
    await database.run(
      ...(engine === 'mysql' ? ["set sql_mode = 'ALLOW_INVALID_DATES'"] : []),
      `create table odd (id integer primary key, at ${type})`,
      `insert into odd values (1, '${usual}'), (2, '${odd}'), (3, '${odd}')`,
    )
  })
  afterAll(() => database?.remove())

  it('has null there in a sample and in a dry run', async () => {
    const side = sideOf(database, { table: 'odd' })
    const sample = await probing().sample({ side: 'source', config: side }, prober)
    expect(sample).toMatchObject({ problem: null, records: { count: 3 } })
    expect(sample.records?.items.slice(1)).toEqual([
      { id: 2, at: null },
      { id: 3, at: null },
    ])
    const config = {
      ...{ name: 'Test', trigger: { type: 'manual' as const }, enrichment: [], source: side, destination: side },
      dataMapping: [
        { id: 'm', source: 'id', target: 'id', sourcePath: 'id', targetPath: 'id' },
        { id: 'n', source: 'at', target: 'at', sourcePath: 'at', targetPath: 'at' },
      ],
    }
    const { records } = await probing().dryRun({ config }, prober)
    expect(records.slice(1)).toMatchObject([
      { key: '2', outcome: 'mapped', output: { id: 2, at: null } },
      { key: '3', outcome: 'mapped', output: { id: 3, at: null } },
    ])
  })
})

describe('a container', () => {
  let azurite: Azurite
  beforeAll(async () => {
    azurite = await startAzurite()
  })
  afterAll(() => azurite?.stop())

  const config = (container: string, key = azurite.key) => ({
    type: 'azure' as const,
    azureConfig: { endpoint: azurite.endpoint, container, format: 'json' as const },
    auth: { type: 'accountKey' as const, account: azurite.account, key },
  })
  const blobsIn = async (container: Awaited<ReturnType<Azurite['container']>>) => {
    const names: string[] = []
    for await (const { name } of container.listBlobsFlat()) names.push(name)
    return names
  }

  it('is looked at, and nothing is written', async () => {
    const container = await azurite.container()
    const it = await testOf(config(container.containerName))
    expect(it).toMatchObject({ verdict: 'works', problem: null })
    expect(it.exchanges.map(({ request }) => request.method)).toEqual(['GET'])
    expect(JSON.stringify(it)).not.toContain(azurite.key)
    expect(await blobsIn(container)).toEqual([])
  })

  it('that is not there, and a wrong key, are told', async () => {
    expect(await testOf(config('nowhere'))).toMatchObject({ verdict: 'fails', problem: { answer: { status: 404 } } })
    const container = await azurite.container()
    const wrong = Buffer.from('canary-key-1234567890').toString('base64')
    const refused = await testOf(config(container.containerName, wrong))
    expect(refused).toMatchObject({ verdict: 'fails', problem: { answer: { status: 403 } } })
    expect(JSON.stringify(refused)).not.toContain(wrong)
  })

  it('is sampled', async () => {
    const container = await azurite.container()
    const text = '[{"id":1,"name":"a"},{"id":2,"name":"b"}]'
    await container.getBlockBlobClient('one.json').upload(text, text.length)
    const it = await probing().sample({ side: 'source', config: { ...config(container.containerName), isList: true } }, prober)
    expect(it).toMatchObject({ problem: null, records: { count: 2 } })
    expect(it.exchanges.length).toBeGreaterThan(0)
    expect(JSON.stringify(it)).not.toContain(azurite.key)
  })
})
