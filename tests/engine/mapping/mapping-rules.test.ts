import { describe, expect, it } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { edge, made, mapped, of, type Rule } from '../kit/mapped.ts'

describe('rules', () => {
  it.each<[Rule, string, string]>([
    [{ type: 'constant', value: 'EUR' }, '1', '"EUR"'],
    [{ type: 'constant', value: null }, '1', 'null'],
    [{ type: 'default', ...of, value: 'x' }, 'null', '"x"'],
    [{ type: 'default', ...of, value: 'x' }, '""', '""'],
    [{ type: 'default', ...of, value: 'x' }, '0', '0'],
    [{ type: 'default', ...of, value: 'x' }, '12345678901234567890', '12345678901234567890'],
    [
      { type: 'concatenate', sourcePaths: ['v.a', 'v.b', 'v.c', 'v.d'], separator: ' ' },
      '{"a":"Ann","b":null,"c":"","d":12345678901234567890}',
      '"Ann 12345678901234567890"',
    ],
    [{ type: 'concatenate', sourcePaths: ['v.a'], separator: ' ' }, '{}', 'nothing'],
    [{ type: 'split', ...of, separator: ', ', index: 1 }, '"a, b, c"', '"b"'],
    [{ type: 'split', ...of, separator: '.', index: 2 }, '1.5', 'nothing'],
    [{ type: 'case', ...of, to: 'upper' }, '"straße 1"', '"STRASSE 1"'],
    [{ type: 'case', ...of, to: 'lower' }, '"ÀB"', '"àb"'],
    [{ type: 'case', ...of, to: 'title' }, '"jean-luc o\'NEIL 𐐨𐐀 éa"', '"Jean-Luc O\'neil 𐐀𐐨 Éa"'],
    [{ type: 'case', ...of, to: 'upper' }, 'null', 'null'],
    [{ type: 'numberFormat', ...of, fractionDigits: 2 }, '1.005', '"1.01"'],
    [{ type: 'numberFormat', ...of, fractionDigits: 2 }, '"12345678901234567890.125"', '"12345678901234567890.13"'],
    [{ type: 'numberFormat', ...of, fractionDigits: 0 }, '-2.5', '"-3"'],
    [{ type: 'numberFormat', ...of, fractionDigits: 2 }, '-0.004', '"0.00"'],
    [{ type: 'numberFormat', ...of, fractionDigits: 1 }, '1e3', '"1000.0"'],
    [{ type: 'numberFormat', ...of, fractionDigits: 20 }, '1e-999999', '"0.00000000000000000000"'],
    [{ type: 'lookup', ...of, table: { NEW: 'open', '7': 7, true: null } }, '"NEW"', '"open"'],
    [{ type: 'lookup', ...of, table: { NEW: 'open', '7': 7, true: null } }, '7', '7'],
    [{ type: 'lookup', ...of, table: { NEW: 'open', '7': 7, true: null } }, 'true', 'null'],
    [{ type: 'lookup', ...of, table: { a: 1 }, otherwise: 0 }, '"toString"', '0'],
    [{ type: 'lookup', ...of, table: { a: 1 }, otherwise: 0 }, 'null', '0'],
    [{ type: 'lookup', ...of, table: { a: 1 } }, 'null', 'null'],
  ])('%j of %s is %s', (rule, value, wanted) => {
    expect(made(rule, value)).toBe(wanted)
  })

  it.each<[string, string, string, string]>([
    ['', "yyyy/LL/dd HH'h'mm", '"2026-02-28T23:30:00Z"', '"2026/02/28 23h30"'],
    ['', 'dd.LL.yyyy HH:mm', '1710000000', '"09.03.2024 16:00"'],
    ['dd/LL/yyyy', 'yyyy-LL-dd', '"28/02/2026"', '"2026-02-28"'],
    ['d LLLL yyyy', 'yyyy-LL-dd', '"5 March 2026"', '"2026-03-05"'],
    ['yyyyLLdd', 'cccc d LLLL', '20260228', '"Saturday 28 February"'],
  ])('a date of the form %j written as %j: %s', (from, to, value, wanted) => {
    expect(made({ type: 'dateFormat', ...of, from, to }, value)).toBe(wanted)
  })

  it('leaves the date that a rule wrote as the rule wrote it', () => {
    const as = (rule: Rule, value: string) => made(rule, value, { targetDataType: 'date' })
    const day: Rule = { type: 'dateFormat', ...of, from: '', to: 'yyyy-MM-dd' }
    expect(as(day, '"2026-01-05T08:30:00Z"')).toBe('"2026-01-05"')
    expect(as({ ...day, to: 'dd.MM.yyyy' } as Rule, '"2026-01-05"')).toBe('"05.01.2026"')
    expect(as({ type: 'default', ...of, value: '2026-01-01' }, 'null')).toBe('"2026-01-01"')
    expect(as({ type: 'default', ...of, value: '2026-01-01' }, '1710000000')).toBe('"2024-03-09T16:00:00.000Z"')
  })

  it('reads and writes dates in their zone, and refuses times that its clocks skip', () => {
    const rule = (from: string): Rule => ({
      type: 'dateFormat',
      ...of,
      from,
      to: "yyyy-LL-dd'T'HH:mmZZ",
      timeZone: 'Europe/Brussels',
    })
    expect(made(rule(''), '"2026-07-01T10:00"')).toBe('"2026-07-01T10:00+02:00"')
    expect(made(rule(''), '"2026-07-01T10:00Z"')).toBe('"2026-07-01T12:00+02:00"')
    expect(made(rule('dd.LL.yyyy HH:mm'), '"01.07.2026 10:00"')).toBe('"2026-07-01T10:00+02:00"')
    expect(made(rule('dd.LL.yyyy HH:mm ZZ'), '"01.07.2026 10:00 +00:00"')).toBe('"2026-07-01T12:00+02:00"')
    expect(() => made(rule('dd.LL.yyyy HH:mm'), '"29.03.2026 02:30"')).toThrow('needs a date')
    expect(() => made(rule(''), '"2026-03-29T02:30"')).toThrow('"w" needs')
  })

  it.each<[Rule, string, string]>([
    [{ type: 'case', ...of, to: 'upper' }, '{}', '"w" needs text, a number or a yes/no value, but "v" is {} (rule "R")'],
    [
      { type: 'concatenate', sourcePaths: ['x', 'v'], separator: '' },
      '[]',
      '"w" needs text, a number or a yes/no value, but "v" is [] (rule "R")',
    ],
    [
      { type: 'dateFormat', ...of, from: 'dd/LL/yyyy', to: 'yyyy' },
      '"30/02/2026"',
      '"w" needs a date in the format "dd/LL/yyyy", but "v" is "30/02/2026" (rule "R")',
    ],
    [{ type: 'numberFormat', ...of, fractionDigits: 2 }, '"1,5"', '"w" needs a number, but "v" is "1,5" (rule "R")'],
    [
      { type: 'numberFormat', ...of, fractionDigits: 2 },
      '1e999999',
      '"w" needs a number of at most 1,000 digits, but "v" is 1e999999 (rule "R")',
    ],
    [
      { type: 'lookup', ...of, table: { a: 1 } },
      '"__proto__"',
      '"w" needs a value that its table contains, but "v" is "__proto__" (rule "R")',
    ],
    [
      { type: 'condition', ...of, operator: 'less', compareTo: 5, thenValue: 1, elseValue: 2 },
      '"abc"',
      '"w" needs a value that can be compared with 5, but "v" is "abc" (rule "R")',
    ],
  ])('%j of %s: the error names field, value and rule', (rule, value, message) => {
    expect(() => made(rule, value)).toThrow(message)
  })

  it('are followed by the conversion of the target', () => {
    const rule: Rule = { type: 'numberFormat', ...of, fractionDigits: 2 }
    expect(made(rule, '"12345678901234567890.006"', { targetDataType: 'number' })).toBe('12345678901234567890.01')
    const split: Rule = { type: 'split', ...of, separator: '-', index: 0 }
    expect(made(split, '"7-a"', { targetDataType: 'integer' })).toBe('7')
    expect(() => made(split, '"a-7"', { targetDataType: 'integer' })).toThrow(
      '"w" must be a number, but the rule "R" returned "a"',
    )
  })
})

