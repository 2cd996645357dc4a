/** Groups of records: the same as SQL makes, nothing lost or added twice where a process dies, and no wrong sum is sent. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import { compileGroup, stateOf, stateText } from '#server/engine/group/compiled-group.ts'
import type { GroupState } from '#server/engine/kit/grouping.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startDestination } from '../kit/dest-sim.ts'
import { dryRun } from '../kit/dry-runs.ts'
import { play } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'
import { inOrder, nothingElse, once, stageReplay } from '../replay/replay-stage.ts'

const compiledOf = (group: RecordGroup) => {
  const compiled = compileGroup({ records: { group }, enrichment: [] })
  if (compiled === null || 'errors' in compiled) throw new Error(JSON.stringify(compiled))
  return compiled.group
}

/** Groups records, with every state written and read again after each `pageSize` records, as between pages. */
function grouped(group: RecordGroup, records: readonly unknown[], pageSize = 3) {
  const compiled = compiledOf(group)
  const states = new Map<string, GroupState>()
  for (const [at, record] of records.entries()) {
    const found = compiled.keyOf(record)
    if (typeof found === 'string') throw new Error(found)
    const state = states.get(found.name) ?? compiled.begin(found.keys)
    states.set(found.name, state)
    compiled.add(state, record, String(at + 1))
    if (at % pageSize === 0) for (const [name, it] of states) states.set(name, stateOf(stateText(it)))
  }
  return [...states.values()].map((state) => compiled.recordOf(state))
}

const all: RecordGroup = {
  by: ['k', 'm'],
  lines: [
    { target: 'records', do: 'count' },
    { target: 'present', do: 'count', path: 'n' },
    { target: 'total', do: 'sum', path: 'n' },
    { target: 'least', do: 'min', path: 'n' },
    { target: 'most', do: 'max', path: 'n' },
    { target: 'early', do: 'min', path: 'd' },
    { target: 'late', do: 'max', path: 'd' },
    { target: 'low', do: 'min', path: 't' },
    { target: 'high', do: 'max', path: 't' },
    { target: 'one', do: 'first', path: 't' },
    { target: 'other', do: 'last', path: 't' },
    { target: 'ns', do: 'list', path: 'n' },
  ],
}

