/** The filter of records: the same records as SQL would choose, reasons that are true, and runs that count what was left out. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { FilterCondition, FilterGroup, RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { figuresOf } from '#server/engine/ledger/ledger-sums.repository.ts'
import { rollUp } from '#server/engine/ledger/roll-up.repository.ts'
import { compileFilter } from '#server/engine/mapping/record-filter.ts'
import { checkConfig } from '#server/engine/plan/plan.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'

const judgeOf = (filter: RecordFilter) => {
  const compiled = compileFilter(filter)
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors))
  return (record: unknown, now = 0) => compiled.filter.judge(record, now)
}
const errorsOf = (filter: RecordFilter) => {
  const compiled = compileFilter(filter)
  return 'errors' in compiled ? compiled.errors : []
}
const goes = (condition: FilterCondition, record: unknown, now = 0) => judgeOf({ all: [condition] })(record, now) === null

describe('a condition', () => {
  it.each<[FilterCondition, unknown, boolean]>([
    [{ path: 'n', is: 'less', to: '10' }, { n: '9' }, true],
    [{ path: 'n', is: 'less', to: 10 }, { n: 9 }, true],
    [{ path: 'n', is: 'is', to: '1.50' }, { n: 1.5 }, true],
    [{ path: 'n', is: 'atLeast', to: 5 }, { n: 5 }, true],
    [{ path: 'n', is: 'greater', to: 5 }, { n: 5 }, false],
    [{ path: 'n', is: 'isNot', to: 'x' }, { n: null }, false],
    [{ path: 'n', is: 'isNot', to: 'x' }, {}, false],
    [{ path: 'n', is: 'isNot', to: 'x' }, { n: '' }, true],
    [{ path: 'n', is: 'isEmpty' }, { n: '' }, true],
    [{ path: 'n', is: 'isEmpty' }, {}, true],
    [{ path: 'n', is: 'isNotEmpty' }, { n: 0 }, true],
    [{ path: 'n', is: 'isNotEmpty' }, { n: [] }, false],
    [{ path: 'n', is: 'oneOf', to: ['a', 'b'] }, { n: 'b' }, true],
    [{ path: 'n', is: 'oneOf', to: [1, 2] }, { n: '2' }, true],
    [{ path: 'n', is: 'oneOf', to: ['a'] }, {}, false],
    [{ path: 'n', is: 'is', to: 'true' }, { n: true }, true],
    [{ path: 'n', is: 'contains', to: 'b' }, { n: 'abc' }, true],
    [{ path: 'n', is: 'contains', to: 'b' }, { n: ['a', 'b'] }, true],
    [{ path: 'n', is: 'contains', to: 'b' }, { n: ['abc'] }, false],
    [{ path: 'n', is: 'startsWith', to: 'SO-' }, { n: 'SO-1' }, true],
    [{ path: 'n', is: 'endsWith', to: '1' }, { n: 21 }, true],
    [{ path: 'n', is: 'matches', to: '^[A-Z]{2}-\\d+$' }, { n: 'SO-12' }, true],
    [{ path: 'n', is: 'matches', to: '^[A-Z]{2}-\\d+$' }, { n: 'so-12' }, false],
    [{ path: 'n', is: 'greater', to: { path: 'm' } }, { n: 3, m: '2.5' }, true],
    [{ path: 'n', is: 'is', to: { path: 'm' } }, { n: 3 }, false],
    [{ path: 'n', is: 'is', to: { path: 'm' } }, {}, false],
    [{ path: 'at', is: 'less', to: '2026-03-01' }, { at: '2026-02-28T23:59:59Z' }, true],
    [{ path: 'at', is: 'greater', to: '2026-03-01T00:00:00+01:00' }, { at: '2026-02-28T23:30:00Z' }, true],
    [{ path: 'a.b[0]', is: 'is', to: 'x' }, { a: { b: ['x'] } }, true],
    [{ path: '["odd.name"]', is: 'is', to: 'x' }, { 'odd.name': 'x' }, true],
  ])('%j of %j is %s', (condition, record, expected) => {
    expect(goes(condition, record)).toBe(expected)
  })

  it('compares times with now', () => {
    const now = Date.parse('2026-11-30T12:00:00Z')
    const lastDay = { path: 'at', is: 'atLeast', to: { ago: 86_400 } } as const
    expect(goes(lastDay, { at: '2026-11-29T12:00:00Z' }, now)).toBe(true)
    expect(goes(lastDay, { at: '2026-11-29T11:59:59Z' }, now)).toBe(false)
    expect(goes(lastDay, { at: now / 1_000 }, now)).toBe(true)
    expect(goes(lastDay, { at: 'yesterday' }, now)).toBe(false)
  })

  it('takes no longer for a text that is made to be slow, and looks at no more than 10,000 characters', () => {
    const slow = { path: 'n', is: 'matches', to: '^(a+)+$' } as const
    expect(goes(slow, { n: `${'a'.repeat(9_998)}b` })).toBe(false)
    expect(goes(slow, { n: 'a'.repeat(10_000) })).toBe(true)
    expect(goes(slow, { n: 'a'.repeat(10_001) })).toBe(false)
  })

  it.each<[RecordFilter, string]>([
    [{ all: [{ path: 'a[', is: 'isEmpty' }] }, '/records/only/all/0/path'],
    [{ all: [{ path: 'a[*].b', is: 'isEmpty' }] }, '/records/only/all/0/path'],
    [{ any: [{ path: 'a', is: 'is' }] }, '/records/only/any/0/to'],
    [{ any: [{ path: 'a', is: 'is', to: ['x'] }] }, '/records/only/any/0/to'],
    [{ all: [{ any: [{ path: 'a', is: 'matches', to: '(' }] }] }, '/records/only/all/0/any/0/to'],
    [{ all: [{ path: 'a', is: 'matches', to: '(?=x)' }] }, '/records/only/all/0/to'],
    [{ all: [{ path: 'a', is: 'contains', to: { ago: 5 } }] }, '/records/only/all/0/is'],
    [{ all: [{ path: 'a', is: 'is', to: { path: 'b[*]' } }] }, '/records/only/all/0/to/path'],
  ])('%j is refused at %s', (filter, path) => {
    expect(errorsOf(filter).map((it) => it.path)).toEqual([path])
  })
})

describe('a reason', () => {
  it('is the first condition that is not fulfilled, with what the record has', () => {
    const judge = judgeOf({
      all: [
        { path: 'status', is: 'oneOf', to: ['paid', 'shipped'] },
        { path: 'total', is: 'atLeast', to: 50 },
        {
          any: [
            { path: 'country', is: 'is', to: 'DE' },
            { path: 'vat', is: 'isNotEmpty' },
          ],
        },
      ],
    })
    expect(judge({ status: 'pending', total: 3 })).toEqual({ path: '/records/only/all/0', message: '"status" is "pending"' })
    expect(judge({ status: 'paid', total: 38.5 })).toEqual({ path: '/records/only/all/1', message: '"total" is 38.5' })
    expect(judge({ status: 'paid', total: 99, country: 'FI' })).toEqual({
      path: '/records/only/all/2',
      message: '"country" is "FI", "vat" is empty',
    })
    expect(judge({ status: 'paid', total: 99, country: 'FI', vat: 'FI1' })).toBeNull()
    expect(judge({ status: 'x'.repeat(500), total: 99 })?.message.length).toBeLessThan(100)
  })
})

// Of rows with a text, a number and a time, each of which may be missing.
const texts = ['a', 'b', 'ab', 'B', '', '10', '9']
const numbers = [-1, 0, 0.1, 0.3, 9, 10, 1e15]
const times = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z', '2026-06-01T12:00:00Z']
type Row = { readonly t: string | null; readonly n: number | null; readonly d: string | null }
const rowOf = fc.record({
  t: fc.option(fc.constantFrom(...texts)),
  n: fc.option(fc.constantFrom(...numbers)),
  d: fc.option(fc.constantFrom(...times)),
})
const ordering = ['is', 'isNot', 'greater', 'atLeast', 'less', 'atMost'] as const
const inSql = { is: '=', isNot: '<>', greater: '>', atLeast: '>=', less: '<', atMost: '<=' } as const
type Both = readonly [FilterCondition, string]
const quoted = (text: string) => `'${text}'`
const words = texts.filter((it) => !/^\d*$/.test(it))
const aCondition: fc.Arbitrary<Both> = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ordering), fc.constantFrom(...numbers))
    .map(([is, to]): Both => [{ path: 'n', is, to }, `n ${inSql[is]} ${to}`]),
  fc
    .tuple(fc.constantFrom(...ordering), fc.constantFrom(...times))
    .map(([is, to]): Both => [{ path: 'd', is, to }, `d::timestamptz ${inSql[is]} ${quoted(to)}::timestamptz`]),
  fc
    .tuple(fc.constantFrom('is', 'isNot'), fc.constantFrom(...words))
    .map(([is, to]): Both => [{ path: 't', is, to }, `t ${inSql[is]} ${quoted(to)}`]),
  fc
    .uniqueArray(fc.constantFrom(...words), { minLength: 1 })
    .map((to): Both => [{ path: 't', is: 'oneOf', to }, `t in (${to.map(quoted).join(', ')})`]),
  fc.constantFrom('a', 'b').map((to): Both => [{ path: 't', is: 'contains', to }, `strpos(t, ${quoted(to)}) > 0`]),
  fc.constantFrom('a', 'b').map((to): Both => [{ path: 't', is: 'startsWith', to }, `starts_with(t, ${quoted(to)})`]),
  fc.constantFrom('^a', 'b$', '[0-9]').map((to): Both => [{ path: 't', is: 'matches', to }, `t ~ ${quoted(to)}`]),
  fc.constantFrom('t', 'n').map((path): Both => [{ path, is: 'isEmpty' }, `coalesce(${path}::text, '') = ''`]),
  fc.constantFrom('t', 'n').map((path): Both => [{ path, is: 'isNotEmpty' }, `coalesce(${path}::text, '') <> ''`]),
)
const joined = <Item>(items: readonly (readonly [Item, string])[], isAll: boolean) => {
  const them = items.map(([item]) => item)
  const text = `(${items.map(([, it]) => it).join(isAll ? ' and ' : ' or ')})`
  return [isAll ? { all: them } : { any: them }, text] as const
}
const aGroup = fc
  .tuple(fc.array(aCondition, { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([items, isAll]) => joined(items, isAll) as readonly [FilterGroup, string])
const aFilter = fc
  .tuple(fc.array(fc.oneof(aCondition, aGroup), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([items, isAll]) => joined<FilterCondition | FilterGroup>(items, isAll) as readonly [RecordFilter, string])

const changed = (records: NonNullable<ConnectorConfig['records']>) => (config: ConnectorConfig) => ({ ...config, records })

describeOnEachDatabase('a filter', (open) => {
  it('chooses the same rows as SQL does, for 200 random trees of conditions', async () => {
    const { database } = await open()
    const rows = fc.sample(rowOf, { numRuns: 120, seed: 7 }) as Row[]
    const filters = fc.sample(aFilter, { numRuns: 200, seed: 11 })
    const chosen = filters.map(([, text]) => `array_agg(i order by i) filter (where ${text})`)
    for (let from = 0; from < filters.length; from += 50) {
      const { rows: found } = await sql
        .raw<Record<string, number[] | null>>(
          `select ${chosen
            .slice(from, from + 50)
            .map((it, at) => `${it} as c${at}`)
            .join(', ')}
          from json_to_recordset('${JSON.stringify(rows.map((row, i) => ({ i, ...row })))}'::json) as r(i int, t text collate "C", n numeric, d text)`,
        )
        .execute(database.db)
      for (const [at, [filter, text]] of filters.slice(from, from + 50).entries()) {
        const judge = judgeOf(filter)
        const ours = rows.flatMap((row, i) => (judge(row) === null ? [i] : []))
        expect(ours, text).toEqual(found[0]?.[`c${at}`] ?? [])
      }
    }
  })

  it('leaves records out of a run: counted, listed with the reason, sent to nobody, in no total', async () => {
    const { database } = await open()
    const orders = [1, 2, 3, 4, 5].map((id) => ({ id, state: id % 2 === 0 ? 'open' : 'paid' }))
    const only: RecordFilter = { all: [{ path: 'state', is: 'is', to: 'paid' }] }
    const scene = await play(database, {
      script: (_, response) => !!response.end(JSON.stringify(orders)),
      config: { paging: null },
      change: changed({ only }),
    })
    expect(await scene.over()).toMatchObject({
      ...{ status: 'succeeded', recordsRead: 5, recordsDelivered: 3, recordsLeftOut: 2, recordsSkipped: 0, recordsFailed: 0 },
      statusReason: '3 records delivered, 2 left out.',
    })
    expect([...scene.destination.effects.keys()].toSorted()).toEqual([1, 3, 5])
    const { rows } = await sql<{ key: string; status: string; error: { code: string; message: string } }>`
      select record_key as key, status, error from transactions where status <> 'success' order by position`.execute(database.db)
    expect(rows.map(({ key, status, error }) => [key, status, error.code, error.message])).toEqual([
      ['2', 'left-out', 'record/left-out', 'Left out by the filter: "state" is "open".'],
      ['4', 'left-out', 'record/left-out', 'Left out by the filter: "state" is "open".'],
    ])
    const { companyId, connectorId } = scene.place
    const hour = 3_600_000
    const span = { from: Math.floor(Date.now() / hour - 24) * hour, to: Math.ceil(Date.now() / hour) * hour }
    const figures = async () => (await figuresOf(database.db, { companyId, connectorIds: [connectorId] }, [span], span)).sums[0]
    expect(await figures()).toMatchObject({ delivered: 3, leftOut: 2, skipped: 0, failed: 0 })
    await rollUp(database.db)
    expect(await figures()).toMatchObject({ delivered: 3, leftOut: 2, skipped: 0, failed: 0 })
  })

  it('says so where it leaves out everything', async () => {
    const { database } = await open()
    const scene = await play(database, {
      script: (_, response) => !!response.end(JSON.stringify([{ id: 1 }, { id: 2 }])),
      config: { paging: null },
      change: changed({ only: { any: [{ path: 'state', is: 'isNotEmpty' }] } }),
    })
    expect(await scene.over()).toMatchObject({
      ...{ status: 'succeeded', recordsLeftOut: 2, recordsDelivered: 0 },
      statusReason: 'The filter left out all 2 records, so nothing was delivered. If you expected records, check the filter.',
    })
  })
})

it('is checked with the configuration', () => {
  const config = changed({ only: { all: [{ path: 'a', is: 'matches', to: '(' }] } })(
    configFor({ source: 'http://127.0.0.1:1/list', destination: 'http://127.0.0.1:1/in' }),
  )
  expect(checkConfig(config).map(({ path }) => path)).toEqual(['/records/only/all/0/to'])
})