describe('conditions', () => {
  const when = (
    operator: Extract<Rule, { type: 'condition' }>['operator'],
    compareTo: string | number | boolean | null | undefined,
    value: string,
  ) =>
    made(
      {
        type: 'condition',
        ...of,
        operator,
        ...(compareTo === undefined ? {} : { compareTo }),
        thenValue: true,
        elseValue: false,
      },
      value,
    ) === 'true'

  it.each([
    ['equals', 5, '5', true],
    ['equals', 5, '"5.0"', true],
    ['equals', '12345678901234567890', '12345678901234567891', false],
    ['equals', '12345678901234567890', '12345678901234567890.0', true],
    ['equals', '5', '"5.0"', false],
    ['equals', null, 'null', true],
    ['equals', true, '"true"', false],
    ['equals', 'a', '["a"]', false],
    ['notEquals', 0, '-0', false],
    ['greater', 0.3, '0.30000000000000000001', true],
    ['greater', '9', '"10"', true],
    ['greater', 'b', '"abc"', false],
    ['less', '2026-02-01', '"2026-01-31T23:00:00-02:00"', false],
    ['less', '2026-02-01T00:00:00.0000002Z', '"2026-02-01T00:00:00.0000001Z"', true],
    ['less', 5, 'null', false],
    ['contains', 'b', '"abc"', true],
    ['contains', 2, '[1,2.0]', true],
    ['contains', '12345678901234567890', '[12345678901234567890]', true],
    ['contains', 'x', 'null', false],
    ['isEmpty', undefined, '{}', true],
    ['isEmpty', undefined, '""', true],
    ['isEmpty', undefined, '0', false],
    ['isEmpty', undefined, '[]', true],
    ['isEmpty', undefined, '12345678901234567890', false],
  ] as const)('%s %j of %s is %s', (operator, compareTo, value, wanted) => {
    expect(when(operator, compareTo, value)).toBe(wanted)
  })
})