const rowOf = fc.record({
  k: fc.option(fc.constantFrom('a', 'b', 'B', 'é')),
  m: fc.option(fc.constantFrom(0, 1, 2.5)),
  n: fc.option(
    fc.oneof(
      fc.constantFrom(0.1, 0.2, 0.3, 1e15, -7),
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((it) => it / 1_000),
    ),
  ),
  d: fc.option(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2025-06-01T12:00:00.000Z')),
  t: fc.option(fc.constantFrom('x', 'X', 'zz', '\u{1f600}', '\uff5e')),
})

describeOnEachDatabase('groups', (open) => {
  it('are the same as those of SQL, for random records', async () => {
    const { database } = await open()
    for (const seed of [1, 2, 3, 4, 5]) {
      const rows = fc.sample(rowOf, { numRuns: 300, seed })
      const { rows: expected } = await sql
        .raw<Record<string, unknown>>(
          `select json_build_object('k', k, 'm', m, 'records', count(*), 'present', count(n), 'total', trim_scale(sum(n)), 'least', trim_scale(min(n)),
            'most', trim_scale(max(n)), 'early', min(d), 'late', max(d), 'low', min(t), 'high', max(t), 'one', (array_agg(t order by i))[1],
            'other', (array_agg(t order by i desc))[1], 'ns', array_agg(n order by i))::text as g
          from json_to_recordset('${JSON.stringify(rows.map((row, i) => ({ i, ...row })))}'::json)
            as r(i int, k text collate "C", m numeric, n numeric, d text collate "C", t text collate "C")
          group by k, m order by min(i)`,
        )
        .execute(database.db)
      expect(JSON.parse(JSON.stringify(grouped(all, rows)))).toEqual(expected.map(({ g }) => JSON.parse(String(g))))
    }
  })
})

describe('a group', () => {
  const line = (does: RecordGroup['lines'][number]['do'], path = 'v'): RecordGroup => ({
    by: ['k'],
    lines: [{ target: 'to', do: does, path }],
  })
  const valuesOf = (does: RecordGroup['lines'][number]['do'], values: readonly unknown[]) =>
    grouped(
      line(does),
      values.map((v) => ({ k: 1, v })),
    )

  it.each<[RecordGroup['lines'][number]['do'], unknown[], unknown]>([
    ['sum', [0.1, 0.2], 0.3],
    ['sum', ['1.50', 2, null, ''], 3.5],
    ['sum', [null, undefined], null],
    ['count', [null, 1, 'x', ''], 2],
    ['min', ['10', '9'], '9'],
    ['min', ['10', '9', 'a'], '10'],
    ['max', ['2026-03-01', '2026-02-28T23:30:00-02:00'], '2026-02-28T23:30:00-02:00'],
    ['first', [null, 1], null],
    ['last', [1, null], null],
    ['list', [1, null, 'a'], [1, null, 'a']],
    ['unique', [1, 'a', 1, null, 'a'], [1, 'a']],
  ])('%s of %j is %j', (does, values, to) => {
    expect(valuesOf(does, values)).toEqual([{ k: 1, to }])
  })

  it('is not sent where a value does not fit, and says which', () => {
    expect(valuesOf('sum', [1, 'abc', 2])).toMatchObject([
      {
        problem: { code: 'group/value', message: 'Record 2 can\'t be added to the group: "v" is "abc", which is not a number.' },
      },
    ])
    const list = Array.from({ length: 1_001 }, (_, at) => at)
    expect(valuesOf('list', list)).toMatchObject([{ problem: { message: expect.stringContaining('more than 1,000 values') } }])
    const long = Array.from({ length: 40 }, () => 'x'.repeat(10_000))
    expect(valuesOf('list', long)).toMatchObject([{ problem: { message: expect.stringContaining('256 kB') } }])
  })

  it('knows a number and its text as one key, and nothing as a key of its own', () => {
    const count: RecordGroup = { by: ['k'], lines: [{ target: 'n', do: 'count' }] }
    expect(grouped(count, [{ k: 1 }, { k: '1' }, { k: '01' }, { k: null }, {}, { k: '' }])).toEqual([
      { k: 1, n: 2 },
      { k: '01', n: 1 },
      { k: null, n: 2 },
      { k: '', n: 1 },
    ])
  })
})

const sums: RecordGroup = {
  by: ['customer'],
  lines: [
    { target: 'total', do: 'sum', path: 'amount' },
    { target: 'orders', do: 'count' },
  ],
}
const withGroup = (group: RecordGroup) => (config: ConnectorConfig) => ({ ...config, records: { group }, dataMapping: [] })
const order = (id: number) => ({ id, customer: `C${id % 7}`, amount: id / 10 })

describe('a connector', () => {
  const base = configFor({ source: 'http://127.0.0.1:1/list', destination: 'http://127.0.0.1:1/in' })
  const wrong = (config: ConnectorConfig) => checkConfig(config).map(({ path, message }) => `${path}: ${message}`)

  it('with records that have no end, or only changes, or parts cannot group them', () => {
    const its = withGroup(sums)(base)
    expect(wrong(its)).toEqual([])
    const { listConfig } = its.source
    expect(wrong({ ...its, trigger: { type: 'webhook' } as never })).toContainEqual(
      expect.stringContaining('Webhook events never end'),
    )
    expect(
      wrong({ ...its, source: { ...its.source, listConfig: { ...listConfig, incrementalConfig: {} } as never } }),
    ).toContainEqual(expect.stringContaining('/records/group: Each run reads only changes'))
    expect(wrong({ ...its, source: { ...its.source, parts: 2 } })).toContainEqual(
      expect.stringContaining('/records/group: Groups need a source that is read as a whole'),
    )
  })

  it('is told what is wrong with its groups', () => {
    expect(wrong(withGroup({ by: ['a[*].b'], lines: [{ target: 'a', do: 'sum' }] })(base)).map((it) => it.split(':')[0])).toEqual(
      ['/records/group/by/0', '/records/group/lines/0/path'],
    )
    expect(wrong(withGroup({ by: ['a'], lines: [{ target: 'a', do: 'count' }] })(base))).toEqual([
      '/records/group/lines/0/target: Another field of the group fills "a". Use another name',
    ])
    // A group of lines reads lines, and the rules of destinations read groups.
    const each = { path: 'lines', empty: 'leaveOut' as const }
    expect(
      wrong({ ...withGroup({ by: ['lines[0].a'], lines: [] })(base), records: { each, group: { by: ['lines.a'], lines: [] } } }),
    ).toEqual(['/records/group/by/0: "lines" becomes one line for each item. Select a field of the item'])
    const others = [{ id: 1, name: 'B', destination: base.destination, dataMapping: [] }]
    const only = { all: [{ path: 'amount', is: 'atLeast' as const, to: 1 }] }
    expect(wrong({ ...withGroup(sums)(base), routes: { fit: 'first', first: { only }, others } })).toEqual([
      '/routes/first/only: The groups have no field "amount". Add the field to the groups, or select another field',
    ])
    const mapped = {
      ...withGroup(sums)(base),
      dataMapping: [{ source: 'amount', target: 'amount', sourcePath: 'amount', targetPath: 'amount' }],
    }
    expect(wrong(mapped as never)).toEqual([
      '/dataMapping/0: The groups have no field "amount". Add the field to the groups, or select another field',
    ])
  })
})

describeOnEachDatabase('a run with groups', (open) => {
  it('sends one record for each group once all is read', async () => {
    const { database } = await open()
    const scene = await play(database, {
      config: { paging: null },
      script: (_, response) => !!response.end(JSON.stringify(Array.from({ length: 70 }, (_, at) => order(at + 1)))),
      change: withGroup(sums),
    })
    expect(await scene.over()).toMatchObject({
      status: 'succeeded',
      recordsRead: 7,
      recordsDelivered: 7,
      statusReason: '7 records delivered. 7 groups from 70 records.',
    })
    const { rows } = await sql<{ record_key: string }>`select record_key from transactions order by position`.execute(database.db)
    expect(rows.map((it) => it.record_key)).toEqual(['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C0'])
    expect(scene.destination.effects.size).toBeGreaterThan(0)
    const { rows: left } = await sql`select 1 from run_groups union all select 1 from run_group_pages`.execute(database.db)
    expect(left).toEqual([])
  })

  it('sends nothing where a record has no group, and a group alone fails for a value', async () => {
    const { database } = await open()
    const records = [order(1), { ...order(2), amount: 'abc' }, order(3)]
    const answer = (them: readonly unknown[]) => ({
      config: { paging: null },
      script: (_: unknown, response: { end: (text: string) => unknown }) => !!response.end(JSON.stringify(them)),
      change: withGroup(sums),
    })
    const scene = await play(database, answer(records) as never)
    expect(await scene.over()).toMatchObject({ status: 'succeeded', recordsRead: 3, recordsDelivered: 2, recordsFailed: 1 })
    const other = await play(database, answer([order(1), { id: 2, customer: ['x'], amount: 1 }]) as never)
    expect(await other.over()).toMatchObject({
      status: 'failed',
      recordsRead: 0,
      statusReason:
        'Record 2 can\'t be added to any group: "customer" is a list, so the record has no group. The groups were not complete, so none of them was sent.',
    })
    expect(other.destination.effects.size).toBe(0)
  })
})

const lineOf = (id: number) => ({
  id,
  customer: `C${id % 2}`,
  lines: [
    { sku: 'a', amount: id },
    { sku: `b${id % 2}`, amount: 0.5 },
  ],
})
const ofLines: ConnectorConfig['records'] = {
  each: { path: 'lines', empty: 'leaveOut' },
  group: {
    by: ['customer', 'item.sku'],
    lines: [
      { target: 'total', do: 'sum', path: 'item.amount' },
      { target: 'orders', do: 'count' },
    ],
  },
}

describeOnEachDatabase('groups beside lines and several destinations', (open) => {
  it('add up lines, and go to the destination that fits', async () => {
    const { database } = await open()
    const other = await startDestination()
    onTestFinished(() => other.close())
    const records = [...Array.from({ length: 10 }, (_, at) => lineOf(at + 1)), { id: 11, customer: 'C9', lines: [] }]
    const scene = await play(database, {
      config: { paging: null },
      script: (_, response) => !!response.end(JSON.stringify(records)),
      change: (config) => ({
        ...config,
        ...{ records: ofLines, dataMapping: [] },
        routes: {
          fit: 'all',
          first: { only: { all: [{ path: 'item.sku', is: 'is', to: 'a' }] } },
          others: [{ id: 7, name: 'B', dataMapping: [], destination: { type: 'http', url: other.url, requestMethod: 'POST' } }],
        },
      }),
    })
    expect(await scene.over()).toMatchObject({
      ...{ status: 'succeeded', recordsRead: 6, recordsDelivered: 6, sourceRecordsRead: 11 },
      statusReason: '6 records delivered. 4 groups from 11 records. 1 record was left out.',
    })
    const sent = (its: typeof other) => its.bodies.map((body) => JSON.parse(body)).toSorted((one, two) => one.total - two.total)
    expect(sent(scene.destination)).toEqual([
      { customer: 'C1', item: { sku: 'a' }, total: 25, orders: 5 },
      { customer: 'C0', item: { sku: 'a' }, total: 30, orders: 5 },
    ])
    expect(sent(other).map(({ total, orders }) => [total, orders])).toEqual([
      [2.5, 5],
      [2.5, 5],
      [25, 5],
      [30, 5],
    ])
  })
})

it('a dry run shows groups, and what is in none', async () => {
  const config = withGroup(sums)(configFor({ source: 'http://127.0.0.1:9009', destination: 'http://127.0.0.1:9009/in' }))
  const examples = [order(1), order(8), order(2), { id: 3, customer: ['x'], amount: 1 }]
  const told = await dryRun({ config, examples })
  expect(told.records).toMatchObject([
    { key: 'C1', outcome: 'mapped', output: { customer: 'C1', total: 0.9, orders: 2 } },
    { key: 'C2', outcome: 'mapped', output: { customer: 'C2', total: 0.2, orders: 1 } },
    { outcome: 'failed', problem: { message: '"customer" is a list, so the record has no group.' } },
  ])
  expect(told.deliveries).toHaveLength(2)
  const lines = await dryRun({ config: { ...config, records: ofLines ?? {} }, examples: [lineOf(1), lineOf(3)] })
  expect(lines.records.map(({ output }) => output)).toEqual([
    { customer: 'C1', item: { sku: 'a' }, total: 4, orders: 2 },
    { customer: 'C1', item: { sku: 'b1' }, total: 1, orders: 2 },
  ])
})

describeOnEachDatabase('a replay of a connector with groups', (open) => {
  it('sends the group that failed as it was made', async () => {
    const answer = [1, 2, 3, 2].map((customer, at) => ({ id: at + 1, customer, amount: 10 ** at }))
    const stage = await stageReplay(await open(), {
      refused: [2],
      script: ({ url }, response) =>
        !!response.end(JSON.stringify({ items: url.searchParams.get('offset') === '0' ? answer : [] })),
      change: (config) => ({
        ...withGroup(sums)(config),
        dataMapping: ['id', 'total'].map((target) => {
          const source = target === 'id' ? 'customer' : target
          return { id: target, source, target, sourcePath: source, targetPath: target }
        }),
      }),
    })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 2, recordsFailed: 1 })
    stage.mend()
    expect(await stage.replayed({}, nothingElse)).toMatchObject({ state: 'completed', sums: { chosen: 1, delivered: 1 } })
    expect(inOrder(stage.destination.effects)).toEqual(once([1, 2, 3]))
    expect(JSON.parse(stage.destination.bodies.at(-1) ?? '')).toEqual({ id: 2, total: 1010 })
  })

  it('does not send what is no complete group', async () => {
    const answer = [1, 2].map((customer) => ({ id: customer, customer, amount: customer === 2 ? 'abc' : 1 }))
    const stage = await stageReplay(await open(), {
      script: ({ url }, response) =>
        !!response.end(JSON.stringify({ items: url.searchParams.get('offset') === '0' ? answer : [] })),
      change: withGroup(sums),
    })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 1, recordsFailed: 1 })
    expect(await stage.replayed({}, nothingElse)).toMatchObject({ sums: { chosen: 1, delivered: 0 } })
    expect(stage.destination.bodies).toHaveLength(1)
  })
})
