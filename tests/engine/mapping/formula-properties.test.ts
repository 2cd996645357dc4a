/** Formulas held against PostgreSQL, Luxon, and the transforms that they replace; and against whatever may be written. */
import fc from 'fast-check'
import { DateTime } from 'luxon'
import pg from 'pg'
import { expect, inject, it } from 'vitest'
import { formulaOf } from '#contract/connectors/config/formula/from-rule.ts'
import { formulaFunctions } from '#contract/connectors/config/formula/functions.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { compareNumbers } from '#server/engine/mapping/decimal.ts'
import { compileFormula } from '#server/engine/mapping/formula/compile.ts'
import { parseExactly } from '#server/platform/json/exact.ts'
import { byForm, isFullForm } from '../../kit/form.ts'
import { postgresIsHere } from '../../server/kit/databases.ts'
import { edge, mapped, type Rule } from '../kit/mapped.ts'

const run = { now: new Date('2026-11-28T12:00:00.000Z'), hash: () => '0123456789abcdef' }

function evaluated(text: string, record: Readonly<Record<string, unknown>>): unknown {
  const compiled = compileFormula(text)
  if ('error' in compiled) throw new Error(`${text}: ${compiled.error}`)
  return compiled.make(
    compiled.sources.map(({ path: [step] }) => (step?.kind === 'name' ? record[step.name] : undefined)),
    run,
  )
}

it.skipIf(!postgresIsHere())(
  'reckons as PostgreSQL does with numeric',
  async () => {
    type Both = { readonly formula: string; readonly sql: string }
    const digits = fc.integer({ min: -9_999_999, max: 9_999_999 })
    const number = fc.tuple(digits, fc.integer({ min: 0, max: 6 })).map(([units, places]): Both => {
      const text = `${units < 0 ? '-' : ''}${String(Math.abs(units))
        .padStart(places + 1, '0')
        .replace(new RegExp(`(\\d{${places}})$`), places > 0 ? '.$1' : '')}`
      return { formula: text, sql: `(${text})::numeric` }
    })
    const expression = fc.letrec<{ any: Both }>((tie) => {
      const any = tie('any')
      const two = (write: (a: Both, b: Both) => Both) => fc.tuple(any, any).map(([a, b]) => write(a, b))
      const sign = (it: string) =>
        two((a, b) => ({ formula: `(${a.formula} ${it} ${b.formula})`, sql: `(${a.sql} ${it} ${b.sql})` }))
      const divided = (it: string) =>
        fc.tuple(any, number).map(([a, b]) => ({
          formula: `(${a.formula} ${it} (abs(${b.formula}) + 1))`,
          sql: `(${a.sql} ${it} (abs(${b.sql}) + 1))`,
        }))
      const one = (name: string) => any.map((a) => ({ formula: `${name}(${a.formula})`, sql: `${name}(${a.sql})` }))
      const rounded = fc.tuple(any, fc.integer({ min: 0, max: 4 })).map(([a, n]) => ({
        formula: `round(${a.formula}, ${n})`,
        sql: `round(${a.sql}, ${n})`,
      }))
      const chosen = fc.tuple(any, any, any, any).map(([a, b, c, d]) => ({
        formula: `if(${a.formula} < ${b.formula}, ${c.formula}, ${d.formula})`,
        sql: `case when ${a.sql} < ${b.sql} then ${c.sql} else ${d.sql} end`,
      }))
      const least = two((a, b) => ({ formula: `min(${a.formula}, ${b.formula})`, sql: `least(${a.sql}, ${b.sql})` }))
      return {
        any: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          number,
          ...['+', '-', '*'].map(sign),
          ...['%'].map(divided),
          ...['abs', 'ceil', 'floor', 'sign'].map(one),
          rounded,
          least,
          chosen,
        ),
      }
    }).any
    const quotient = fc.tuple(expression, number).map(([a, b]) => ({
      formula: `(${a.formula} / (abs(${b.formula}) + 1))`,
      sql: `(${a.sql} / (abs(${b.sql}) + 1))`,
    }))
    const cases = fc
      .sample(fc.oneof(expression, quotient), { numRuns: 600, seed: 52 })
      .filter(({ formula }) => formula.length < 1_500)
      .slice(0, 400)
    expect(cases).toHaveLength(400)
    const db = new pg.Client(inject('postgresSuperuserUrl') ?? '')
    await db.connect()
    const { rows } = await db.query<{ out: string }>(
      cases
        .map(({ sql }, at) => `select ${at} as at, round(${sql}, 8)::text as out`)
        .join(' union all ')
        .concat(' order by at'),
    )
    await db.end()
    const different = cases.flatMap(({ formula }, at) => {
      const out = JSON.stringify(evaluated(`round(${formula}, 8)`, {}))
      return compareNumbers(out, rows[at]?.out ?? '') === 0 ? [] : [`${formula}: ${out}, not ${rows[at]?.out}`]
    })
    expect(different).toEqual([])
  },
  60_000,
)