describe('rules in lists', () => {
  it('make one value for each element, of paths that share the list and of others', () => {
    const lines = [
      edge({ type: 'concatenate', sourcePaths: ['no', 'lines[*].sku', 'lines[*].size'], separator: '-' }, 'items[*].key'),
      edge({ type: 'constant', value: 'EUR' }, 'items[*].currency'),
      edge({ type: 'case', sourcePath: 'lines[*].sku', to: 'upper' }, 'skus'),
    ]
    expect(mapped(lines, '{"no":7,"lines":[{"sku":"a","size":1},{"size":2}]}')).toBe(
      '{"items":[{"key":"7-a-1","currency":"EUR"},{"key":"7-2","currency":"EUR"}],"skus":["A",null]}',
    )
    expect(mapped(lines, '{"no":7}')).toBe('{}')
  })

  it.each<[MappingEdge, string]>([
    [edge({ type: 'concatenate', sourcePaths: ['a[*].x', 'b[*].x'], separator: '' }), '/dataMapping/0/rule/sourcePaths'],
    [edge({ type: 'case', sourcePath: 'a[*]', to: 'upper' }, 'x[*].y[*]'), '/dataMapping/0/targetPath'],
    [edge({ type: 'constant', value: 1 }, 'x[*]'), '/dataMapping/0/targetPath'],
    [edge({ type: 'case', sourcePath: 'a..', to: 'upper' }), '/dataMapping/0/rule/sourcePath'],
    [edge({ type: 'concatenate', sourcePaths: ['a', '__proto__'], separator: '' }), '/dataMapping/0/rule/sourcePaths/1'],
    [edge({ type: 'dateFormat', ...of, from: '', to: 'yyyy', timeZone: 'Mars/Base' }), '/dataMapping/0/rule/timeZone'],
    [edge({ type: 'condition', ...of, operator: 'equals', thenValue: 1, elseValue: 2 }), '/dataMapping/0/rule/compareTo'],
    [edge({ type: 'constant', value: 2 ** 53 }), '/dataMapping/0/rule/value'],
    [
      { ...edge({ type: 'constant', value: 1 }), rule: undefined, ruleId: 'x' } as unknown as MappingEdge,
      '/dataMapping/0/ruleId',
    ],
  ])('%# is refused where it is wrong', (line, path) => {
    const compiled = compileMapping([line])
    expect('errors' in compiled && compiled.errors.map((it) => it.path)).toEqual([path])
  })
})