it('reckons with dates as Luxon does', () => {
  const zones = ['UTC', 'Europe/Brussels', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const
  const units = ['year', 'month', 'week', 'day', 'hour'] as const
  const date = fc.date({ min: new Date('1971-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      date,
      date,
      fc.constantFrom(...zones),
      fc.constantFrom(...units),
      fc.integer({ min: -500, max: 500 }),
      (a, b, zone, unit, n) => {
        const [one, other] = [a, b].map((it) => DateTime.fromJSDate(it, { zone })) as [DateTime, DateTime]
        const iso = (it: DateTime) => it.toUTC().toJSDate().toISOString()
        const record = { a: a.toISOString(), b: b.toISOString() }
        const at = (text: string) => evaluated(text, record)
        expect(at(`addDays(a, ${n}, "${zone}")`)).toBe(iso(one.plus({ days: n })))
        expect(at(`addMonths(a, ${n}, "${zone}")`)).toBe(iso(one.plus({ months: n })))
        expect(at(`addHours(a, ${n})`)).toBe(iso(one.plus({ hours: n })))
        expect(at(`startOf(a, "${unit}", "${zone}")`)).toBe(iso(one.startOf(unit)))
        expect(at(`endOf(a, "${unit}", "${zone}")`)).toBe(iso(one.endOf(unit)))
        expect(at(`dateDiff(a, b, "${unit}", "${zone}")`)).toBe(Math.trunc(other.diff(one, `${unit}s`).as(`${unit}s`)) + 0)
        expect(at(`formatDate(a, "dd/MM/yyyy HH:mm", "${zone}")`)).toBe(one.toFormat('dd/MM/yyyy HH:mm', { locale: 'en-US' }))
        expect([at(`hour(a, "${zone}")`), at(`weekday(a, "${zone}")`)]).toEqual([one.hour, one.weekday])
        const day = one.toISODate() ?? ''
        expect(evaluated('addDays(d, 31)', { d: day })).toBe(
          DateTime.fromISO(day, { zone: 'utc' }).plus({ days: 31 }).toISODate(),
        )
      },
    ),
    { numRuns: byForm(60, 2_000) },
  )
})

it('does as a formula what each other transform does', () => {
  const scalar = fc.constantFrom(1, 0.5, -2, true, false, null, '', 'x', '12', 'DE', 'a"b\\c')
  const sourcePath = fc.constantFrom('v', 'Full name', 'a.b', 'odd-name', 'and')
  const rule: fc.Arbitrary<Rule> = fc.oneof(
    scalar.map((value): Rule => ({ type: 'constant', value })),
    fc.tuple(sourcePath, scalar).map(([path, value]): Rule => ({ type: 'default', sourcePath: path, value })),
    fc
      .tuple(fc.array(sourcePath, { minLength: 1, maxLength: 3 }), fc.constantFrom('', ' ', '"'))
      .map(([sourcePaths, separator]): Rule => ({ type: 'concatenate', sourcePaths, separator })),
    fc
      .tuple(sourcePath, fc.constantFrom(' ', ';', 'a'), fc.nat(3))
      .map(([path, separator, index]): Rule => ({ type: 'split', sourcePath: path, separator, index })),
    fc
      .tuple(sourcePath, fc.constantFrom('upper', 'lower', 'title'))
      .map(([path, to]): Rule => ({ type: 'case', sourcePath: path, to })),
    fc
      .tuple(
        sourcePath,
        fc.constantFrom('', 'dd.MM.yyyy'),
        fc.constantFrom('yyyy-MM-dd', 'HH:mm'),
        fc.constantFrom(undefined, 'Europe/Brussels'),
      )
      .map(
        ([path, from, to, timeZone]): Rule => ({
          type: 'dateFormat',
          sourcePath: path,
          from,
          to,
          ...(timeZone ? { timeZone } : {}),
        }),
      ),
    sourcePath.map((path): Rule => ({ type: 'dateFormat', sourcePath: path, from: '', to: 'yyyy-MM-dd HH', unit: 'seconds' })),
    fc
      .tuple(sourcePath, fc.nat(4))
      .map(([path, fractionDigits]): Rule => ({ type: 'numberFormat', sourcePath: path, fractionDigits })),
    fc.tuple(sourcePath, scalar, fc.boolean()).map(
      ([path, otherwise, has]): Rule => ({
        type: 'lookup',
        sourcePath: path,
        table: { DE: 'Germany', '12': 5, true: false },
        ...(has ? { otherwise } : {}),
      }),
    ),
    fc
      .tuple(sourcePath, fc.constantFrom('equals', 'notEquals', 'greater', 'less', 'contains', 'isEmpty'), scalar, scalar, scalar)
      .map(
        ([path, operator, compareTo, thenValue, elseValue]): Rule => ({
          type: 'condition',
          sourcePath: path,
          operator,
          compareTo,
          thenValue,
          elseValue,
        }),
      ),
  )
  const value = fc.oneof(
    scalar.map((it) => JSON.stringify(it)),
    fc.constantFrom(
      '12345678901234567890',
      '1.005',
      '"2026-03-29"',
      '"2026-03-29T01:30:00"',
      '1700000000',
      '"28.11.2026"',
      '["x","DE"]',
      '[]',
      '{}',
      '"ada LOVELACE;b"',
      '1e400',
      '"é😀"',
    ),
  )
  let compared = 0
  fc.assert(
    fc.property(rule, fc.option(value), (given, text) => {
      const whole = { name: 'R', ...given } as NewMappingRule
      const formula = formulaOf(whole)
      if (formula === null) return
      const record = text === null ? '{}' : `{"v":${text},"Full name":${text},"a":{"b":${text}},"odd-name":${text},"and":${text}}`
      const out = (it: Rule) => {
        try {
          return mapped([edge(it)], record)
        } catch (thrown) {
          if ((thrown as Error).name !== 'MappingFault') throw thrown
          return 'fails'
        }
      }
      compared += 1
      expect([formula, out({ type: 'formula', text: formula })]).toEqual([formula, out(given)])
    }),
    { numRuns: byForm(1_500, 100_000) },
  )
  expect(compared).toBeGreaterThan(1_000)
})

/** Milliseconds. The short form runs beside other work; the full form holds the bar. */
const limit = byForm(200, 5)

it('whatever is written and whatever comes, it ends soon with a value or its own fault', () => {
  const word = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'a',
        'b',
        'l[*].x',
        '{Full name}',
        '1',
        '0.1',
        '"x"',
        '";"',
        'null',
        'true',
        '2000',
        '1e300',
        '"*a*b"',
      ),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }).map((it) => JSON.stringify(it)) },
  )
  const { any } = fc.letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      word,
      fc
        .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '%', '&', '=', '<', 'and', 'or'), tie('any'))
        .map(([a, it, b]) => `(${a} ${it} ${b})`),
      fc
        .tuple(fc.constantFrom(...formulaFunctions), fc.array(tie('any'), { minLength: 3, maxLength: 3 }))
        .map(([{ name, parameters, least }, values]) => {
          const written = parameters.slice(0, Math.max(least, 1)).map(({ kind }, at) => {
            const fixed = { zone: '"Asia/Tokyo"', format: '"yyyy-MM-dd"', unit: '"days"', mode: '"up"', style: '","' }[
              kind as 'zone'
            ]
            return fixed ?? values[at] ?? '1'
          })
          return `${name}(${written.join(', ')})`
        }),
    ),
  }))
  const manyOf = (item: string) => `[${`${item},`.repeat(20_000)}2]`
  const long = JSON.stringify('ab '.repeat(100_000))
  const value = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(
        '1',
        '0.1',
        '"x"',
        'null',
        '-5',
        '12345678901234567890.123',
        '1e400',
        '"2026-01-01"',
        '{"x":1}',
        '[1,"2",null]',
        '"a;b;c"',
        '""',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        long,
        `"${'9'.repeat(900)}"`,
        ...['1.25', '0.1234567', '12345678901234567890.5', '1e400', '"7.5"', '"ab"', 'null'].map(manyOf),
      ),
    },
  )
  const tampered = fc
    .tuple(any, fc.nat(), fc.constantFrom('', '(', ')', '"', '{', '}', ',', '\\', ' and ', '[*]'))
    .map(([text, at, it]) => {
      const place = at % (text.length + 1)
      return `${text.slice(0, place)}${it}${text.slice(place + 1)}`
    })
  let evaluations = 0
  fc.assert(
    fc.property(fc.oneof(any, tampered), value, value, (text, a, b) => {
      const compiled = compileFormula(text)
      if ('error' in compiled) return
      const [x, y] = [parseExactly(a), parseExactly(b)]
      const values = compiled.sources.map(({ isList }, at) => (isList ? [x, y, x] : at % 2 === 0 ? x : y))
      const once = () => {
        const startedAt = performance.now()
        try {
          JSON.stringify(compiled.make(values, run))
        } catch (thrown) {
          if ((thrown as Error).name !== 'FormulaFault') throw thrown
        }
        return performance.now() - startedAt
      }
      evaluations += 1
      let took = once()
      // A pause of the machine is not the work of the formula.
      for (let again = 0; took > limit && again < byForm(5, 30); again += 1) took = Math.min(took, once())
      expect(took, text).toBeLessThan(limit)
    }),
    { numRuns: byForm(20_000, 5_000_000), interruptAfterTimeLimit: byForm(2_000, 60_000), markInterruptAsFailure: false },
  )
  expect(evaluations).toBeGreaterThan(50)
  if (isFullForm) process.stdout.write(`${evaluations} formulas evaluated\n`)
}, 90_000)
